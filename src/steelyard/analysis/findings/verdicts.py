"""Whether the verdicts can be relied on: answers without one, and verdicts that may not fit."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.analysis.findings.case_outcomes import CaseOutcomes
from steelyard.analysis.findings.content import Finding
from steelyard.analysis.findings.figures import About, count, finding, named, percent
from steelyard.analysis.findings.source import Known
from steelyard.scorers import RECORDED

_MANY, _MOST = 0.2, 0.5


def verdict_findings(known: Known, found: CaseOutcomes) -> Iterator[Finding]:
    """Yield what makes the verdicts doubtful."""
    yield from _may_not_fit(known)
    yield from _no_verdict(found)


def _may_not_fit(known: Known) -> Iterator[Finding]:
    """Yield what other scorers would have given, where the summary warns of those that judged."""
    warning = (known.summary.get("judging") or {}).get("warning") or {}
    other = warning.get("other") or {}
    now, then = warning.get("pass_rate"), other.get("pass_rate")
    # Keyword overlap takes no account of negation: that it passes more is no reason for doubt.
    if now is None or then is None or other.get("scorers") != "auto":
        return
    figures = {"scorers": named(str(other["scorers"])), "then": percent(then), "now": percent(now)}
    about = About("verdict", "bad" if then - now >= _MOST else "neutral")
    yield finding("may_not_fit", about, figures)


def _no_verdict(found: CaseOutcomes) -> Iterator[Finding]:
    """Yield answers that nobody judged. A ranking has metrics and needs no verdict."""
    [(answered, undecided)] = found.rows(
        "SELECT count(*), count(*) FILTER (WHERE success IS NULL) FROM requests"
        " WHERE condition IS NULL AND coalesce(status, 'ok') = 'ok'"
        " AND relevance IS NULL AND retrieved IS NULL"
        f" AND verdict_by IS DISTINCT FROM '{RECORDED}'"
    )
    if not answered or undecided / answered < _MANY:
        return
    share = undecided / answered
    figures = {"n": count(undecided), "of": count(answered), "share": percent(share)}
    yield finding("no_verdict", About("verdict", "bad" if share > _MOST else "neutral"), figures)
