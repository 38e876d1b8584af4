"""One result of promptfoo under our names."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

import orjson

from steelyard.interop.imports.record import Row, Skipped
from steelyard.interop.imports.shapes import object_of
from steelyard.interop.imports.verdict import Columns, number, unit

_ERROR = 2
"""`failureReason` of an answer that never came, as against one that failed its assertions."""
_OWN = frozenset(("_promptfooFileMetadata", "http"))


def make_row(
    result: dict[str, Any],
    columns: Columns,
    *,
    errors: Literal["agent", "infra"],
    skipped: Skipped,
    place: str,
) -> Row:
    """Return the row of a result; promptfoo counts an error as not passed, and so do we."""
    response = object_of(result.get("response"))
    test = object_of(result.get("testCase"))
    row: Row = {
        "input": _input(result),
        "expected_output": _expected(test),
        "metadata": _metadata(result, test),
        "output": _output(response),
        "score": unit(result.get("score")),
        "passed": result.get("success") if isinstance(result.get("success"), bool) else None,
        "foreign_scores": _scores(result, columns),
        "cost": _at_least_0(response.get("cost")),
        **_tokens(response),
    }
    if response.get("cached"):
        skipped.add("promptfoo.skip_cached", place)
    elif (milliseconds := _at_least_0(result.get("latencyMs"))) is not None:
        row["latency_s"] = milliseconds / 1000
    if result.get("failureReason") == _ERROR or (response.get("error") and row["output"] is None):
        row |= _failure(result, response, errors)
    return row


def _failure(
    result: dict[str, Any], response: dict[str, Any], errors: Literal["agent", "infra"]
) -> Row:
    said = result.get("error") or response.get("error") or "error"
    return {
        "status": "error",
        "error": str(said),
        "error_reason": "promptfoo_error",
        "error_kind": errors,
    }


def _input(result: dict[str, Any]) -> Any:
    """Return the prompt as it was sent; one that is a list of chat messages as messages."""
    raw = object_of(result.get("prompt")).get("raw")
    if not isinstance(raw, str) or not raw.lstrip().startswith("["):
        return raw
    try:
        messages = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return raw
    chat = isinstance(messages, list) and all(
        isinstance(one, dict) and "role" in one for one in messages
    )
    return messages if chat and messages else raw


def _expected(test: dict[str, Any]) -> str | None:
    """Return the text that the answer had to equal, if an assertion says so."""
    for one in _assertions(test):
        if one.get("type") == "equals" and isinstance(one.get("value"), str):
            return str(one["value"])
    return None


def _assertions(test: dict[str, Any]) -> list[dict[str, Any]]:
    found = test.get("assert")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _metadata(result: dict[str, Any], test: dict[str, Any]) -> dict[str, Any]:
    """Return what was filled into the prompt, and what the test says of itself."""
    said = object_of(test.get("metadata"))
    kept = {name: value for name, value in said.items() if name not in _OWN}
    variables = object_of(result.get("vars")) or object_of(test.get("vars"))
    made = {"vars": variables, **kept} if variables else kept
    description = test.get("description")
    return made | ({"description": description} if description else {})


def _output(response: dict[str, Any]) -> Any:
    output = response.get("output")
    if output is None or isinstance(output, str):
        return output
    return orjson.dumps(output, default=str).decode()


def _tokens(response: dict[str, Any]) -> Row:
    usage = object_of(response.get("tokenUsage"))
    names = (("input_tokens", "prompt"), ("output_tokens", "completion"))
    if not any(usage.get(theirs) for _, theirs in names):
        return {}  # providers that do not count say 0
    return {
        ours: usage[theirs]
        for ours, theirs in names
        if isinstance(usage.get(theirs), int) and usage[theirs] >= 0
    }


def _scores(result: dict[str, Any], columns: Columns) -> dict[str, float]:
    """Return the score of every assertion by its type, and every named score."""
    made: dict[str, float] = {}
    seen: Counter[str] = Counter()
    components = object_of(result.get("gradingResult")).get("componentResults")
    for one in components if isinstance(components, list) else ():
        kind = str(object_of(object_of(one).get("assertion")).get("type") or "assertion")
        seen[kind] += 1
        name = kind if seen[kind] == 1 else f"{kind}_{seen[kind]}"
        if (value := number(object_of(one).get("score"))) is not None:
            made[columns.of(name)] = value
    for name, value in object_of(result.get("namedScores")).items():
        if (found := number(value)) is not None:
            made[columns.of(f"metric/{name}")] = found
    return made


def _at_least_0(value: Any) -> float | None:
    found = number(value)
    return found if found is not None and found >= 0 else None
