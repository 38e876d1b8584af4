"""Rows that hold results and no question: they are kept as they stand, and the agent is not asked.

The documents this tool grew from list results in three shapes: `results` with a score per domain,
`task_quality` with `communication_rounds` and `task_time`, `original_score` with
`transferred_score`. None of them has an `input`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from steelyard.cases.checks import from_json_text
from steelyard.cases.rows import BadRow, Record, content, row_error, show
from steelyard.i18n import t
from steelyard.model import FIELDS, NOT_ASKED

RESULTS = "results"
FEATURE_CONFIG = "feature_config"
_TEAM = frozenset(("task_quality", "communication_rounds", "task_time"))
_MOVE = frozenset(("original_score", "transferred_score"))
_WHOLE = (frozenset(("score", "domain")), _TEAM, _MOVE)
_OWN = _TEAM | _MOVE | {"score"}
_RECORDED = _OWN | {RESULTS}
_DOMAIN = frozenset(("domain", *FIELDS["domain"].aliases))
_ASKING = frozenset(("input", *FIELDS["input"].aliases))
# Whoever says what is right has a question in mind, even if its column is misspelt.
_QUESTION = frozenset(("expected_output", "label", "references", "relevance", "asserts"))


def unfold(raw: dict[str, Any], *, asks: bool = False) -> Iterator[dict[str, Any] | BadRow]:
    """Yield the rows that one row stands for: itself, or one per entry of its `results`.

    A question (`asks`) stays one row; an entry that names no domain is a domain of its own. Where
    there is no question, `results` that cannot be read are refused.
    """
    if RESULTS not in raw:
        yield raw
        return
    listed: Any = raw[RESULTS]
    if isinstance(listed, str):
        listed = from_json_text(listed)
    rest = {k: v for k, v in raw.items() if k != RESULTS and v not in (None, "")}
    if (
        not isinstance(listed, list)
        or not listed
        or not all(isinstance(entry, dict) for entry in listed)
    ):
        stands = asks or (listed in (None, "") and holds_results(rest))
        yield raw if stands else _refused(raw, RESULTS, listed)
        return
    if asks or holds_results(rest):
        yield rest
        rest = {}
    shared = {name: value for name, value in rest.items() if name not in ("id", "case_id")}
    for number, entry in enumerate(listed, 1):
        if entry.get("score") is None:
            yield _refused(raw, f"{RESULTS}[{number - 1}]", entry)
            continue
        named = {**shared, **entry}
        if not _DOMAIN.intersection(named):
            named["domain"] = str(number)
        yield named


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


def lacking_fields(record: Record) -> tuple[str, list[str]] | None:
    """Return a field of a result whose other fields are missing, and these; None if it is whole."""
    there = record.keys()
    if any(names <= there for names in _WHOLE):
        return None
    return next(
        (sorted(names & there)[0], sorted(names - there))
        for names in _WHOLE
        if names & _OWN & there
    )


def is_head(raw: dict[str, Any]) -> bool:
    """Whether a row is the head of a dataset: settings for all of it, and no case."""
    return (
        isinstance(raw.get(FEATURE_CONFIG), dict)
        and not _ASKING.intersection(raw)
        and RESULTS not in raw
        and not holds_results(raw)
    )


def _refused(raw: dict[str, Any], field: str, found: Any) -> BadRow:
    allowed = t("cases.allowed_results")
    error = row_error("wrong_type", field=field, found=show(found), allowed=allowed)
    return BadRow(error, content(raw))
