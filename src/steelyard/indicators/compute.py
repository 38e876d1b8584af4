"""`compute_indicators`: every indicator over the results table, whole or by group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, overload

import duckdb

from steelyard.bundle import sql_text
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.dual import UNDEFINED, Dual, variable
from steelyard.indicators.extremes import measure_extremes
from steelyard.indicators.load import get_indicator
from steelyard.indicators.measured import Measured, variance
from steelyard.indicators.moments import NOTHING, Counts, Moments, measure
from steelyard.indicators.nested import measure_nested, nested_counts
from steelyard.indicators.of_cases import measure_of_cases
from steelyard.indicators.params import params_of
from steelyard.indicators.prepare import prepare
from steelyard.indicators.print_sql import print_missing
from steelyard.indicators.quantiles import Key, MeasuredQuantile, Setting, measure_quantiles
from steelyard.indicators.quiet import for_nothing, idle_groups
from steelyard.indicators.resolve import Nested, Resolved, resolve
from steelyard.indicators.row_moments import measure_rows
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.table import RESULTS, Table, known_table
from steelyard.indicators.tree import Atom, Extreme, Node, Quantile, atoms_of
from steelyard.indicators.units import Units, units
from steelyard.indicators.weigh_up import Context, weigh_up
from steelyard.model import IndicatorValue, Provenance

MAX_GROUPS = 500

Values = dict[str, IndicatorValue]


@overload
def compute_indicators(
    con: duckdb.DuckDBPyConnection,
    ids: Iterable[str] | None = None,
    *,
    params: Mapping[str, Any] | None = None,
    by: None = None,
    provenance: Mapping[str, Provenance] | None = None,
    confidence: float = 0.95,
) -> Values: ...


@overload
def compute_indicators(
    con: duckdb.DuckDBPyConnection,
    ids: Iterable[str] | None = None,
    *,
    params: Mapping[str, Any] | None = None,
    by: str,
    provenance: Mapping[str, Provenance] | None = None,
    confidence: float = 0.95,
) -> dict[str | None, Values]: ...


def compute_indicators(
    con: duckdb.DuckDBPyConnection,
    ids: Iterable[str] | None = None,
    *,
    params: Mapping[str, Any] | None = None,
    by: str | None = None,
    provenance: Mapping[str, Provenance] | None = None,
    confidence: float = 0.95,
) -> Values | dict[str | None, Values]:
    """Compute indicators over the table or view `results` of a connection.

    Args:
        con: the connection. Columns of the model that the table lacks count as missing everywhere.
        ids: which indicators; all of the catalog by default.
        params: parameters by name, for every indicator that has one of that name; under the id of
            an indicator, a mapping for that indicator alone.
        by: a column to break down by; rows without it form the group None. Beyond `MAX_GROUPS`
            groups only the largest are computed, and every value says so.
        provenance: for outcome columns, whether the run measured them or the data declared them.
        confidence: of the intervals.

    Returns:
        The value of every indicator by id; with `by`, that for every group. An indicator that
        cannot be computed has status `na` and says why; it does not stop the others.

    Raises:
        UnknownNameError: there is no indicator of that id.
        InputError: a parameter or the breakdown column is wrong.
    """
    if not 0 < confidence < 1:
        raise InputError(t("indicators.confidence", found=confidence))
    grouped = by is not None
    order, table, ready, refused = prepare(con, ids, params or {}, grouped=grouped)
    failed = {id_: _failure(id_, reason) for id_, reason in refused.items()}
    computation = _Computation(con, table, by, confidence)
    measured = computation.measure(ready, failed)
    context = Context(table, provenance or {}, confidence, computation.notes)
    idle = computation.idle(ready)
    values = {
        group: _in_order(
            order,
            [
                weigh_up(r, found[r.record.id], context, idle=group in idle)
                for r in ready
                if r.record.id in found
            ],
            failed,
        )
        for group, found in measured.items()
    }
    return values if grouped else values[None]


def indicator_needs(id_: str, params: Mapping[str, Any] | None = None) -> dict[str, list[Any]]:
    """Return the fields an indicator needs.

    `required` in every row; of each group in `any_of` at least one; `optional` used if there.
    """
    record = get_indicator(id_)
    resolved = resolve(record, params_of(record, params or {}), known_table())
    return {
        "required": list(resolved.required),
        "any_of": [list(group) for group in resolved.any_of],
        "optional": list(resolved.optional),
    }


class _Computation:
    """The queries over one table, whole or by group."""

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        table: Table,
        by: str | None,
        confidence: float,
    ) -> None:
        self.con, self.table, self.confidence = con, table, confidence
        if by is not None and by not in table.kinds:
            raise InputError(t("indicators.by_unknown", name=by))
        self.units: Units = units(table, by)
        self.notes: tuple[str, ...] = ()
        self.groups: list[str | None] = [None]
        self.chosen = "true"
        if by is not None:
            self._choose_groups()

    def measure(
        self, ready: list[Resolved], failed: Values
    ) -> dict[str | None, dict[str, Measured]]:
        """Measure all together; if the database refuses, one by one, so that only one fails."""
        try:
            return self._measure(ready)
        except duckdb.Error:
            found: dict[str | None, dict[str, Measured]] = {group: {} for group in self.groups}
            for resolved in ready:
                try:
                    for group, measured in self._measure([resolved]).items():
                        found[group] |= measured
                except duckdb.Error as error:
                    failed[resolved.record.id] = _failure(resolved.record.id, type(error).__name__)
            return found

    def idle(self, ready: list[Resolved]) -> frozenset[str | None]:
        """Return the groups in which hardly any task succeeded, if that matters to any score."""
        if not any(for_nothing(resolved.formula) for resolved in ready):
            return frozenset()
        return idle_groups(self.con, self.table, self.units, self.chosen)

    def _measure(self, ready: list[Resolved]) -> dict[str | None, dict[str, Measured]]:
        empty = [resolved for resolved in ready if self._hopeless(resolved)]
        found = self._measure_filled([resolved for resolved in ready if resolved not in empty])
        missing = self._missing(empty)
        for group in self.groups if empty else ():
            for at, resolved in enumerate(empty):
                lacking = missing[group][at] if group in missing else 0
                found[group][resolved.record.id] = Measured(UNDEFINED, Counts(missing=lacking))
        return found

    def _hopeless(self, resolved: Resolved) -> bool:
        """Return whether a column that is needed has no value at all: there is nothing to sum."""
        filled = self.table.filled or {}
        groups = [*([name] for name in resolved.required), *resolved.any_of]
        return any(not any(map(filled.get, group)) for group in groups)

    def _missing(self, empty: list[Resolved]) -> dict[str | None, list[int]]:
        """Return how many rows lack what each of these indicators needs, by group."""
        if not empty:
            return {}
        asked = [_print_any_missing(resolved, self.table) for resolved in empty]
        place = {test: at for at, test in enumerate(dict.fromkeys(asked))}
        counts = "".join(f", count(*) FILTER (WHERE {test})" for test in place)
        query = (
            f"SELECT {self.units.group} AS __g{counts} FROM {RESULTS}"
            f" WHERE {self.chosen} GROUP BY __g"
        )
        found = self.con.execute(query).fetchall()
        return {group: [numbers[place[test]] for test in asked] for group, *numbers in found}

    def _measure_filled(self, ready: list[Resolved]) -> dict[str | None, dict[str, Measured]]:
        plain = [resolved for resolved in ready if resolved.nested is None]
        trees = {
            resolved.record.id: (resolved.tree, _beside(resolved))
            for resolved in plain
            if any(not isinstance(atom, Quantile) for atom in _all_atoms(resolved))
        }
        query = measure_rows if self.units.single else measure
        moments = query(self.con, trees, self.table, self.units, self.chosen, RESULTS)
        every = [atom for resolved in plain for atom in _all_atoms(resolved)]
        quantiles = measure_quantiles(
            (atom for atom in every if isinstance(atom, Quantile)),
            Setting(self.con, self.table, self.units, self.chosen, self.confidence),
        )
        extremes = measure_extremes(
            self.con,
            (atom for atom in every if isinstance(atom, Extreme)),
            self.table,
            self.units,
            self.chosen,
        )
        found: dict[str | None, dict[str, Measured]] = {}
        for group in self.groups:
            own = moments.get(group, {})
            atoms = {atom: value for (g, atom), value in extremes.items() if g == group}
            found[group] = {
                r.record.id: _plain(r, own.get(r.record.id), quantiles, atoms, group) for r in plain
            }
        self._measure_over_groups(ready, found)
        return found

    def _measure_over_groups(
        self, ready: list[Resolved], found: dict[str | None, dict[str, Measured]]
    ) -> None:
        """Measure the indicators that aggregate over cases or other groups."""
        where = (self.table, self.units, self.chosen)
        nested = []
        for resolved in ready:
            if resolved.nested is not None and resolved.nested.of_cases:
                moments = measure_of_cases(self.con, resolved, *where)
                for group in self.groups:
                    own = _plain(resolved, moments.get(group), {}, {}, group)
                    found[group][resolved.record.id] = own
            elif resolved.nested is not None:
                nested.append((resolved, resolved.nested))
        counts = nested_counts(self.con, [groups for _, groups in nested], *where)
        for (resolved, groups), own_counts in zip(nested, counts, strict=True):
            self._measure_nested(resolved, groups, own_counts, found)

    def _measure_nested(
        self,
        resolved: Resolved,
        nested: Nested,
        counted: Mapping[str | None, Counts],
        found: dict[str | None, dict[str, Measured]],
    ) -> None:
        where = (self.table, self.units, self.chosen)
        trees = [resolved.tree, *_beside(resolved)]
        by_group = measure_nested(self.con, trees, nested, counted, *where)
        for group in self.groups:
            measured = Measured(UNDEFINED, NOTHING)
            if group in by_group:
                own = by_group[group]
                score, flags = _sorted_out(resolved, own.others)
                measured = Measured(
                    own.value,
                    own.counts,
                    own.variance,
                    flags=flags,
                    score=score,
                    members=own.members,
                    spread=own.spread,
                    support=own.support,
                )
            found[group][resolved.record.id] = measured

    def _choose_groups(self) -> None:
        rows = self.con.execute(
            f"SELECT {self.units.group} AS __g, count(*) AS n FROM {RESULTS}"
            " GROUP BY __g ORDER BY n DESC, __g"
        ).fetchmany(MAX_GROUPS + 1)
        names = [row[0] for row in rows]
        if len(names) > MAX_GROUPS:
            names = names[:MAX_GROUPS]
            self.notes = (t("indicators.groups_cut", shown=MAX_GROUPS),)
            texts = ", ".join(sql_text(name) for name in names if name)
            self.chosen = f"({self.units.group} IN ({texts}))"
            if None in names:
                self.chosen = f"({self.chosen} OR {self.units.group} IS NULL)"
        self.groups = sorted(names, key=lambda name: (name is None, name or ""))


def _plain(
    resolved: Resolved,
    moments: Moments | None,
    quantiles: Mapping[Key, MeasuredQuantile],
    extremes: Mapping[Extreme, float | None],
    group: str | None,
) -> Measured:
    """Put together the sums, quantiles and extremes of one indicator in one group."""
    atoms: dict[Atom, Dual] = dict(moments.atoms) if moments else {}
    counts = moments.counts if moments else NOTHING
    bounds = None
    for atom in _all_atoms(resolved):
        if isinstance(atom, Quantile):
            measured = quantiles.get((group, atom), MeasuredQuantile(None, NOTHING))
            atoms[atom] = variable(measured.value, atom)
            counts, bounds = measured.counts if moments is None else counts, measured.bounds
        elif isinstance(atom, Extreme):
            atoms[atom] = Dual(extremes.get(atom))
        else:
            atoms.setdefault(atom, UNDEFINED)
    if counts.cases == 0:
        return Measured(UNDEFINED, counts)
    value = evaluate(resolved.tree, atoms)
    score, flags = _sorted_out(resolved, [evaluate(node, atoms) for node in _beside(resolved)])
    spread = variance(value, moments)
    return Measured(value, counts, spread, bounds, atoms, flags, score, moments)


def _print_any_missing(resolved: Resolved, table: Table) -> str:
    if resolved.nested is not None:
        return print_missing(resolved.nested.population, table)
    populations = dict.fromkeys(atom.population for atom in atoms_of(resolved.tree))
    # Without the value of a parameter nothing may be left to sum: then no row lacks anything.
    return " OR ".join(print_missing(one, table) for one in populations) or "false"


def _beside(resolved: Resolved) -> list[Node]:
    """Return what is computed beside the value: the score, if it has a formula, and the flags."""
    score = [] if resolved.score is None else [resolved.score]
    return [*score, *(node for node, _ in resolved.flags)]


def _sorted_out(resolved: Resolved, beside: Sequence[Dual]) -> tuple[Dual | None, tuple[bool, ...]]:
    score = None if resolved.score is None else beside[0]
    flags = beside if resolved.score is None else beside[1:]
    return score, tuple(flag.value is True for flag in flags)


def _all_atoms(resolved: Resolved) -> list[Atom]:
    nodes = (resolved.tree, *_beside(resolved))
    return list(dict.fromkeys(atom for node in nodes for atom in atoms_of(node)))


def _failure(id_: str, reason: str) -> IndicatorValue:
    # The database's own message could quote data; its kind is enough.
    note = t("indicators.failed", id=id_, reason=reason)
    return IndicatorValue(id=id_, value=None, status="na", notes=(note,))


def _in_order(order: list[str], values: list[IndicatorValue], failed: Values) -> Values:
    by_id = {value.id: value for value in values}
    return {
        id_: by_id[id_] if id_ in by_id else replace(failed[id_])
        for id_ in order
        if id_ in by_id or id_ in failed
    }
