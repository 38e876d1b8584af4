"""The interval of an F1 made of counts: 2·correct / (attempted + answerable)."""

from __future__ import annotations

from steelyard.indicators.dual import smooth
from steelyard.indicators.intervals import (
    FEW,
    Chosen,
    Estimate,
    effective_trials,
    highest_f1,
    of_effective,
    of_rate,
    why_none,
    wilson,
)
from steelyard.indicators.measured import Measured, variance
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.shapes import F1


def interval_of_f1(f1: F1, measured: Measured, value: float, confidence: float) -> Chosen:
    """Return Wilson's interval with as many trials as the variance is worth.

    At 0 and 1 there is no variance to see, and the mean of attempted and answerable cases are the
    trials. F1 never says more than recall allows: few attempts leave its upper end to recall's.
    """
    counts, sizes = measured.counts, measured.sizes
    whole = Estimate(value, measured.variance, sizes, counts.rows, None, float(counts.cases))
    if (reason := why_none(whole)) is not None:
        return Chosen(None, reason)
    if 0 < value < 1:
        if not measured.variance:
            return Chosen(None, "one_cluster" if measured.variance is None else "no_spread")
        if counts.rows < FEW:
            return Chosen(None, "too_few")
        found = of_effective(value, measured.variance, sizes.df, confidence)
    else:
        attempted, answerable = (_number(f1, at, measured) for at in (1, 2))
        scale = 1.0 if whole.is_plain else sizes.effective / counts.cases
        found = of_rate(value, (attempted + answerable) / 2 * scale, "wilson", confidence)
    return _below_recall(found, f1, measured, value, confidence)


def _below_recall(
    found: Chosen, f1: F1, measured: Measured, value: float, confidence: float
) -> Chosen:
    size = _number(f1, 2, measured)
    if found.interval is None or size <= 0:
        return found
    recall = _ratio(evaluate(f1.correct, measured.atoms), evaluate(f1.answerable, measured.atoms))
    assert isinstance(recall.value, float)
    share = min(1.0, recall.value)
    own = variance(recall, measured.moments)
    side = Estimate(share, own, measured.sizes, measured.counts.rows, size, size)
    trials = effective_trials(side, confidence)
    highest = highest_f1(wilson(share * trials, trials, confidence)[1])
    high = max(value, min(found.interval.high, highest))
    return Chosen(found.interval._replace(high=high))


def _number(f1: F1, at: int, measured: Measured) -> float:
    found = evaluate(f1[at], measured.atoms).value
    return float(found) if isinstance(found, (int, float)) else 0.0


_ratio = smooth(lambda above, below: (above / below, (1 / below, -above / below**2)))
