"""Computes an expression on finished sums, with its slopes; and folds constants beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steelyard.indicators.dual import UNDEFINED, Dual, choose, smooth
from steelyard.indicators.functions import FUNCTIONS
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
    rebuild,
)

Names = Mapping[str, Dual]
_PICK = {"min": min, "max": max}


def evaluate(
    node: Node,
    atoms: Mapping[Atom, Dual],
    *,
    names: Names | None = None,
    groups: Sequence[Names] = (),
) -> Dual:
    """Return the value of an expression and its slope in each sum.

    Args:
        node: the expression.
        atoms: what its sums and quantiles came to.
        names: what columns stand for, inside an aggregate over groups.
        groups: the names of every group, for aggregates over groups.
    """
    if isinstance(node, Literal):
        return Dual(node.value)
    if isinstance(node, (Sum, Quantile, Extreme)):
        return atoms[node]
    if isinstance(node, Column):
        return (names or {})[node.name]
    if isinstance(node, Aggregate):
        return _over_groups(node, atoms, groups)
    assert isinstance(node, Call)  # parameters and references are resolved by now
    args = [evaluate(arg, atoms, names=names, groups=groups) for arg in node.args]
    return FUNCTIONS[node.function].scalar(*args)


def fold(node: Node) -> Node:
    """Return the expression with everything constant computed and dead branches removed."""
    return rebuild(node, _fold_one)


def _fold_one(node: Node) -> Node:
    if not isinstance(node, Call):
        return node
    if all(isinstance(arg, Literal) for arg in node.args):
        return Literal(evaluate(node, {}).value, node.at)
    if node.function == "case":
        return _fold_case(node)
    if node.function in ("and", "or"):
        return _fold_logic(node)
    if node.function == "not":
        return node
    if node.function == "coalesce":
        first = node.args[0]
        if isinstance(first, Literal):
            rest = node.args[1:]
            return (
                first
                if first.value is not None
                else rest[0]
                if len(rest) == 1
                else Call("coalesce", rest, node.at)
            )
    return node


def _fold_case(node: Call) -> Node:
    branches: list[Node] = []
    for when, then in zip(node.args[:-1:2], node.args[1:-1:2], strict=True):
        if isinstance(when, Literal):
            if when.value is True:
                return then if not branches else Call("case", (*branches, then), node.at)
            continue
        branches += (when, then)
    return Call("case", (*branches, node.args[-1]), node.at) if branches else node.args[-1]


def _fold_logic(node: Call) -> Node:
    """Drop what decides nothing (true in `and`, false in `or`); stop at what decides all."""
    neutral = node.function == "and"
    rest = [arg for arg in node.args if not (isinstance(arg, Literal) and arg.value is neutral)]
    if any(isinstance(arg, Literal) and arg.value is (not neutral) for arg in rest):
        return Literal(not neutral, node.at)
    return rest[0] if len(rest) == 1 else Call(node.function, tuple(rest), node.at)


def _over_groups(node: Aggregate, atoms: Mapping[Atom, Dual], groups: Sequence[Names]) -> Dual:
    """Aggregate over groups: sums keep their slopes; an empty average is undefined."""
    chosen = [
        names
        for names in groups
        if node.where is None or evaluate(node.where, atoms, names=names).value is True
    ]
    if node.function == "count":
        return Dual(float(len(chosen)))
    parts = [evaluate(node.args[0], atoms, names=names) for names in chosen]
    parts = [_as_number(part) for part in parts if part.value is not None]
    if not parts:
        return Dual(0.0) if node.function == "count_if" and chosen else UNDEFINED
    if node.function in _PICK:
        return choose(_PICK[node.function])(*parts)
    total = smooth(lambda *values: (sum(values), [1.0] * len(values)))(*parts)
    if node.function in ("avg", "rate"):
        return FUNCTIONS["/"].scalar(total, Dual(float(len(parts))))
    return total


def _as_number(part: Dual) -> Dual:
    return Dual(float(part.value), part.slope) if isinstance(part.value, bool) else part
