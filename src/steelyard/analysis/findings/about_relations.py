"""Findings about what goes together: latency, completion, abnormal inputs, drivers, redundancy."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.analysis.findings.content import Finding
from steelyard.analysis.findings.figures import (
    About,
    coefficient,
    count,
    distance,
    finding,
    limits,
    listed,
    named,
    number,
    percent,
    points,
)
from steelyard.analysis.findings.source import Known

_MUCH = 0.05  # a difference of shares that is worth a sentence
_NOT_WORSE = 0.1  # how much worse than equal is still called not worse
_BALANCED = 0.8
_EXPLAINS = 0.02


def about_relations(known: Known) -> Iterator[Finding]:
    """Yield what stands out about what goes together."""
    yield from _latency(known)
    yield from _completed_but_wrong(known)
    yield from _abnormal(known)
    yield from _balance(known)
    yield from _driver(known)
    yield from _reversal(known)
    yield from _redundancy(known)


def _latency(known: Known) -> Iterator[Finding]:
    relation = known.relations.latency_accuracy if known.relations else None
    if relation is None or relation.difference.value is None or relation.median_s is None:
        return
    between = limits(relation.difference, points)
    if between is None:
        return
    figures = {
        "difference": points(relation.difference.value),
        "median": number(relation.median_s),
        **between,
    }
    ids = ("base.accuracy", "base.latency_p50")
    if relation.evidence == "not_established":
        # An interval that ends near 0 does establish something: not worse by more than that.
        if (most := relation.difference.ci_high or 0.0) < _NOT_WORSE:
            figures["most"] = distance(most)
            about = About("established", "good", 0.38, ids)
            yield finding("latency", "latency_not_worse", about, figures)
        else:
            about = About("not_established", "neutral", 0.37, ids)
            yield finding("latency", "latency_open", about, figures)
    elif relation.difference.value > 0:
        about = About("established", "bad", 0.64 + 0.1 * relation.difference.value, ids)
        yield finding("latency", "latency_slow_worse", about, figures)
    else:
        about = About("established", "neutral", 0.58, ids)
        yield finding("latency", "latency_slow_better", about, figures)


def _completed_but_wrong(known: Known) -> Iterator[Finding]:
    relation = known.relations.accuracy_completion if known.relations else None
    if relation is None or relation.gap is None or not relation.n:
        return
    completed = relation.both + relation.only_completed
    if not completed or relation.only_completed / completed < _MUCH:
        return
    figures = {
        "wrong": count(relation.only_completed),
        "completed": count(completed),
        "share": percent(relation.only_completed / completed),
    }
    ids = ("base.accuracy", "base.completion_rate")
    about = About("observed", "bad", 0.56 + 0.2 * relation.only_completed / completed, ids)
    yield finding("completed_but_wrong", "completed_but_wrong", about, figures)


def _abnormal(known: Known) -> Iterator[Finding]:
    relation = known.relations.generalisation_base if known.relations else None
    if relation is None or relation.drop.value is None:
        return
    between = limits(relation.drop, points)
    if between is None:
        return
    figures = {
        "drop": points(relation.drop.value),
        "n": count(relation.abnormal.n),
        **between,
    }
    ids = ("robust.abnormal_error_rate",)
    if (relation.drop.ci_high or 0.0) < 0:
        about = About("established", "bad", 0.7 + 0.1 * abs(relation.drop.value), ids)
        yield finding("abnormal", "abnormal", about, figures)
    elif (relation.drop.ci_low or 0.0) <= 0:
        about = About("not_established", "neutral", 0.36, ids)
        yield finding("abnormal", "abnormal_open", about, figures)


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
    about = About("observed", "bad", 0.54, ("base.precision", "base.recall", "base.f1"))
    yield finding("f1_balance", f"balance_{low}", about, figures)


def _driver(known: Known) -> Iterator[Finding]:
    """Yield the number most closely associated with passing, if that is established."""
    found = known.correlation.drivers if known.correlation else None
    if found is None or not found.r2 or found.r2 < _EXPLAINS:
        return
    for driver in found.drivers:
        weight, share = driver.coefficient, driver.share
        if weight is None or weight.value is None or share.value is None:
            continue
        if weight.ci_low is None or weight.ci_high is None:
            continue
        if weight.ci_low <= 0 <= weight.ci_high or share.value < _EXPLAINS:
            continue
        figures = {"name": named(driver.name), "share": percent(share.value / found.r2)}
        figures["r2"] = percent(found.r2)
        key = f"driver_{'more' if weight.value > 0 else 'less'}"
        about = About("established", "neutral", 0.5 + 0.1 * share.value)
        yield finding("driver", key, about, figures)
        return


def _reversal(known: Known) -> Iterator[Finding]:
    pairs = known.correlation.pairs if known.correlation else ()
    for pair in pairs:
        if not pair.reverses or pair.within is None or pair.within.value is None:
            continue
        if pair.spearman.value is None:
            continue
        figures = {
            "a": named(known.measure(pair.a)),
            "b": named(known.measure(pair.b)),
            "pooled": coefficient(pair.spearman.value),
            "within": coefficient(pair.within.value),
        }
        about = About("established", "neutral", 0.6)
        yield finding("reversal", "reversal", about, figures)
        return


def _redundancy(known: Known) -> Iterator[Finding]:
    found = known.correlation.redundancy if known.correlation else None
    if found is None:
        return
    same = {frozenset(pair) for pair in found.structural}
    for cluster in found.clusters:
        if frozenset(cluster.members) in same:
            continue  # one thing by construction is no discovery
        figures = {
            "names": listed([known.measure(id_) for id_ in cluster.members]),
            "weakest": number(cluster.weakest),
        }
        about = About("observed", "neutral", 0.33)
        yield finding("redundancy", "redundancy", about, figures)
        return
