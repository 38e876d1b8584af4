"""Which columns an expression needs: in every row, or one of several, or only if they are there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from steelyard.indicators.functions import FUNCTIONS
from steelyard.indicators.scalar import fold
from steelyard.indicators.tree import Aggregate, Call, Column, Literal, Node, rebuild, walk

# Every row of a run has them.
_ALWAYS_THERE = ("row", "case_id")
# Undefined for some arguments even when none is missing.
_PARTIAL = ("ln", "sqrt", "comb", "overlap", "weighted_share")


def needed_columns(nodes: Iterable[Node]) -> tuple[list[str], list[str]]:
    """Return the columns that must be there, and those that are used when they are."""
    required: dict[str, None] = {}
    optional: dict[str, None] = {}
    for node in nodes:
        _collect(node, required, optional)
    return list(required), [name for name in optional if name not in required]


def uncertain_values(trees: Iterable[Node], given: Collection[str]) -> tuple[Node, ...]:
    """Return what aggregates add up that may be missing though the `given` columns are there."""
    found: dict[Node, None] = {}
    for tree in trees:
        for node in walk(tree):
            if isinstance(node, Aggregate) and node.args and may_be_null(node.args[0], given):
                found[node.args[0]] = None
    return tuple(found)


def alternatives(conditions: Iterable[Node | None]) -> list[list[str]]:
    """Return groups of columns of which one must be there, for a row to count at all.

    They are found by asking what a condition says (or a value is) when all of them are missing.
    """
    groups: list[list[str]] = []
    for condition in conditions:
        if condition is None:
            continue
        required, optional = needed_columns([condition])
        without = fold(rebuild(condition, _without(optional)))
        hopeless = isinstance(without, Literal) and without.value in (None, False)
        always = any(name in _ALWAYS_THERE for name in optional)
        if optional and not required and hopeless and not always and optional not in groups:
            groups.append(optional)
    return groups


def conjuncts(condition: Node | None) -> Iterator[Node]:
    """Yield the parts of a condition that must all hold."""
    if isinstance(condition, Call) and condition.function == "and":
        for part in condition.args:
            yield from conjuncts(part)
    elif condition is not None:
        yield condition


def _without(names: Collection[str]) -> Callable[[Node], Node]:
    def change(node: Node) -> Node:
        return Literal(None) if isinstance(node, Column) and node.name in names else node

    return change


def _collect(
    node: Node, required: dict[str, None], optional: dict[str, None], *, safe: bool = False
) -> None:
    """Sort the columns of a tree into those that must be there and those that may be missing."""
    if isinstance(node, Column):
        (optional if safe else required)[node.name] = None
    below: tuple[Node, ...] = ()
    if isinstance(node, Call):
        safe = safe or FUNCTIONS[node.function].null_safe
        below = node.args
    elif isinstance(node, Aggregate):
        # `coalesce(avg(x), 0)` forgives an empty average, not the rows that lack x.
        safe = False
        below = node.args if node.where is None else (*node.args, node.where)
    for child in below:
        _collect(child, required, optional, safe=safe)


def may_be_null(node: Node, given: Collection[str]) -> bool:
    """Return whether a value may be missing in a row that has the `given` columns."""
    if isinstance(node, Literal):
        return node.value is None
    if isinstance(node, Column):
        return node.name not in given
    if not isinstance(node, Call):
        return False
    args = [may_be_null(arg, given) for arg in node.args]
    if node.function == "coalesce":
        return all(args)
    if FUNCTIONS[node.function].null_safe:
        return False
    if node.function == "case":
        return any((*args[1:-1:2], args[-1]))
    if node.function == "/":
        below = node.args[1]
        return any(args) or not (isinstance(below, Literal) and below.value)
    return node.function in _PARTIAL or any(args)
