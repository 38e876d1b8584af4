"""From a record to something computable: names filled in, references followed, rules applied.

The order matters: local names, parameters and `has` become what they stand for, constants are
folded away (a branch that parameters rule out leaves no trace in what is needed), kinds are
checked, and every aggregate becomes sums over one population.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.errors import InputError, UnknownNameError
from steelyard.i18n import say, t
from steelyard.indicators.columns import (
    alternatives,
    conjuncts,
    may_be_null,
    needed_columns,
    uncertain_values,
)
from steelyard.indicators.functions import FUNCTIONS, Kind
from steelyard.indicators.kinds import check_kind, kind_of, node_at
from steelyard.indicators.load import get_indicator
from steelyard.indicators.parse import parse
from steelyard.indicators.place import Place, refusal
from steelyard.indicators.quiet import NESTED_QUIET, OUTCOMES, QUIET
from steelyard.indicators.records import Flag, Formula, Indicator
from steelyard.indicators.requirements import requirements_as_condition
from steelyard.indicators.resolve_cache import (
    Resolution,
    cache_key,
    find_resolution,
    keep_resolution,
)
from steelyard.indicators.scalar import fold
from steelyard.indicators.split import split
from steelyard.indicators.table import Table
from steelyard.indicators.tree import (
    Aggregate,
    Call,
    Column,
    Extreme,
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
# Groups of rows that lie in one cluster whatever it is.
_CASE, _PARENT = Column("case_id"), Column("parent_case_id")


@dataclass(frozen=True, slots=True)
class Nested:
    """An aggregate over groups: what puts a row in a group, and what each group gives.

    `of_cases` marks groups that are the cases themselves, or the variants of one: there may be
    millions of them, and each lies in one cluster, so that all of it is done in the database.
    """

    name: str
    keys: tuple[Node, ...]
    population: Population
    each: Mapping[str, Node]

    @property
    def of_cases(self) -> bool:
        """Whether the groups are the cases."""
        return self.keys in ((_CASE,), (_PARENT,))


@dataclass(frozen=True, slots=True)
class Resolved:
    """An indicator ready to compute.

    Attributes:
        tree: an expression over sums, quantiles and extremes (or, when `nested`, over its groups).
        score: the same for the score, when it has an expression of its own.
        nested: set when `tree` aggregates over groups.
        flags: conditions of the same form, with what to say.
        required: columns a row must have to count.
        optional: columns that are used when they are there.
        any_of: groups of optional columns of which one at least must be there.
        params: the parameters that took part.
    """

    record: Indicator
    formula: Formula
    tree: Node
    score: Node | None
    nested: Nested | None
    flags: tuple[tuple[Node, Flag], ...]
    required: tuple[str, ...]
    optional: tuple[str, ...]
    any_of: tuple[tuple[str, ...], ...]
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
    return _resolution(record, params, table, grouped=grouped, path=path).resolved


def _resolution(
    record: Indicator,
    params: Mapping[str, Any],
    table: Table,
    *,
    grouped: bool,
    path: tuple[str, ...],
) -> Resolution:
    if record.id in path:
        raise InputError(t("indicators.cycle", path=" → ".join((*path, record.id))))
    key = cache_key(record, params, table, grouped=grouped)
    found = find_resolution(key, table)
    if found is not None:
        return found
    resolver = _Resolver(record, params, table, grouped=grouped, path=(*path, record.id))
    resolved = resolver.resolve()
    return keep_resolution(key, Resolution(resolved, resolver.answers, tuple(resolver.records)))


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
        self.used_params |= {n for n in self.formula.score.references if isinstance(n, str)}
        self.references: list[Resolved] = []
        self.answers: dict[str, bool] = {}
        self.records = [record]
        self.let = self._local_names()

    def resolve(self) -> Resolved:
        formula = self.formula
        if (formula.by is None) != (not formula.each):
            raise InputError(t("indicators.by_and_each", id=self.record.id))
        where = None if formula.where is None else self._read(formula.where)
        keys = () if formula.by is None else tuple(self._read(text) for text in formula.by[1])
        each = {name: self._read(text) for name, text in formula.each.items()}
        tree = self._read(formula.sql)
        score = self._read(formula.score.sql) if formula.score.sql else None
        flags = [self._read(flag.when) for flag in formula.flags]
        self._check(where, keys, each, [tree] if score is None else [tree, score])
        if not _speaks_of_conditions([where, tree, score, *keys, *each.values()]):
            where = self._asked_plainly(where)
        where = None if where is None else fold(where)
        each = {name: fold(node) for name, node in each.items()}
        keys, tree = tuple(fold(key) for key in keys), fold(tree)
        population = self._population(where, keys, [*each.values()] if each else [tree])
        columns = self._columns(where, keys, [*each.values()] if each else [tree], population)
        nested = None
        quiet = self._quiet()
        if formula.by is not None:
            if quiet:
                each |= {name: self._read(text) for name, text in OUTCOMES.items()}
            parts = {name: split(node, population) for name, node in each.items()}
            nested = Nested(formula.by[0], keys, population, parts)
            population = Population(None, (), uncertain_values([tree], ()))
        in_groups = nested is not None and not nested.of_cases

        def ready(node: Node) -> Node:
            return fold(node) if in_groups else split(fold(node), population)

        flags += [self._read(flag.when) for flag in quiet]
        written = (*formula.flags, *quiet)
        own = [(ready(node), flag) for node, flag in zip(flags, written, strict=True)]
        return Resolved(
            record=self.record,
            formula=formula,
            tree=ready(tree),
            score=None if score is None else _or_nothing(ready(score)),
            nested=nested,
            flags=(*own, *(flag for used in self.references for flag in used.flags)),
            required=columns[0],
            optional=columns[1],
            any_of=columns[2],
            params=self._took_part(),
        )

    def _quiet(self) -> tuple[Flag, ...]:
        """Return the flag that takes the score of a quiet indicator away."""
        if not self.formula.quiet:
            return ()
        return (NESTED_QUIET if self.formula.by is not None else QUIET,)

    def _asked_plainly(self, where: Node | None) -> Node | None:
        """Leave out rows the run asked under a condition: a variant is not one more case."""
        if self.table.filled is None or not self._has("condition"):
            return where
        plainly = Call("is_null", (Column("condition"),))
        return plainly if where is None else Call("and", (where, plainly))

    def _has(self, column: str) -> bool:
        """Return whether any row has a value there, and note that this was decisive."""
        self.answers[column] = self.table.has(column)
        return self.answers[column]

    def _local_names(self) -> dict[str, Node]:
        names: dict[str, Node] = {}
        for name, text in self.formula.let.items():
            written = parse(text)
            later = {*self.formula.let} - {*names, *self.table.kinds}
            for node in walk(written):
                if isinstance(node, Column) and node.name in later:
                    raise refusal(node.at, t("indicators.let_order", name=node.name))
            names[name] = _substitute(written, names)
        return names

    def _read(self, text: str) -> Node:
        return rebuild(_substitute(parse(text), self.let), self._fill_in)

    def _fill_in(self, node: Node) -> Node:
        if isinstance(node, Parameter):
            if node.name not in self.params:
                known = ", ".join(self.params) or t("indicators.none")
                id_, name = self.record.id, node.name
                reason = t("indicators.unknown_param", id=id_, name=name, allowed=known)
                raise refusal(node.at, reason)
            self.used_params.add(node.name)
            return Literal(self.params[node.name], node.at)
        if isinstance(node, Call) and node.function == "has":
            (column,) = node.args
            if self.table.filled is None:
                return Call("is_not_null", (column,), node.at)
            return Literal(isinstance(column, Column) and self._has(column.name), node.at)
        if isinstance(node, Call) and node.function == "meets":
            return requirements_as_condition(node)
        if isinstance(node, Call) and node.function == "case" and self.table.filled is None:
            return _first_there(node)
        if isinstance(node, Reference):
            return self._follow(node.id, node.at)
        return node

    def _follow(self, id_: str, at: Place) -> Node:
        for used in self.references:
            if used.record.id == id_:
                return used.tree
        try:
            record = get_indicator(id_)
        except UnknownNameError as error:
            raise refusal(at, say(error)) from None
        own = {param.name: self.params.get(param.name, param.default) for param in record.params}
        found = _resolution(record, own, self.table, grouped=self.grouped, path=self.path)
        used = found.resolved
        self.answers |= found.answers
        self.records += found.records
        if used.nested is not None:
            raise refusal(at, t("indicators.nested_reference", id=self.record.id, name=id_))
        self.references.append(used)
        return used.tree

    def _check(
        self,
        where: Node | None,
        keys: tuple[Node, ...],
        each: Mapping[str, Node],
        totals: list[Node],
    ) -> None:
        names: dict[str, Kind] = {**self.table.kinds}
        if where is not None:
            check_kind(where, names, "row", expect="bool")
        local: dict[str, Kind] = {}
        if self.formula.by is not None:
            local[self.formula.by[0]] = kind_of(keys[0], names, "row")
            for key in keys[1:]:
                check_kind(key, names, "row", expect=local[self.formula.by[0]])
        done: dict[str, Kind] = {}
        extremes: dict[str, Kind] = {}  # rows of a group may be compared with its least or greatest
        for name, node in each.items():
            check_kind(node, {**names, **local, **extremes}, "total", expect="number")
            done[name] = "number"
            if isinstance(node, Aggregate) and node.function in ("min", "max") and keys != (_CASE,):
                extremes[name] = "number"
        for tree in totals:
            check_kind(tree, {**done, **local} if each else names, "total", expect="number")
            if not any(
                isinstance(node, (Aggregate, Sum, Quantile, Extreme)) for node in walk(tree)
            ):
                raise refusal(node_at(tree), t("indicators.no_aggregate"))

    def _population(
        self, where: Node | None, keys: tuple[Node, ...], trees: list[Node]
    ) -> Population:
        local = self._local()
        needed, _ = needed_columns([*trees, *([] if where is None else [where])])
        placing, _ = needed_columns(keys)
        kept = tuple(
            dict.fromkeys(
                [*placing, *(name for name in needed if name not in local or name in placing)]
            )
        )
        known = uncertain_values(trees, {*kept, *local})
        known += tuple(key for key in keys if may_be_null(key, kept))
        return Population(where, kept, known, each_row=self.formula.repeats == "counted")

    def _columns(
        self, where: Node | None, keys: tuple[Node, ...], trees: list[Node], population: Population
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...]]:
        local = self._local()
        _, optional = needed_columns([*trees, *keys, *([] if where is None else [where])])
        groups = alternatives([*conjuncts(where), *population.known])
        required = [*population.required, *(n for u in self.references for n in u.required)]
        optional += [name for used in self.references for name in used.optional]
        any_of = [
            *self.formula.needs,
            *map(tuple, groups),
            *(group for u in self.references for group in u.any_of),
        ]
        return (
            tuple(dict.fromkeys(required)),
            tuple(n for n in dict.fromkeys(optional) if n not in local and n not in required),
            tuple(dict.fromkeys(any_of)),
        )

    def _local(self) -> set[str]:
        return set() if self.formula.by is None else {self.formula.by[0], *self.formula.each}

    def _took_part(self) -> dict[str, Any]:
        used = self.used_params.union(*(set(used.params) for used in self.references))
        return {name: self.params.get(name) for name in sorted(used)}


def _speaks_of_conditions(nodes: Iterable[Node | None]) -> bool:
    """Return whether an author has said which conditions count; then nothing is added."""
    return any(
        isinstance(part, Column) and part.name == "condition"
        for node in nodes
        if node is not None
        for part in walk(node)
    )


def _substitute(node: Node, names: Mapping[str, Node]) -> Node:
    def change(part: Node) -> Node:
        return names.get(part.name, part) if isinstance(part, Column) else part

    found = rebuild(node, change)
    if sum(1 for _ in walk(found)) > _MAX_NODES:
        raise InputError(t("indicators.too_many_nodes", allowed=_MAX_NODES))
    return found


def is_step(tree: Node) -> bool:
    """Return whether an aggregate over groups jumps: it counts groups or picks an extreme one."""
    jumps = ("count_if", "rate", "min", "max", "count_distinct")
    return any(isinstance(node, Aggregate) and node.function in jumps for node in walk(tree))


def _first_there(node: Call) -> Node:
    """Return `case when has(a) then a else b end` as "a or b": unseen data may have either."""
    thens = (*node.args[1:-1:2], node.args[-1])
    checks = zip(node.args[:-1:2], thens, strict=False)
    plain = all(when == Call("is_not_null", (then,)) for when, then in checks)
    return Call("coalesce", thens, node.at) if plain else node


def unset_params(resolved: Resolved) -> list[str]:
    """Return the parameters without a value that alone make the indicator undefined."""
    names = [name for name, value in resolved.params.items() if value is None]
    return names if names and _always_null(resolved.tree) else []


def _or_nothing(node: Node) -> Node:
    """Return NULL for an expression without any value: a sum of nothing would be 0."""
    return Literal(None) if _always_null(node) else node


def _always_null(node: Node) -> bool:
    """Return whether an expression has no value whatever the rows are."""
    if isinstance(node, Literal):
        return node.value is None
    if isinstance(node, Call):
        if node.function in ("coalesce", "and", "or"):
            return all(_always_null(arg) for arg in node.args)
        if node.function == "case":
            return all(_always_null(arg) for arg in (*node.args[1:-1:2], node.args[-1]))
        return not FUNCTIONS[node.function].null_safe and any(map(_always_null, node.args))
    if isinstance(node, Aggregate):
        return any(map(_always_null, node.args))
    return isinstance(node, Sum) and node.value is not None and _always_null(node.value)
