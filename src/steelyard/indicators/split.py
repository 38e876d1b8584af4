"""Aggregates as sums: what the database adds up, and what is then divided."""

from __future__ import annotations

from steelyard.i18n import t
from steelyard.indicators.place import refusal
from steelyard.indicators.tree import (
    Aggregate,
    Call,
    Extreme,
    Literal,
    Node,
    Population,
    Quantile,
    Sum,
    rebuild,
)

_EXTREMES = ("min", "max", "count_distinct")


def split(tree: Node, population: Population) -> Node:
    """Return the tree with every aggregate as sums (or a quantile, ...) over the population."""

    def change(node: Node) -> Node:
        if not isinstance(node, Aggregate):
            return node
        value = node.args[0] if node.args else None
        where = None if node.where == Literal(True) else node.where
        rows = Sum(population, None, where)
        match node.function:
            case "count":
                return rows
            case "sum" | "count_if":
                return Sum(population, value, where, is_share=node.function == "count_if")
            case "avg" | "rate":
                share = node.function == "rate"
                return Call("/", (Sum(population, value, where, is_share=share), rows), node.at)
        assert value is not None  # the parser checked the number of arguments
        if node.function in _EXTREMES:
            return Extreme(population, node.function, value, where)
        part = 0.5 if node.function == "median" else _share(node)
        return Quantile(population, value, part, where)

    return rebuild(tree, change)


def _share(node: Aggregate) -> float:
    share = node.args[1].value if isinstance(node.args[1], Literal) else None
    if not isinstance(share, float) or not 0 <= share <= 1:
        raise refusal(node.at, t("indicators.bad_share"))
    return share
