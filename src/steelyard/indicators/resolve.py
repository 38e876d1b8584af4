"""From a record to something computable: names filled in, references followed, rules applied.

The order matters: local names, parameters and `has` become what they stand for, constants are
folded away (a branch that parameters rule out leaves no trace in what is needed), kinds are
checked, and every aggregate becomes sums over one population.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.functions import FUNCTIONS
from steelyard.indicators.kinds import check_kind
from steelyard.indicators.load import get_indicator
from steelyard.indicators.parse import parse
from steelyard.indicators.records import Flag, Formula, Indicator
from steelyard.indicators.scalar import fold
from steelyard.indicators.table import Table
from steelyard.indicators.tree import (
    Aggregate,
    Call,
    Column,
    Literal,
    Node,
    Parameter,
    Population,
    Quantile,
    Reference,
    Sum,
    rebuild,
    walk,
)

_MAX_NODES = 2000  # after local names are filled in; doubling `let`s would grow without end


@dataclass(frozen=True, slots=True)
class Nested:
    """An aggregate over groups: what puts a row in a group, and what each group gives."""

    name: str
    columns: tuple[str, ...]
    population: Population
    each: Mapping[str, Node]


@dataclass(frozen=True, slots=True)
class Resolved:
    """An indicator ready to compute.

    Attributes:
        tree: an expression over sums and quantiles (or, when `nested`, over its groups).
        nested: set when `tree` aggregates over groups.
        flags: conditions of the same form, with what to say.
        required: columns a row must have to count.
        optional: columns that are used when they are there.
        params: the parameters that took part.
    """

    record: Indicator
    formula: Formula
    tree: Node
    nested: Nested | None
    flags: tuple[tuple[Node, Flag], ...]
    required: tuple[str, ...]
    optional: tuple[str, ...]
    params: Mapping[str, Any]


def resolve(
    record: Indicator,
    params: Mapping[str, Any],
    table: Table,
    *,
    grouped: bool = False,
    path: tuple[str, ...] = (),
) -> Resolved:
    """Return the indicator ready to compute over a table.

    Args:
        record: the indicator.
        params: all its parameters, checked.
        table: the columns there are.
        grouped: whether it is computed inside groups, where facts about the run do not hold.
        path: ids that led here through references.

    Raises:
        InputError: the expression is not one that can be computed.
    """
    if record.id in path:
        raise InputError(t("indicators.cycle", path=" → ".join((*path, record.id))))
    return _Resolver(record, params, table, grouped=grouped, path=(*path, record.id)).resolve()


class _Resolver:
    def __init__(
        self,
        record: Indicator,
        params: Mapping[str, Any],
        table: Table,
        *,
        grouped: bool,
        path: tuple[str, ...],
    ) -> None:
        self.record, self.table, self.grouped, self.path = record, table, grouped, path
        hidden = record.run_params if grouped else frozenset()
        self.params = {name: None if name in hidden else params[name] for name in params}
        self.formula = record.formula_for(params)
        self.used_params = {name for name, _ in record.variants} & set(params)
        self.used_params |= set(record.score.references)
        self.references: list[Resolved] = []
        self.let = self._local_names()

    def resolve(self) -> Resolved:
        formula = self.formula
        where = None if formula.where is None else self._read(formula.where)
        tree = self._read(formula.sql)
        each = {name: self._read(text) for name, text in formula.each.items()}
        flags = [(self._read(flag.when), flag) for flag in formula.flags]
        local = {} if formula.by is None else {formula.by[0]: self.table.kind(formula.by[1][0])}
        self._check(where, tree, each, local)
        where, tree = None if where is None else fold(where), fold(tree)
        each = {name: fold(node) for name, node in each.items()}
        required, optional = self._columns(where, [*each.values()] if each else [tree])
        population = Population(where, required)
        nested = None
        if formula.by is None:
            tree = _split(tree, population)
        else:
            split = {name: _split(node, population) for name, node in each.items()}
            nested = Nested(formula.by[0], formula.by[1], population, split)
        for used in self.references:
            required = tuple(dict.fromkeys((*required, *used.required)))
            optional = tuple(dict.fromkeys((*optional, *used.optional)))
            self.used_params |= set(used.params)
        inherited = [flag for used in self.references for flag in used.flags]
        return Resolved(
            record=self.record,
            formula=formula,
            tree=tree,
            nested=nested,
            flags=(*((_split(fold(node), population), flag) for node, flag in flags), *inherited),
            required=required,
            optional=tuple(name for name in optional if name not in required),
            params={name: self.params.get(name) for name in sorted(self.used_params)},
        )

    def _local_names(self) -> dict[str, Node]:
        names: dict[str, Node] = {}
        for name, text in self.formula.let.items():
            names[name] = _substitute(parse(text), names)
        return names

    def _read(self, text: str) -> Node:
        return rebuild(_substitute(parse(text), self.let), self._fill_in)

    def _fill_in(self, node: Node) -> Node:
        if isinstance(node, Parameter):
            if node.name not in self.params:
                known = ", ".join(self.params) or t("indicators.none")
                raise InputError(
                    t("indicators.unknown_param", id=self.record.id, name=node.name, allowed=known)
                )
            self.used_params.add(node.name)
            return Literal(self.params[node.name], node.at)
        if isinstance(node, Call) and node.function == "has":
            (column,) = node.args
            return Literal(isinstance(column, Column) and self.table.has(column.name), node.at)
        if isinstance(node, Reference):
            return self._follow(node.id)
        return node

    def _follow(self, id_: str) -> Node:
        record = get_indicator(id_)
        own = {param.name: self.params.get(param.name, param.default) for param in record.params}
        used = resolve(record, own, self.table, grouped=self.grouped, path=self.path)
        if used.nested is not None:
            raise InputError(t("indicators.nested_reference", id=self.record.id, name=id_))
        self.references.append(used)
        return used.tree

    def _check(
        self, where: Node | None, tree: Node, each: Mapping[str, Node], local: Mapping[str, Any]
    ) -> None:
        names = {**self.table.kinds, **local}
        if where is not None:
            check_kind(where, names, "row", expect="bool")
        for node in each.values():
            check_kind(node, names, "total", expect="number")
        inner = {**dict.fromkeys(each, "number"), **local} if each else names
        check_kind(tree, inner, "total", expect="number")

    def _columns(
        self, where: Node | None, trees: list[Node]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        by = self.formula.by
        local = set() if by is None else {by[0]}
        required: dict[str, None] = dict.fromkeys(by[1] if by else ())
        optional: dict[str, None] = {}
        for tree in [*trees, *([] if where is None else [where])]:
            _collect(tree, required, optional)
        return (
            tuple(name for name in required if name not in local),
            tuple(name for name in optional if name not in local),
        )


def _substitute(node: Node, names: Mapping[str, Node]) -> Node:
    def change(part: Node) -> Node:
        return names.get(part.name, part) if isinstance(part, Column) else part

    found = rebuild(node, change)
    if sum(1 for _ in walk(found)) > _MAX_NODES:
        raise InputError(t("indicators.too_many_nodes", allowed=_MAX_NODES))
    return found


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
        below = node.args if node.where is None else (*node.args, node.where)
    for child in below:
        _collect(child, required, optional, safe=safe)


def _split(tree: Node, population: Population) -> Node:
    """Return the tree with every aggregate as sums (or a quantile) over the population."""

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
            case _:
                part = 0.5 if node.function == "median" else _share(node)
                assert value is not None  # the parser checked the number of arguments
                return Quantile(population, value, part, where)

    return rebuild(tree, change)


def _share(node: Aggregate) -> float:
    share = node.args[1].value if isinstance(node.args[1], Literal) else None
    if not isinstance(share, float) or not 0 <= share <= 1:
        raise InputError(t("indicators.bad_share"))
    return share
