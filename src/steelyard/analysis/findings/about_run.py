"""Findings about the run as a whole: gates, coverage, few cases."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.analysis.findings.content import Finding
from steelyard.analysis.findings.figures import (
    About,
    Figure,
    count,
    finding,
    named,
    number,
    percent,
)
from steelyard.analysis.findings.source import Known

_FEW = 30
_COVERED = 0.8


def about_run(known: Known) -> Iterator[Finding]:
    """Yield what stands out about the run as a whole."""
    yield from _gates(known)
    yield from _coverage(known)
    yield from _few_cases(known)


def _gates(known: Known) -> Iterator[Finding]:
    gates = list(known.summary.get("gates") or ())
    failed = [gate for gate in gates if not gate.get("passed")]
    for gate in failed[:2]:
        text, observed = str(gate["text"]), gate.get("observed")
        ids = (text.partition(":")[0].strip(),)
        about = About("observed", "bad", 1.0, ids)
        if observed is None:
            yield finding("gate", "gate_unknown", about, {"gate": named(text)})
        else:
            figures = {"gate": named(text), "observed": number(float(observed))}
            yield finding("gate", "gate_failed", about, figures)
    if len(failed) > 2:
        figures = {"n": count(len(failed)), "of": count(len(gates))}
        yield finding("gates", "gates_failed", About("observed", "bad", 0.99), figures)


def _coverage(known: Known) -> Iterator[Finding]:
    overall = known.summary.get("overall") or {}
    coverage = overall.get("coverage")
    if overall.get("score") is None or coverage is None or coverage >= _COVERED:
        return
    figures: dict[str, Figure] = {"coverage": percent(coverage)}
    about = About("observed", "bad", 0.6 + 0.2 * (1 - coverage))
    low, high = overall.get("lo"), overall.get("hi")
    if low is None or high is None:
        yield finding("coverage", "coverage", about, figures)
        return
    figures |= {"low": percent(low), "high": percent(high)}
    yield finding("coverage", "coverage_between", about, figures)


def _few_cases(known: Known) -> Iterator[Finding]:
    rate = known.generalisation.accuracy
    rate = known.generalisation.completion if rate.value is None else rate
    if rate.value is None or rate.n >= _FEW or rate.ci_low is None or rate.ci_high is None:
        return
    figures = {
        "n": count(rate.n),
        "value": percent(rate.value),
        "low": percent(rate.ci_low),
        "high": percent(rate.ci_high),
    }
    about = About("observed", "bad", 0.72)
    yield finding("few_cases", "few_cases", about, figures)
