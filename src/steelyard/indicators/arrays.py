"""Computes an expression on many resamples at once: arrays in place of numbers, NaN for missing.

The plain twin is `scalar.evaluate`, one resample at a time; the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from steelyard.indicators.tree import (
    Aggregate,
    Atom,
    Call,
    Column,
    Extreme,
    Literal,
    Node,
    Quantile,
    Sum,
)

Array: TypeAlias = Any  # an array of numbers or of truths, or one text for all resamples
Names: TypeAlias = Mapping[str, Array]


def evaluate_arrays(
    node: Node,
    atoms: Mapping[Atom, Array],
    *,
    names: Names | None = None,
    groups: Sequence[tuple[Array, Names]] = (),
) -> Array:
    """Return the value of an expression in every resample.

    Args:
        node: the expression.
        atoms: what its sums came to in each resample.
        names: what columns stand for, inside an aggregate over groups.
        groups: for aggregates over groups, whether each is there, and its names.
    """
    if isinstance(node, Literal):
        return np.nan if node.value is None else node.value
    if isinstance(node, (Sum, Quantile, Extreme)):
        return atoms[node]
    if isinstance(node, Column):
        return (names or {})[node.name]
    if isinstance(node, Aggregate):
        return _over_groups(node, atoms, groups)
    assert isinstance(node, Call)
    args = [evaluate_arrays(arg, atoms, names=names, groups=groups) for arg in node.args]
    with np.errstate(all="ignore"):
        return _FUNCTIONS[node.function](*args)


def _over_groups(
    node: Aggregate, atoms: Mapping[Atom, Array], groups: Sequence[tuple[Array, Names]]
) -> Array:
    inside = []
    values = []
    for there, names in groups:
        chosen = there
        if node.where is not None:
            chosen = there & np.asarray(evaluate_arrays(node.where, atoms, names=names), bool)
        if node.args:
            value = np.broadcast_to(
                np.asarray(evaluate_arrays(node.args[0], atoms, names=names), float), there.shape
            )
            chosen = chosen & ~np.isnan(value)
            values.append(np.where(chosen, value, 0.0))
        inside.append(chosen)
    count = np.sum(inside, axis=0).astype(float)
    if node.function == "count":
        return count
    stack, mask = np.asarray(values), np.asarray(inside)
    some = count > 0
    if node.function in ("min", "max"):
        beyond = np.inf if node.function == "min" else -np.inf
        found = getattr(np, node.function)(np.where(mask, stack, beyond), axis=0)
        return np.where(some, found, np.nan)
    total = stack.sum(axis=0)
    if node.function == "count_if":
        return total
    if node.function in ("avg", "rate"):
        return np.where(some, total / np.where(some, count, 1.0), np.nan)
    return np.where(some, total, np.nan)


def _case(*args: Array) -> Array:
    found = args[-1]
    pairs = list(zip(args[:-1:2], args[1:-1:2], strict=True))
    for when, then in reversed(pairs):
        found = np.where(_truth(when), then, found)
    return found


def _truth(value: Array) -> Array:
    """Return where a condition holds; a missing one does not."""
    array = np.asarray(value)
    return array if array.dtype == bool else ~np.isnan(array.astype(float)) & (array != 0)


def _coalesce(*args: Array) -> Array:
    found = np.asarray(args[-1], float)
    for arg in reversed(args[:-1]):
        given = np.asarray(arg, float)
        found = np.where(np.isnan(given), found, given)
    return found


def _strict_pick(pick: Callable[..., Array]) -> Callable[..., Array]:
    # np.minimum and np.maximum keep a NaN: a missing part makes the whole missing.
    def picked(*args: Array) -> Array:
        found = args[0]
        for arg in args[1:]:
            found = pick(found, arg)
        return found

    return picked


def _divide(a: Array, b: Array) -> Array:
    return np.where(np.asarray(b) == 0, np.nan, np.asarray(a) / np.where(np.asarray(b) == 0, 1, b))


def _every(*args: Array) -> Array:
    return np.logical_and.reduce([np.broadcast_arrays(*map(_truth, args))][0])


def _any(*args: Array) -> Array:
    return np.logical_or.reduce([np.broadcast_arrays(*map(_truth, args))][0])


def _same(a: Array, b: Array) -> Array:
    both = _missing(a) & _missing(b)
    return both | (np.asarray(a) == np.asarray(b))


def _missing(a: Array) -> Array:
    array = np.asarray(a)
    return np.isnan(array) if array.dtype.kind == "f" else np.zeros(array.shape, bool)


def _comb(n: Array, k: Array) -> Array:
    from scipy.special import comb

    return comb(n, k)


_FUNCTIONS: dict[str, Callable[..., Array]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": _divide,
    "neg": np.negative,
    "abs": np.abs,
    "exp": np.exp,
    "ln": lambda a: np.where(np.asarray(a) > 0, np.log(np.where(np.asarray(a) > 0, a, 1)), np.nan),
    "sqrt": np.sqrt,
    "least": _strict_pick(np.minimum),
    "greatest": _strict_pick(np.maximum),
    "=": np.equal,
    "<>": lambda a, b: (np.asarray(a) != np.asarray(b)) & ~_missing(a) & ~_missing(b),
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "in": lambda value, *allowed: np.isin(value, allowed),
    "is_same": _same,
    "is_distinct": lambda a, b: ~_same(a, b),
    "is_null": _missing,
    "is_not_null": lambda a: ~_missing(a),
    "and": _every,
    "or": _any,
    "not": lambda a: ~_truth(a),
    "coalesce": _coalesce,
    "case": _case,
    "comb": _comb,
}
