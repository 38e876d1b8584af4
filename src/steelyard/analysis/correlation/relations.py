"""The four relations of a run: accuracy and completion, F1, latency and accuracy, other scenes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.analysis.correlation.balance import balance
from steelyard.analysis.correlation.case_table import DONE, RIGHT, CaseTable, Subject
from steelyard.analysis.correlation.content import (
    AccuracyCompletion,
    Coefficient,
    F1Balance,
    GeneralisationBase,
    Relations,
)
from steelyard.analysis.correlation.latency_accuracy import latency_accuracy
from steelyard.analysis.correlation.matrix import p_of
from steelyard.analysis.correlation.pairs import interval_of
from steelyard.analysis.correlation.phi import phi
from steelyard.analysis.correlation.point_biserial import fisher_error
from steelyard.analysis.correlation.spoken import both
from steelyard.analysis.generalisation.rate import Rate
from steelyard.analysis.generalisation.scene_kinds import gap
from steelyard.indicators.intervals import Part, ratio_limits


def relations(subject: Subject, table: CaseTable, *, confidence: float) -> Relations:
    """Return the four relations of one run.

    Args:
        subject: the run.
        table: its cases, with the columns `latency_s` and `score`.
        confidence: of the intervals.
    """
    return Relations(
        run=subject.name,
        accuracy_completion=accuracy_completion(table, confidence=confidence),
        f1_balance=f1_balance(subject.summary),
        latency_accuracy=latency_accuracy(table, confidence=confidence),
        generalisation_base=generalisation_base(table, confidence=confidence),
        provenance=table.provenance,
    )


def accuracy_completion(table: CaseTable, *, confidence: float = 0.95) -> AccuracyCompletion | None:
    """Return whether right and completed go together; None when no case says both.

    A case whose epochs differ counts to each cell with its share.
    """
    [(n, both_, right, done)] = table.query(
        f"SELECT count(*), sum(right_and_done), sum({RIGHT}), sum({DONE}) FROM case_means"
        f" WHERE {RIGHT} IS NOT NULL AND {DONE} IS NOT NULL"
    )
    if not n:
        return None
    only_right, only_done = max(0.0, right - both_), max(0.0, done - both_)
    neither = max(0.0, n - both_ - only_right - only_done)
    value = phi(both_, only_right, only_done, neither)
    return AccuracyCompletion(
        both=both_,
        only_right=only_right,
        only_completed=only_done,
        neither=neither,
        n=n,
        accuracy=right / n,
        completion=done / n,
        gap=abs(right - done) / n,
        phi=_of_phi(value, n, table, confidence),
    )


def f1_balance(summary: Mapping[str, Any]) -> F1Balance | None:
    """Return whether precision and recall carry F1 alike; None when the run has neither."""
    values = {record["id"]: record["value"] for record in summary.get("indicators") or ()}
    precision, recall = (values.get(f"base.{name}") for name in ("precision", "recall"))
    if precision is None and recall is None:
        return None
    value = balance(precision, recall)
    reason = both("no_balance") if value is None else None
    return F1Balance(precision, recall, values.get("base.f1"), value, reason)


def generalisation_base(table: CaseTable, *, confidence: float = 0.95) -> GeneralisationBase | None:
    """Return what other scenes and abnormal inputs leave of the accuracy; None without verdicts."""

    def rate(where: str) -> Rate:
        return table.rate(RIGHT, where, confidence=confidence)

    overall = rate("TRUE")
    if overall.value is None:
        return None
    train, other = rate("scene_kind = 'train'"), rate("scene_kind IN ('non_train', 'unknown')")
    normal, abnormal = rate("NOT abnormal"), rate("abnormal")
    lacking = train.value is None and other.value is None
    return GeneralisationBase(
        overall=overall,
        train=train,
        non_train=other,
        train_ratio=part_ratio(train, overall),
        non_train_ratio=part_ratio(other, overall),
        normal=normal,
        abnormal=abnormal,
        drop=gap(abnormal, normal),
        reason=both("no_scene_kinds") if lacking else None,
        drop_reason=both("no_abnormal") if abnormal.value is None else None,
    )


def part_ratio(part: Rate, whole: Rate) -> Rate:
    """Return part / whole by MOVER-R, where the cases of the part are among those of the whole."""
    limits = (part.ci_low, part.ci_high, whole.ci_low, whole.ci_high)
    if part.value is None or not whole.value or not whole.n:
        return Rate(None, n=part.n)
    ratio = part.value / whole.value
    if None in limits or part.n == whole.n:
        # A part that is the whole has the ratio 1 whatever the cases say.
        return Rate(ratio, n=part.n, provenance=part.provenance)
    above = Part(1.0, part.value, part.ci_low or 0.0, part.ci_high or 0.0)
    below = Part(1.0, whole.value, whole.ci_low or 0.0, whole.ci_high or 0.0)
    # Errors go together: cov(part, whole) = share · var(part).
    share = part.n / whole.n
    correlation = min(0.99, share * _width(above) / _width(below))
    low, high = ratio_limits(above, below, correlation)
    if high is None:
        return Rate(ratio, n=part.n, provenance=part.provenance)
    return Rate(ratio, min(low, ratio), max(high, ratio), part.n, part.provenance)


def _width(part: Part) -> float:
    return max(1e-12, part.high - part.low)


def _of_phi(value: float | None, n: int, table: CaseTable, confidence: float) -> Coefficient:
    if value is None:
        return Coefficient(None, n=n, reason=both("constant"))
    free = round(n * table.clusters / table.cases)
    limits = interval_of(value, free, fisher_error, confidence)
    p = p_of(value, free)
    if limits is None:
        return Coefficient(value, p=p, n=n, reason=both("no_interval"))
    return Coefficient(value, *limits, p=p, n=n)
