"""Rows that hold results and no question: they are kept as they stand, and the agent is not asked.

The documents this tool grew from list results in three shapes: `results` with a score per domain,
`task_quality` with `communication_rounds` and `task_time`, `original_score` with
`transferred_score`. None of them has an `input`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from steelyard.cases.rows import Record
from steelyard.model import NOT_ASKED

RESULTS = "results"
FEATURE_CONFIG = "feature_config"
_TEAM = frozenset(("task_quality", "communication_rounds", "task_time"))
_RECORDED = _TEAM | {"score", "original_score", "transferred_score"}
# Whoever says what is right has a question in mind, even if its column is misspelt.
_QUESTION = frozenset(("expected_output", "label", "references", "relevance", "asserts"))


def unfold(raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the rows that one row stands for: itself, or one per entry of its `results`."""
    listed: Any = raw.get(RESULTS)
    if not _is_results(listed):
        yield raw
        return
    rest = {name: value for name, value in raw.items() if name != RESULTS}
    if holds_results(rest):
        yield rest
        rest = {}
    shared = {name: value for name, value in rest.items() if name not in ("id", "case_id")}
    for entry in listed:
        yield {**shared, **entry}


def as_recorded(record: Record) -> bool:
    """Make a record of results out of one without `input`; whether it is one."""
    if not holds_results(record):
        return False
    record["input"] = NOT_ASKED
    if _TEAM.intersection(record):
        record.setdefault("collaboration", True)
    return True


def holds_results(fields: Collection[str]) -> bool:
    """Whether a row or a table with these fields holds results rather than questions."""
    there = set(fields)
    return bool(there & _RECORDED) and not there & (_QUESTION | {"input"})


def is_head(raw: dict[str, Any]) -> bool:
    """Whether a row is the head of a dataset: settings for all of it, and no case."""
    return raw.keys() == {FEATURE_CONFIG} and isinstance(raw[FEATURE_CONFIG], dict)


def _is_results(listed: Any) -> bool:
    return (
        isinstance(listed, list)
        and bool(listed)
        and all(isinstance(entry, dict) and "score" in entry for entry in listed)
    )
