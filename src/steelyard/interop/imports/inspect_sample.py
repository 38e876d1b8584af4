"""One sample of an Inspect log as a row under our names."""

from __future__ import annotations

import re
from typing import Any, Protocol

from steelyard.interop.imports.chat import plain_messages, steps_of, text_of
from steelyard.interop.imports.record import ImportOptions, Row, Skipped
from steelyard.interop.imports.verdict import Columns, Rule, number, unit

PREFIX = "inspect"
# As Inspect's own `value_to_float` reads them.
_LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
_SAID = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_OUT_OF_TIME = ("time", "working")
_ATTACHED = "attachment://"
_ERROR_TEXT = 2_000
_KIND = re.compile(r"[A-Za-z_][\w.]*(?=\()")


class MainScorer(Protocol):
    """Whose scores are the run's."""

    name: str | None
    key: str | None
    rule: Rule


def row_of(
    sample: dict[str, Any],
    place: str,
    header: dict[str, Any],
    scorer: MainScorer,
    columns: Columns,
    options: ImportOptions,
    skipped: Skipped,
) -> Row:
    """Return the row of a sample."""

    def media() -> None:
        skipped.add("imports.skip_media", place)

    sample = _attached(sample)
    question = sample.get("input")
    if isinstance(question, list):
        question = plain_messages(question, media)
    targets = sample.get("target")
    listed = targets if isinstance(targets, list) else [targets]
    targets = [str(one) for one in listed if one is not None]
    metadata = dict(sample.get("metadata") or {})
    if sample.get("choices"):
        metadata["choices"] = sample["choices"]
    row: Row = {
        "place": place,
        "case_id": sample.get("id"),
        "epoch": int(sample.get("epoch") or 1) - 1,
        "input": question,
        "expected_output": targets[0] if targets else None,
        "references": targets if len(targets) > 1 else None,
        "metadata": metadata,
        "output": _output(sample.get("output") or {}),
        "trajectory": steps_of(sample.get("messages") or ()) or None,
        "latency_s": _seconds(sample),
        **_usage(sample.get("model_usage") or {}, header["eval"].get("model")),
        "foreign_scores": foreign_scores(sample.get("scores") or {}, columns) or None,
        **_verdict(values_of(sample.get("scores") or {}, scorer.name, scorer.key), scorer),
    }
    return row | _trouble(sample, row, columns, options)


def keys_of(scores: dict[str, Any], name: str | None) -> list[str] | None:
    """Return the keys of a scorer's values for a sample; None when it said nothing of it."""
    score = scores.get(name or "")
    value = score.get("value") if isinstance(score, dict) else None
    if value is None:
        return None
    return [str(key) for key in value] if isinstance(value, dict) else []


def values_of(scores: dict[str, Any], name: str | None, key: str | None) -> Any:
    """Return what a scorer said of a sample: a letter, a number, or None."""
    score = scores.get(name or "")
    value = score.get("value") if isinstance(score, dict) else None
    if isinstance(value, dict):
        return value.get(key) if key is not None else next(iter(value.values()), None)
    return value


def figure_of(value: Any) -> float | None:
    """Return the number that a scorer's value stands for, as Inspect itself reads it."""
    if not isinstance(value, str):
        return number(value)
    if value in _LETTERS:
        return _LETTERS[value]
    try:
        return _SAID.get(value.lower()) if value.lower() in _SAID else number(float(value))
    except ValueError:
        return None


def foreign_scores(scores: dict[str, Any], columns: Columns) -> dict[str, Any]:
    """Return everything the scorers said: numbers, letters, explanations."""
    found: dict[str, Any] = {}
    for name, score in scores.items():
        if not isinstance(score, dict):
            continue
        value = score.get("value")
        parts = value.items() if isinstance(value, dict) else [("", value)]
        for key, part in parts:
            _say(found, f"{name}/{key}" if key else name, part, columns)
        for extra in ("answer", "explanation", "metadata"):
            if score.get(extra):
                found[columns.of(f"{name}/{extra}")] = score[extra]
    return found


