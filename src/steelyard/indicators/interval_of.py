"""Which interval a measured indicator gets: by the shape of its expression."""

from __future__ import annotations

import math

from steelyard.indicators.interval_of_f1 import interval_of_f1
from steelyard.indicators.intervals import (
    Chosen,
    ClusterSizes,
    Estimate,
    Part,
    choose_interval,
    effective_trials,
    of_effective,
    perfect_average,
    ratio_limits,
    shrink_correlation,
    square_and_add,
    why_none,
    wilson,
)
from steelyard.indicators.measured import Measured, covariance, variance
from steelyard.indicators.resolve import Resolved, is_step
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.shapes import (
    effective,
    f1_of,
    less_from,
    mean_of,
    pair_of_means,
    share_of,
    skewed_total,
)
from steelyard.indicators.tree import Call, Extreme, Node, Quantile, Sum, atoms_of
from steelyard.model import Interval

_SHARE = (0.0, 1.0)
_ALMOST = 0.99  # agreement on every case seen must leave room for one that is not
_BINARY = 1 - 1e-9  # of the greatest variance that numbers from 0 to 1 with this mean can have


def interval_of(resolved: Resolved, measured: Measured, value: float, confidence: float) -> Chosen:
    """Return the interval of a measured indicator, or the word for why there is none."""
    kind = resolved.formula.interval
    if kind == "none":
        return Chosen(None, "interval_not_given")
    if resolved.nested is not None and not resolved.nested.of_cases:
        return _of_groups(resolved, measured, value, confidence)
    tree = resolved.tree
    shape = effective(tree, measured.atoms)
    if isinstance(shape, Quantile):
        if measured.bounds is None:
            return Chosen(None, "too_few_for_quantile")
        return Chosen(Interval(*measured.bounds, "quantile", confidence))
    atoms = atoms_of(tree)
    if any(isinstance(atom, Quantile) for atom in atoms):
        return Chosen(None, "quantile_inside")
    if any(isinstance(atom, Extreme) for atom in atoms):
        return Chosen(None, "extreme_inside")
    turned = less_from(shape)
    inner = shape if turned is None else turned[1]
    pair = _pair_of_shares(inner, kind)
    if pair is not None:
        found = _of_pair(inner, pair, measured, confidence)
        return found if turned is None else _turned(found, turned[0])
    f1 = f1_of(shape)
    if f1 is not None and kind == "auto":
        return interval_of_f1(f1, measured, value, confidence)
    estimate = estimate_of(resolved, shape, measured, value)
    return choose_interval(estimate, kind, resolved.formula.range, confidence)


def estimate_of(resolved: Resolved, shape: Node, measured: Measured, value: float) -> Estimate:
    """Return what is known about the value of an expression of sums."""
    trials, smallest = _trials(resolved.tree, shape, measured)
    mean, sizes = mean_of(shape), measured.sizes
    if mean is not None and measured.moments is not None:
        sizes = measured.moments.sizes.get(mean.rows, sizes)
    return Estimate(
        value,
        measured.variance,
        sizes,
        measured.counts.rows,
        trials,
        smallest,
        mean is not None or skewed_total(shape) is not None,
        _skew(measured, sizes),
        per_case=resolved.nested is not None,
    )


def _skew(measured: Measured, sizes: ClusterSizes) -> float:
    """Return the skewness of a mean, 0 where nothing is known of it.

    Where few clusters outweigh the others, the skewness of what they add is theirs alone and mostly
    chance: it counts as far as there are effective clusters.
    """
    found = None if measured.moments is None else measured.moments.skewness
    if found is None or not math.isfinite(found):
        return 0.0
    return found / math.sqrt(sizes.clusters) * sizes.effective / sizes.clusters


def _of_groups(resolved: Resolved, measured: Measured, value: float, confidence: float) -> Chosen:
    """Return the interval of an aggregate over groups that are not the cases."""
    kind, range_ = resolved.formula.interval, resolved.formula.range
    if kind == "wilson":  # the groups are the trials
        low, high = wilson(value * measured.members, measured.members, confidence)
        return Chosen(Interval(min(low, value), max(high, value), "wilson", confidence))
    if is_step(resolved.tree):
        return Chosen(None, "step_inside")
    sizes, counts = measured.sizes, measured.counts
    estimate = Estimate(value, measured.variance, sizes, counts.rows, None, float(counts.clusters))
    if not measured.support or range_ != _SHARE or kind != "auto" or not 0 < value <= 1:
        return choose_interval(estimate, kind, range_, confidence)
    plain = choose_interval(estimate, kind, range_, confidence)
    if plain.interval is None:
        return plain
    rows = measured.support.values()
    if value == 1:
        scale = 1.0 if estimate.is_plain else sizes.effective / counts.cases
        low = perfect_average([n * scale for n in rows], confidence)
        return Chosen(Interval(low, 1.0, "wilson_effective", confidence))
    # The rarest class has most of the variance, and it is estimated from its rows alone. A class
    # that was never recognized shows none at all: never more trials than there are cases.
    assert measured.variance
    variance = max(measured.variance, value * (1 - value) / counts.cases)
    return of_effective(value, variance, min(sizes.df, *rows), confidence)


