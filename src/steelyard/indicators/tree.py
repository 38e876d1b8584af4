"""The closed tree every indicator expression becomes; what is not one of these is refused.

`at` is where in the user's text a node began; it never takes part in comparing trees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from steelyard.indicators.place import NOWHERE, Place


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, text, true, false or NULL."""

    value: float | str | bool | None
    at: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the results table, or a name given by `let`, `by` or `each`."""

    name: str
    at: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Parameter:
    """`$name`."""

    name: str
    at: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Reference:
    """`ind.<id>`: another indicator."""

    id: str
    at: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """An operator or function on single values."""

    function: str
    args: tuple[Node, ...]
    at: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Aggregate:
    """An aggregate over rows, with its `filter (where ...)`."""

    function: str
    args: tuple[Node, ...]
    where: Node | None = None
    at: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Population:
    """The rows an indicator is about: `where` holds, and nothing that is needed is missing.

    `known` are expressions that must have a value though each of their columns may be missing, such
    as `coalesce(completed, passed)`. With `each_row` repeats of a case are not averaged.
    """

    where: Node | None
    required: tuple[str, ...]
    known: tuple[Node, ...] = ()
    each_row: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum over the rows of a population: what all smooth aggregates are made of.

    `value` None counts rows; rows outside `where` add 0. `is_share` says that a row adds 0 or 1.
    """

    population: Population
    value: Node | None
    where: Node | None
    is_share: bool = False


@dataclass(frozen=True, slots=True)
class Quantile:
    """A quantile over the rows of a population that are inside `where`."""

    population: Population
    value: Node
    share: float
    where: Node | None


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least or greatest value, or the number of different ones, inside `where`."""

    population: Population
    function: str
    value: Node
    where: Node | None


Node: TypeAlias = (
    Literal | Column | Parameter | Reference | Call | Aggregate | Sum | Quantile | Extreme
)
Atom: TypeAlias = Sum | Quantile | Extreme


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly below; atoms are leaves."""
    if isinstance(node, Call):
        return node.args
    if isinstance(node, Aggregate):
        return node.args if node.where is None else (*node.args, node.where)
    return ()


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and everything below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def rebuild(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return the tree with `change` applied to every node, children first."""
    if isinstance(node, Call):
        args = tuple([rebuild(child, change) for child in node.args])
        node = Call(node.function, args, node.at)
    elif isinstance(node, Aggregate):
        args = tuple([rebuild(child, change) for child in node.args])
        where = None if node.where is None else rebuild(node.where, change)
        node = Aggregate(node.function, args, where, node.at)
    return change(node)


def atoms_of(node: Node) -> list[Atom]:
    """Return the distinct atoms of a tree, in order of appearance."""
    found = dict.fromkeys(leaf for leaf in walk(node) if isinstance(leaf, (Sum, Quantile, Extreme)))
    return list(found)
