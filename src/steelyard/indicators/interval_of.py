"""Which interval a measured indicator gets: by the shape of its expression."""

from __future__ import annotations

import math
from collections.abc import Mapping

from steelyard.indicators.dual import Dual
from steelyard.indicators.intervals import (
    Chosen,
    Estimate,
    Part,
    choose_interval,
    effective_trials,
    ratio_limits,
    square_and_add,
    wilson,
)
from steelyard.indicators.measured import Measured, covariance, variance
from steelyard.indicators.resolve import Resolved, is_step
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.tree import Atom, Call, Extreme, Literal, Node, Quantile, Sum, atoms_of
from steelyard.model import Interval


def interval_of(resolved: Resolved, measured: Measured, value: float, confidence: float) -> Chosen:
    """Return the interval of a measured indicator, or the word for why there is none."""
    kind, counts = resolved.formula.interval, measured.counts
    if kind == "none":
        return Chosen(None, "interval_not_given")
    nested = resolved.nested is not None and not resolved.nested.of_cases
    if nested and kind == "wilson":  # the groups are the trials
        low, high = wilson(value * measured.members, measured.members, confidence)
        return Chosen(Interval(min(low, value), max(high, value), "wilson", confidence))
    if nested and is_step(resolved.tree):
        return Chosen(None, "step_inside")
    tree = resolved.tree
    shape = tree if nested else effective(tree, measured.atoms)
    if isinstance(shape, Quantile):
        if measured.bounds is None:
            return Chosen(None, "too_few_for_quantile")
        return Chosen(Interval(*measured.bounds, "quantile", confidence))
    atoms = atoms_of(tree)
    if any(isinstance(atom, Quantile) for atom in atoms):
        return Chosen(None, "quantile_inside")
    if any(isinstance(atom, Extreme) for atom in atoms):
        return Chosen(None, "extreme_inside")
    turned = _less_from(shape)
    pair = _pair_of_shares(shape if turned is None else turned[1])
    if pair is not None and kind == "auto":
        found = _of_pair(shape if turned is None else turned[1], pair, measured, confidence)
        return found if turned is None else _turned(found, turned[0])
    trials, smallest = _trials(tree, shape, measured)
    estimate = Estimate(
        value,
        measured.variance,
        counts.clusters,
        counts.rows,
        trials,
        smallest,
        _mean_of(shape) is not None,
    )
    return choose_interval(estimate, kind, resolved.formula.range, confidence)


def effective(tree: Node, atoms: Mapping[Atom, Dual]) -> Node:
    """Return the branch that a `case` comes to on these sums."""
    while isinstance(tree, Call) and tree.function == "case":
        pairs = zip(tree.args[:-1:2], tree.args[1:-1:2], strict=True)
        holds = (then for when, then in pairs if evaluate(when, atoms).value is True)
        tree = next(holds, tree.args[-1])
    return tree


def share_of(tree: Node) -> tuple[Sum, Sum] | None:
    """Return what is counted and among what, when the expression is a plain share of cases."""
    mean = _mean_of(tree)
    return mean if mean is not None and mean[0].is_share else None


def _mean_of(tree: Node) -> tuple[Sum, Sum] | None:
    """Return what is added up and the count of the same rows, when the expression is a mean."""
    if not isinstance(tree, Call) or tree.function != "/":
        return None
    above, below = tree.args
    if isinstance(above, Sum) and isinstance(below, Sum) and below.value is None:
        same_rows = (above.population, above.where) == (below.population, below.where)
        return (above, below) if same_rows else None
    return None


def _pair_of_shares(tree: Node) -> tuple[Node, Node] | None:
    """Return both shares when the expression is their difference or their ratio."""
    if isinstance(tree, Call) and tree.function in ("-", "/"):
        first, second = tree.args
        if share_of(first) and share_of(second):
            return first, second
    return None


def _less_from(tree: Node) -> tuple[float, Node] | None:
    """Return c and x when the expression is c − x."""
    if isinstance(tree, Call) and tree.function == "-":
        first, second = tree.args
        if isinstance(first, Literal) and isinstance(first.value, float):
            return first.value, second
    return None


def _turned(chosen: Chosen, whole: float) -> Chosen:
    if chosen.interval is None:
        return chosen
    low, high, method, confidence = chosen.interval
    return Chosen(Interval(whole - high, whole - low, method, confidence))


def _of_pair(tree: Node, pair: tuple[Node, Node], measured: Measured, confidence: float) -> Chosen:
    """Return Newcombe's interval of a difference of shares, or MOVER-R's of their ratio."""
    first, second = (_part(node, measured, confidence) for node in pair)
    if first is None or second is None:
        return Chosen(None, "nothing_counted")
    correlation = _correlation(pair, measured)
    assert isinstance(tree, Call)
    if tree.function == "-":
        low, high = square_and_add([first, second._replace(weight=-1.0)], correlation)
        return Chosen(Interval(max(-1.0, low), min(1.0, high), "newcombe", confidence))
    low, end = ratio_limits(first, second, correlation)
    if end is None:
        return Chosen(None, "base_may_be_zero")
    return Chosen(Interval(low, end, "mover_ratio", confidence))


def _part(node: Node, measured: Measured, confidence: float) -> Part | None:
    share = share_of(node)
    assert share is not None
    dual = evaluate(node, measured.atoms)
    size = measured.atoms[share[1]].value
    if not isinstance(dual.value, float) or not isinstance(size, float):
        return None
    clusters = measured.moments.clusters[share[1]] if measured.moments else 0
    rows = measured.counts.rows
    single = rows == measured.counts.clusters
    estimate = Estimate(
        dual.value,
        variance(dual, measured.moments),
        clusters,
        clusters if single else rows,
        size,
        size,
    )
    trials = effective_trials(estimate, confidence)
    low, high = wilson(dual.value * trials, trials, confidence)
    return Part(1.0, dual.value, low, high)


def _correlation(pair: tuple[Node, Node], measured: Measured) -> float:
    """Return how the sampling errors of two shares go together: 0 unless they share clusters."""
    first, second = (evaluate(node, measured.atoms) for node in pair)
    moments = measured.moments
    spread = (variance(first, moments) or 0.0) * (variance(second, moments) or 0.0)
    if spread <= 0:
        return 0.0
    found = covariance(first, second, moments) / math.sqrt(spread)
    # Shares of different cases are slightly correlated by chance alone; only a real tie may narrow.
    return min(max(found, -1.0), 0.99) if _share_cases(pair, measured) else 0.0


def _share_cases(pair: tuple[Node, Node], measured: Measured) -> bool:
    """Return whether some clusters are in both shares."""
    sizes = [share[1] for node in pair if (share := share_of(node))]
    moments = measured.moments
    if moments is None or len(sizes) < 2:
        return False
    return sum(moments.clusters[size] for size in sizes) > measured.counts.clusters


def _trials(tree: Node, shape: Node, measured: Measured) -> tuple[float | None, float]:
    """Return the denominator if the shape is a plain share, and the smallest count in the tree."""
    sizes = {
        atom: float(measured.atoms[atom].value or 0)
        for atom in atoms_of(tree)
        if isinstance(atom, Sum) and atom.value is None
    }
    smallest = min(sizes.values(), default=float(measured.counts.clusters))
    share = share_of(shape)
    return (None if share is None else sizes[share[1]]), smallest