def _pair_of_shares(tree: Node, kind: str) -> tuple[Node, Node] | None:
    """Return both shares when the expression is their difference or their ratio.

    A record says `mover_ratio` of a ratio of means from 0 to 1, such as shares within each case.
    """
    pair = pair_of_means(tree)
    if pair is None or kind not in ("auto", "mover_ratio"):
        return None
    return pair if kind == "mover_ratio" or all(map(share_of, pair)) else None


def _turned(chosen: Chosen, whole: float) -> Chosen:
    if chosen.interval is None:
        return chosen
    low, high, method, confidence = chosen.interval
    return Chosen(Interval(whole - high, whole - low, method, confidence))


def _of_pair(tree: Node, pair: tuple[Node, Node], measured: Measured, confidence: float) -> Chosen:
    """Return Newcombe's interval of a difference of shares, or MOVER-R's of their ratio."""
    sides = [_side(node, measured) for node in pair]
    for side in sides:
        if side is None:
            return Chosen(None, "nothing_counted")
        if (reason := why_none(side)) is not None:
            return Chosen(None, reason)
    first, second = (_part(side, confidence) for side in sides if side is not None)
    correlation = _correlation(pair, measured)
    assert isinstance(tree, Call)
    if tree.function == "-":
        correlation = min(correlation, _ALMOST)
        low, high = square_and_add([first, second._replace(weight=-1.0)], correlation)
        return Chosen(Interval(max(-1.0, low), min(1.0, high), "newcombe", confidence))
    correlation = shrink_correlation(correlation, measured.sizes.effective)
    low, end = ratio_limits(first, second, correlation)
    if end is None:
        return Chosen(None, "base_may_be_zero")
    value = first.value / second.value
    return Chosen(Interval(min(low, value), max(end, value), "mover_ratio", confidence))


def _side(node: Node, measured: Measured) -> Estimate | None:
    """Return what is known about one of two shares."""
    mean = mean_of(node)
    assert mean is not None
    dual = evaluate(node, measured.atoms)
    size = measured.atoms[mean.rows].value
    if not isinstance(dual.value, float) or not isinstance(size, float):
        return None
    sizes = measured.sizes
    if measured.moments is not None:
        sizes = measured.moments.sizes.get(mean.rows, sizes)
    rows = measured.counts.rows
    if rows == measured.counts.clusters:
        rows = sizes.clusters
    own = variance(dual, measured.moments)
    trials = size if mean.total.is_share or _is_binary(dual.value, own, sizes.clusters) else None
    return Estimate(dual.value, own, sizes, rows, trials, size)


def _is_binary(value: float, variance: float | None, count: int) -> bool:
    """Return whether numbers from 0 to 1 are all 0 or 1: none vary more about this mean."""
    greatest = value * (1 - value) / max(1, count - 1)
    return variance is not None and variance >= greatest * _BINARY


def _part(side: Estimate, confidence: float) -> Part:
    trials = effective_trials(side, confidence)
    low, high = wilson(side.value * trials, trials, confidence)
    return Part(1.0, side.value, min(low, side.value), max(high, side.value))


def _correlation(pair: tuple[Node, Node], measured: Measured) -> float:
    """Return how the sampling errors of two shares go together: 0 unless they share clusters."""
    first, second = (evaluate(node, measured.atoms) for node in pair)
    moments = measured.moments
    spread = (variance(first, moments) or 0.0) * (variance(second, moments) or 0.0)
    if spread <= 0:
        return 0.0
    found = covariance(first, second, moments) / math.sqrt(spread)
    # Shares of different cases are slightly correlated by chance alone; only a real tie may narrow.
    return min(max(found, -1.0), 1.0) if _share_cases(pair, measured) else 0.0


def _share_cases(pair: tuple[Node, Node], measured: Measured) -> bool:
    """Return whether some clusters are in both shares."""
    moments = measured.moments
    counts = [mean.rows for node in pair if (mean := mean_of(node))]
    if moments is None or any(count not in moments.sizes for count in counts):
        return False
    return sum(moments.sizes[count].clusters for count in counts) > measured.counts.clusters


def _trials(tree: Node, shape: Node, measured: Measured) -> tuple[float | None, float]:
    """Return the denominator if the shape is a plain share, and the smallest count in the tree."""
    sizes = {
        atom: float(measured.atoms[atom].value or 0)
        for atom in atoms_of(tree)
        if isinstance(atom, Sum) and atom.value is None
    }
    smallest = min(sizes.values(), default=float(measured.counts.clusters))
    share = share_of(shape)
    return (None if share is None else sizes[share.rows]), smallest
