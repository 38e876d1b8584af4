"""Shapes of expressions that have intervals of their own: means, shares, pairs of them, F1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from steelyard.indicators.dual import Dual
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.tree import (
    Aggregate,
    Atom,
    Call,
    Column,
    Literal,
    Node,
    Sum,
    atoms_of,
    walk,
)


class Mean(NamedTuple):
    """What is added up, and the count of the same rows."""

    total: Sum
    rows: Sum


class F1(NamedTuple):
    """2·correct / (attempted + answerable); what could be answered may be any expression."""

    correct: Sum
    attempted: Sum
    answerable: Node


def effective(tree: Node, atoms: Mapping[Atom, Dual]) -> Node:
    """Return the branch that a `case` comes to on these sums."""
    while isinstance(tree, Call) and tree.function == "case":
        pairs = zip(tree.args[:-1:2], tree.args[1:-1:2], strict=True)
        holds = (then for when, then in pairs if evaluate(when, atoms).value is True)
        tree = next(holds, tree.args[-1])
    return tree


def mean_of(tree: Node) -> Mean | None:
    """Return the parts of a plain mean over rows."""
    if not isinstance(tree, Call) or tree.function != "/":
        return None
    above, below = tree.args
    if isinstance(above, Sum) and isinstance(below, Sum) and below.value is None:
        same_rows = (above.population, above.where) == (below.population, below.where)
        return Mean(above, below) if same_rows else None
    return None


def share_of(tree: Node) -> Mean | None:
    """Return what is counted and among what, when the expression is a plain share of cases."""
    mean = mean_of(tree)
    return mean if mean is not None and mean.total.is_share else None


def skewed_total(tree: Node) -> Sum | None:
    """Return what is added up in a mean of numbers, or in one over a constant: it may be skewed."""
    while isinstance(tree, Call) and tree.function == "/" and isinstance(tree.args[1], Literal):
        tree = tree.args[0]
    mean = mean_of(tree)
    return mean.total if mean is not None and not mean.total.is_share else None


def pair_of_means(tree: Node) -> tuple[Node, Node] | None:
    """Return both means when the expression is their difference or their ratio."""
    if isinstance(tree, Call) and tree.function in ("-", "/"):
        first, second = tree.args
        if mean_of(first) and mean_of(second):
            return first, second
    return None


def less_from(tree: Node) -> tuple[float, Node] | None:
    """Return c and x when the expression is c − x."""
    if isinstance(tree, Call) and tree.function == "-":
        first, second = tree.args
        if isinstance(first, Literal) and isinstance(first.value, float):
            return first.value, second
    return None


def f1_of(tree: Node) -> F1 | None:
    """Return the counts of an F1 written as 2·C / (A + G)."""
    if not isinstance(tree, Call) or tree.function != "/":
        return None
    above, below = tree.args
    if not isinstance(above, Call) or above.function != "*" or above.args[0] != Literal(2.0):
        return None
    if not isinstance(below, Call) or below.function != "+":
        return None
    correct, (attempted, answerable) = above.args[1], below.args
    if not isinstance(correct, Sum) or not isinstance(attempted, Sum):
        return None
    return F1(correct, attempted, answerable) if correct.is_share and attempted.is_share else None


def averaged_by(tree: Node) -> str | None:
    """Return the count in `avg(...) filter (where count > 0)`: the rows of each class averaged."""
    if not isinstance(tree, Aggregate) or tree.function != "avg":
        return None
    where = tree.where
    if isinstance(where, Call) and where.function == ">" and where.args[1] == Literal(0.0):
        name = where.args[0]
        return name.name if isinstance(name, Column) else None
    return None


def sums_of(node: Node) -> list[Sum]:
    """Return the sums of an expression; extremes and quantiles are found elsewhere, but count."""
    found = [
        atom if isinstance(atom, Sum) else Sum(atom.population, None, atom.where)
        for atom in atoms_of(node)
    ]
    return list(dict.fromkeys(found))


def own_counts(tree: Node) -> dict[Sum, Sum]:
    """Return, for each sum of an expression made of means alone, the count of its rows.

    Clusters weigh in each mean by their own rows. Where counts stand by themselves, as in F1, there
    is no such weight, and nothing is returned.
    """
    found: dict[Sum, Sum] = {}
    inside = 0
    for node in walk(tree):
        mean = mean_of(node)
        if mean is not None:
            found |= dict.fromkeys(mean, mean.rows)
            inside += 2
    leaves = sum(isinstance(node, Sum) for node in walk(tree))
    only_sums = all(isinstance(atom, Sum) for atom in atoms_of(tree))
    return found if only_sums and leaves == inside else {}
