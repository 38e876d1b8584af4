"""The level: how many cases passed. Everything after it is read against it."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.analysis.findings.case_outcomes import CaseOutcomes
from steelyard.analysis.findings.content import Finding, FindingTone
from steelyard.analysis.findings.figures import About, count, finding, interval, percent
from steelyard.analysis.findings.source import Known, indicator_of
from steelyard.analysis.generalisation import Rate

_POOR, _GOOD = 0.5, 0.8
_NEARLY_NONE, _SOME = 0.05, 5  # what is bad without an interval: next to none of five cases
_LEVELS = ("base.accuracy", "ops.effectiveness", "safety.accuracy", "base.completion_rate")
_GATED = ("base.accuracy", "base.pass_rate")


def level_findings(known: Known, found: CaseOutcomes) -> Iterator[Finding]:
    """Yield the level; nothing when no case has a verdict."""
    rate, column = known.generalisation.accuracy, "passed"
    if rate.value is None:
        rate, column = known.generalisation.completion, "success"
    [(n, total, single)] = found.rows(
        f"SELECT count({column}), sum({column}), bool_and({column} IN (0, 1)) FROM cases"
    )
    if not n:
        return
    rate = Rate(total / n, rate.ci_low, rate.ci_high, n)
    figures = {"n": count(n), "value": percent(total / n)} | interval(rate.ci_low, rate.ci_high)
    if single:
        figures["passed"] = count(total)
    about = About("level", _tone(known, rate), indicators=_measured(known))
    yield finding("level", about, figures, key="level" if single else "level_epochs")


def _measured(known: Known) -> tuple[str, ...]:
    """Return the first number of this kind of run; a run of missions has no accuracy."""
    found = {one["id"]: one.get("value") for one in known.summary.get("indicators") or ()}
    return next(((id_,) for id_ in _LEVELS if found.get(id_) is not None), ())


def _tone(known: Known, rate: Rate) -> FindingTone:
    """Return the tone of the worse end of the interval; without one it is never good."""
    value = rate.value or 0.0
    if any(indicator_of(gate) in _GATED for gate in known.failed_gates):
        return "bad"
    if rate.ci_low is None or rate.ci_high is None:
        return "bad" if value <= _NEARLY_NONE and rate.n >= _SOME else "neutral"
    if rate.ci_high < _POOR:
        return "bad"
    return "good" if rate.ci_low >= _GOOD else "neutral"