def _say(found: dict[str, Any], name: str, value: Any, columns: Columns) -> None:
    if isinstance(value, str) and value in _LETTERS:
        found[columns.of(name)] = _LETTERS[value]
        found[columns.of(f"{name}/letter")] = value
    elif value is not None:
        figure = number(value)
        found[columns.of(name)] = value if figure is None else figure


def _verdict(value: Any, scorer: MainScorer) -> Row:
    score = figure_of(value)
    # Partly right, or no answer, is not right.
    return {"score": unit(score), "passed": scorer.rule.passed(score)}


def _trouble(sample: dict[str, Any], row: Row, columns: Columns, options: ImportOptions) -> Row:
    """Return what an error or a limit makes of a row."""
    error, limit = sample.get("error"), sample.get("limit")
    said = dict(row["foreign_scores"] or {})
    scored = row["score"] is not None or row["passed"] is not None
    if isinstance(error, dict) and not scored:
        message = str(error.get("message") or "")
        kind = _KIND.match(message)
        return {
            "status": "error",
            "error": message[:_ERROR_TEXT],
            "error_reason": kind.group() if kind else "error",
            "error_kind": options.error_kind("infra"),
        }
    if isinstance(error, dict):  # Inspect was told to score what failed: its score counts
        said[columns.of("/error")] = str(error.get("message") or "")[:_ERROR_TEXT]
        return {"foreign_scores": said}
    if isinstance(limit, dict):
        said[columns.of("/limit")] = str(limit.get("type"))
        return _stopped(str(limit.get("type")), limit, row, said)
    return {}


def _stopped(kind: str, limit: dict[str, Any], row: Row, said: dict[str, Any]) -> Row:
    """Return what a limit makes of a row; Inspect scores what there is by then."""
    stopped: Row = {"foreign_scores": said}
    if kind in _OUT_OF_TIME and row["passed"] is not True:
        reason = str(limit.get("reason") or kind)
        stopped |= {"status": "timeout", "error": reason, "error_reason": f"limit_{kind}"}
        stopped["error_kind"] = "agent"
    return stopped


def _output(output: dict[str, Any]) -> str:
    if isinstance(output.get("completion"), str):
        return str(output["completion"])
    choices = output.get("choices") or [{}]
    message = choices[0].get("message") if isinstance(choices[0], dict) else None
    return text_of(message.get("content")) if isinstance(message, dict) else ""


def _usage(usage: dict[str, Any], model: Any) -> Row:
    """Return tokens of the model under test; a model that grades is not part of it."""
    used = [usage[model]] if model in usage else list(usage.values())
    sent = ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
    return {
        "input_tokens": _sum(used, *sent),
        "output_tokens": _sum(used, "output_tokens"),
        "cost": _sum(used, "total_cost"),
    }


def _sum(used: list[Any], *names: str) -> Any:
    found = [one[name] for one in used if isinstance(one, dict) for name in names if one.get(name)]
    counts = [value for value in found if isinstance(value, int | float) and value >= 0]
    return sum(counts) if counts else None


def _seconds(sample: dict[str, Any]) -> float | None:
    """Return the seconds it worked, without waiting for its turn, else all of its seconds."""
    for name in ("working_time", "total_time"):
        seconds = number(sample.get(name))
        if seconds is not None and seconds >= 0:
            return seconds
    return None


def _attached(sample: dict[str, Any]) -> dict[str, Any]:
    """Put back the long texts that Inspect keeps beside a sample."""
    attachments = sample.get("attachments")
    if not isinstance(attachments, dict) or not attachments:
        return sample

    def put_back(value: Any) -> Any:
        if isinstance(value, str) and value.startswith(_ATTACHED):
            return attachments.get(value.removeprefix(_ATTACHED), value)
        if isinstance(value, list):
            return [put_back(item) for item in value]
        if isinstance(value, dict):
            return {name: put_back(item) for name, item in value.items()}
        return value

    kept = ("input", "target", "choices", "messages", "output", "scores", "metadata")
    return sample | {name: put_back(sample[name]) for name in kept if name in sample}
