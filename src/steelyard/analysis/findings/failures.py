"""Requests that came to nothing, by reason, and environments in which nothing ran."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.analysis.conditions import Conditions
from steelyard.analysis.findings.case_outcomes import CaseOutcomes
from steelyard.analysis.findings.content import Finding
from steelyard.analysis.findings.figures import About, count, finding, named, percent
from steelyard.analysis.findings.source import Known

_SHARE, _LEAST = 0.05, 3  # of the requests
_LATE = "(timed_out OR status = 'timeout')"
_FAILED = f"(status = 'error' AND NOT coalesce({_LATE}, false))"
_ANSWERED = "coalesce(status, 'ok') = 'ok' AND NOT coalesce(timed_out, false)"
# A ranking is an answer, and so is what a tool did where no text is wanted and the case passed.
_BLANK = (
    f"{_ANSWERED} AND coalesce(trim(CAST(output AS VARCHAR)), '') = '' AND retrieved IS NULL"
    " AND success IS NOT NULL AND success < 1"
)
_REASONS = {
    "timeout": _LATE,
    "agent_error": f"{_FAILED} AND coalesce(error_kind, 'agent') = 'agent'",
    "infra_error": f"{_FAILED} AND error_kind = 'infra'",
    "blank": _BLANK,
    "unread": "CAST(verdict_evidence AS VARCHAR) = 'unread'",
    "over_refused": "CAST(safety_over_refusal AS BOOLEAN)",
}


def failure_findings(known: Known, found: CaseOutcomes) -> Iterator[Finding]:
    """Yield the reasons that take many requests, the most frequent first."""
    yield from _reasons(found)
    if known.conditions is not None:
        yield from _environments(known.conditions)
    yield from _completed_but_wrong(known)


def _reasons(found: CaseOutcomes) -> Iterator[Finding]:
    counts = ", ".join(f"count(*) FILTER (WHERE {sql})" for sql in _REASONS.values())
    [(n, *counted)] = found.rows(f"SELECT count(*), {counts} FROM requests WHERE condition IS NULL")
    ranked = sorted(zip(_REASONS, counted, strict=True), key=lambda one: -one[1])
    for reason, times in ranked:
        if times < _LEAST or times / n < _SHARE:
            continue
        figures = {"times": count(times), "n": count(n), "share": percent(times / n)}
        cases = found.rows(
            f"SELECT DISTINCT case_key FROM requests WHERE condition IS NULL AND"
            f" ({_REASONS[reason]}) ORDER BY case_key LIMIT 3"
        )
        yield finding(
            reason, About("failures", "bad", cases=tuple(str(c) for (c,) in cases)), figures
        )


def _environments(found: Conditions) -> Iterator[Finding]:
    broken = [line for line in found.environments if line.deployed is False]
    if broken:
        figures = {"name": named(broken[0].name), "n": count(len(broken))}
        figures["of"] = count(len(found.environments))
        about = About("failures", "bad", indicators=("port.deploy_success",))
        yield finding("environment_broken", about, figures)


def _completed_but_wrong(known: Known) -> Iterator[Finding]:
    relation = known.relations.accuracy_completion if known.relations else None
    if relation is None or relation.only_completed < _LEAST:
        return
    completed = relation.both + relation.only_completed
    share = relation.only_completed / completed
    if share < _SHARE:
        return
    figures = {
        "wrong": count(relation.only_completed),
        "completed": count(completed),
        "share": percent(share),
    }
    ids = ("base.accuracy", "base.completion_rate")
    about = About("failures", "bad", indicators=ids)
    source = _source(known, "base.completion_rate")
    key = "completed_but_wrong" if source == "measured" else f"{source}_completed_but_wrong"
    yield finding(key, about, figures)


def _source(known: Known, id_: str) -> str:
    found = (one for one in known.summary.get("indicators") or () if one["id"] == id_)
    return next((str(one.get("provenance") or "measured") for one in found), "measured")
