"""What else a reader should know: gates, what to expect, associations, redundancy, coverage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steelyard.analysis.findings.content import Finding, FindingTone
from steelyard.analysis.findings.figures import (
    About,
    coefficient,
    count,
    finding,
    listed,
    named,
    number,
    p_value,
    percent,
)
from steelyard.analysis.findings.source import Known, indicator_of
from steelyard.model import Words

_FEW = 30
_COVERED = 0.8
_WIDE = 0.9  # a prediction interval that says nothing
_BALANCED = 0.8
_POOR, _GOOD = 0.5, 0.8
_SURE = 0.05


def gate_findings(known: Known, harm: Sequence[Finding] = ()) -> Iterator[Finding]:
    """Yield the gates that are not met, in one sentence; those of harm stand with it already."""
    named_before = {id_ for one in harm for id_ in one.indicators}
    failed = [gate for gate in known.failed_gates if indicator_of(gate) not in named_before]
    if not failed:
        return
    every = len(known.summary.get("gates") or ())
    figures = {"n": count(len(failed)), "of": count(every)}
    figures["gates"] = listed([Words(text, text) for text in failed[:3]])
    ids = tuple(indicator_of(text) for text in failed)
    yield finding("gates", About("further", "bad", indicators=ids), figures)


def further_findings(known: Known) -> Iterator[Finding]:
    """Yield what is neither harm, level, failure nor difference."""
    yield from _checklist(known)
    yield from _few_cases(known)
    yield from _never_seen(known)
    yield from _driver(known)
    yield from _reversal(known)
    yield from _balance(known)
    yield from _redundancy(known)
    yield from _coverage(known)


def _checklist(known: Known) -> Iterator[Finding]:
    found = known.conditions.environments if known.conditions else ()
    failed = [line for line in found if line.checklist_failed]
    if not failed:
        return
    most = max(failed, key=lambda line: line.checklist_failed)
    figures = {"name": named(most.name), "n": count(most.checklist_failed)}
    ids = ("port.compat_issues", "port.checklist_coverage")
    yield finding("checklist", About("further", "bad", indicators=ids), figures)


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
    yield finding("few_cases", About("further", "neutral"), figures)


def _never_seen(known: Known) -> Iterator[Finding]:
    new = known.generalisation.new_scene
    if new is None or new.low is None or new.high is None or new.typical.value is None:
        return
    if new.high - new.low > _WIDE:
        return
    figures = {
        "value": percent(new.typical.value),
        "low": percent(new.low),
        "high": percent(new.high),
        "scenes": count(new.scenes),
    }
    tone: FindingTone = "bad" if new.high < _POOR else "good" if new.low >= _GOOD else "neutral"
    yield finding("new_scenario", About("further", tone), figures)


def _driver(known: Known) -> Iterator[Finding]:
    """Yield the measure most closely associated with passing, if all together pass one test."""
    drivers = known.correlation.drivers if known.correlation else None
    found = drivers.largest if drivers else None
    if found is None or found.p > _SURE:
        return
    figures = {
        "name": named(found.name),
        "rho": coefficient(found.rho),
        "n": count(found.n),
        "p": p_value(found.p),
    }
    key = f"driver_{'more' if found.rho > 0 else 'less'}"
    yield finding("driver", About("further", "neutral", "established"), figures, key=key)


def _reversal(known: Known) -> Iterator[Finding]:
    for pair in known.correlation.pairs if known.correlation else ():
        if not pair.reverses or pair.within is None or pair.within.value is None:
            continue
        if pair.spearman.value is None or pair.structural is not None:
            continue
        figures = {
            "a": named(known.measure(pair.a)),
            "b": named(known.measure(pair.b)),
            "pooled": coefficient(pair.spearman.value),
            "within": coefficient(pair.within.value),
        }
        yield finding("reversal", About("further", "neutral", "established"), figures)
        return


def _balance(known: Known) -> Iterator[Finding]:
    relation = known.relations.f1_balance if known.relations else None
    if relation is None or relation.balance is None or relation.balance >= _BALANCED:
        return
    if relation.precision is None or relation.recall is None:
        return
    figures = {
        "precision": percent(relation.precision),
        "recall": percent(relation.recall),
        "balance": number(relation.balance),
    }
    low = "recall" if relation.recall < relation.precision else "precision"
    about = About("further", "neutral", indicators=("base.precision", "base.recall", "base.f1"))
    yield finding("f1_balance", about, figures, key=f"balance_{low}")


def _redundancy(known: Known) -> Iterator[Finding]:
    found = known.correlation.redundancy if known.correlation else None
    if found is None or not found.pairs:
        return
    a, b, rho = found.pairs[0]
    figures = {
        "names": listed([known.measure(a), known.measure(b)]),
        "rho": coefficient(rho),
    }
    yield finding("redundancy", About("further", "neutral", "established"), figures)


def _coverage(known: Known) -> Iterator[Finding]:
    headline = known.summary.get("headline") or {"id": "overall"}
    if headline.get("id") != "overall":
        return  # the line below the headline says it
    overall = known.summary.get("overall") or {}
    coverage = overall.get("coverage")
    if overall.get("score") is None or coverage is None or coverage >= _COVERED:
        return
    figures = {"coverage": percent(coverage)}
    about = About("further", "neutral")
    low, high = overall.get("lo"), overall.get("hi")
    if low is None or high is None:
        yield finding("coverage", about, figures)
        return
    figures |= {"low": percent(low), "high": percent(high)}
    yield finding("coverage", about, figures, key="coverage_between")
