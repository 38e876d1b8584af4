"""One sample of lm-evaluation-harness as a row under our names."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from steelyard.i18n import t
from steelyard.interop.imports.record import Row, Skipped
from steelyard.interop.imports.verdict import Columns, Rule, number, unit

PREFIX = "lm_eval"


@dataclass(frozen=True, slots=True)
class Choice:
    """What counts of a file of samples.

    Attributes:
        filter: the filter whose answers are taken.
        metric: the metric that is the score.
        metrics: all metrics.
        rule: which values of the metric say passed.
        columns: where the metrics go.
        errors: who is to blame for an answer that is not there.
    """

    filter: str
    metric: str
    metrics: tuple[str, ...]
    rule: Rule
    columns: Columns
    errors: Literal["agent", "infra"]


def row_of(sample: dict[str, Any], place: str, choice: Choice, skipped: Skipped) -> Row:
    """Return the row of a sample."""
    requests = _requests(sample.get("arguments"))
    doc = sample["doc"] if isinstance(sample["doc"], dict) else {"doc": sample["doc"]}
    value = number(sample.get(choice.metric))
    row: Row = {
        "place": place,
        "case_id": str(sample["doc_id"]),
        "input": _question(requests) or _asked(doc),
        "metadata": _metadata(doc, sample),
        "score": unit(value),
        "passed": choice.rule.passed(value),
    }
    if _is_choice(sample, requests):
        return row | _chosen(sample, requests, choice)
    outputs = _outputs(sample["resps"])
    if len(outputs) > 1:
        skipped.add("imports.skip_folded", place, len(outputs) - 1)
    said = _said(sample, choice)
    filtered = sample["filtered_resps"]
    if isinstance(filtered, list) and filtered and filtered[:1] != outputs[:1]:
        said[choice.columns.of("/filtered")] = filtered[0]
    targets = sample["target"] if isinstance(sample["target"], list) else [sample["target"]]
    wanted = [_text(one) for one in targets if one is not None]
    row |= {
        "expected_output": wanted[0] if wanted else None,
        "references": wanted if len(wanted) > 1 else None,
        "output": outputs[0] if outputs else None,
        "foreign_scores": said,
    }
    if row["output"] is None and value is None:
        skipped.add("imports.skip_no_answer", place)
        row |= {"status": "error", "error": t("imports.no_answer"), "error_reason": "no_answer"}
        row["error_kind"] = choice.errors
    return row


def _chosen(sample: dict[str, Any], requests: list[list[Any]], choice: Choice) -> Row:
    """Return the row of a choice among continuations: the likeliest one is the answer."""
    likely = [_logprob(answer) for answer in sample["filtered_resps"]]
    options = [_text(request[1]).strip() for request in requests]
    best = max(range(len(options)), key=lambda at: likely[at])
    said = _said(sample, choice)
    finite = [None if math.isinf(one) else one for one in likely]
    said[choice.columns.of("/loglikelihoods")] = finite
    return {
        "expected_output": _right(sample["target"], options),
        "output": options[best],
        "pred_label": options[best],
        "foreign_scores": said,
    }


def _is_choice(sample: dict[str, Any], requests: list[list[Any]]) -> bool:
    """Whether the answers are likelihoods of several continuations of one context."""
    answers = sample["filtered_resps"]
    return (
        isinstance(answers, list)
        and len(answers) == len(requests) > 1
        and all(len(request) > 1 and isinstance(request[1], str) for request in requests)
        and all(isinstance(answer, list) and len(answer) == 2 for answer in answers)
        and len({_text(request[0]) for request in requests}) == 1
    )


def _right(target: Any, options: list[str]) -> str | None:
    """Return the right continuation; the target is its number, or already its text."""
    if target is None:
        return None
    text = _text(target).strip()
    if text.isdecimal() and text not in options and int(text) < len(options):
        return options[int(text)]
    return text


def _logprob(answer: list[Any]) -> float:
    """Return a log-likelihood; newer versions write numbers as texts."""
    try:
        return float(answer[0])
    except (TypeError, ValueError):
        return -math.inf


def _requests(arguments: Any) -> list[list[Any]]:
    """Return the arguments of each request, from either way of writing them."""
    if isinstance(arguments, dict):
        groups = [group for group in arguments.values() if isinstance(group, dict)]
        return [list(group.values()) for group in groups]
    if isinstance(arguments, list):
        return [list(group) if isinstance(group, list) else [group] for group in arguments]
    return []


def _question(requests: list[list[Any]]) -> Any:
    """Return what the model was given: a text, or chat messages."""
    given = requests[0][0] if requests and requests[0] else None
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if isinstance(given, str) and given.startswith("[{"):
        try:
            messages = orjson.loads(given)
        except orjson.JSONDecodeError:
            return given
        if all(isinstance(message, dict) and "role" in message for message in messages):
            alone = len(messages) == 1 and messages[0]["role"] == "user"
            return messages[0]["content"] if alone else messages
    return given if isinstance(given, str) and given.strip() else None


def _asked(doc: dict[str, Any]) -> Any:
    return next(
        (doc[name] for name in ("question", "query", "input", "text") if doc.get(name)), doc
    )


def _metadata(doc: dict[str, Any], sample: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in doc.items() if value is not None}
    hashes = ("doc_hash", "prompt_hash")
    return kept | {name: sample[name] for name in hashes if sample.get(name)}


def _outputs(answers: Any) -> list[str | None]:
    """Return the model's answers as they were, one per repeat; None for one that is not there."""
    first = (answers[0] if answers else []) if isinstance(answers, list) else answers
    listed = first if isinstance(first, list) else [first]
    return [None if one is None else _text(one) for one in listed]


def _said(sample: dict[str, Any], choice: Choice) -> dict[str, Any]:
    found = {}
    for name in choice.metrics:
        value = sample.get(name)
        if value is not None:
            figure = number(value)
            found[choice.columns.of(name)] = value if figure is None else figure
    return found


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else orjson.dumps(value, default=str).decode()
