"""`compute_indicators`: every indicator over the results table, whole or by group."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, overload

import duckdb

from steelyard.bundle import sql_text
from steelyard.errors import InputError, UserError
from steelyard.i18n import t
from steelyard.indicators.dual import UNDEFINED, Dual, variable
from steelyard.indicators.load import get_indicator, load_catalog
from steelyard.indicators.moments import NOTHING, Moments, measure
from steelyard.indicators.nested import measure_nested
from steelyard.indicators.params import params_of
from steelyard.indicators.quantiles import Key, MeasuredQuantile, Setting, measure_quantiles
from steelyard.indicators.resolve import Resolved, resolve
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.table import RESULTS, Table, count_filled, known_table, read_table
from steelyard.indicators.tree import Atom, Quantile, Sum, atoms_of
from steelyard.indicators.units import UNIT_COLUMNS, Units, units
from steelyard.indicators.weigh_up import Context, Measured, weigh_up
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
    records = [get_indicator(id_) for id_ in (load_catalog() if ids is None else ids)]
    given = {record.id: params_of(record, params or {}) for record in records}
    grouped = by is not None
    failed: Values = {}
    table = read_table(con)
    ready = [
        resolved
        for record in records
        if (resolved := _resolve(record.id, given, table, failed, grouped=grouped))
    ]
    table = count_filled(con, table, [*UNIT_COLUMNS, *_columns(ready)])
    ready = [
        again
        for resolved in ready
        if (again := _resolve(resolved.record.id, given, table, failed, grouped=grouped))
    ]
    computation = _Computation(con, table, by, confidence)
    measured = computation.measure(ready, failed)
    context = Context(table, provenance or {}, confidence, computation.notes)
    order = [record.id for record in records]
    values = {
        group: _in_order(
            order,
            [weigh_up(r, found[r.record.id], context) for r in ready if r.record.id in found],
            failed,
        )
        for group, found in measured.items()
    }
    return values if grouped else values[None]


def indicator_needs(id_: str, params: Mapping[str, Any] | None = None) -> dict[str, list[str]]:
    """Return the fields an indicator needs: `required` in every row, `optional` used if there."""
    record = get_indicator(id_)
    resolved = resolve(record, params_of(record, params or {}), known_table())
    return {"required": list(resolved.required), "optional": list(resolved.optional)}


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

    def _measure(self, ready: list[Resolved]) -> dict[str | None, dict[str, Measured]]:
        plain = [resolved for resolved in ready if resolved.nested is None]
        trees = {
            resolved.record.id: (resolved.tree, [node for node, _ in resolved.flags])
            for resolved in plain
            if any(isinstance(atom, Sum) for atom in atoms_of(resolved.tree))
        }
        moments = measure(self.con, trees, self.table, self.units, self.chosen)
        quantiles = measure_quantiles(
            (a for resolved in plain for a in atoms_of(resolved.tree) if isinstance(a, Quantile)),
            Setting(self.con, self.table, self.units, self.chosen, self.confidence),
        )
        found = {
            group: {
                r.record.id: _plain(r, moments.get(group, {}).get(r.record.id), quantiles, group)
                for r in plain
            }
            for group in self.groups
        }
        for resolved in ready:
            if resolved.nested is not None:
                self._measure_nested(resolved, found)
        return found

    def _measure_nested(
        self, resolved: Resolved, found: dict[str | None, dict[str, Measured]]
    ) -> None:
        assert resolved.nested is not None
        by_group = measure_nested(
            self.con, resolved.tree, resolved.nested, self.table, self.units, self.chosen
        )
        for group in self.groups:
            measured = Measured(UNDEFINED, NOTHING)
            if group in by_group:
                value, variance, counts = by_group[group]
                measured = Measured(value, counts, variance)
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
    group: str | None,
) -> Measured:
    """Put together the sums and quantiles of one indicator in one group."""
    atoms: dict[Atom, Dual] = dict(moments.atoms) if moments else {}
    counts = moments.counts if moments else NOTHING
    bounds = None
    for atom in atoms_of(resolved.tree):
        if isinstance(atom, Quantile):
            measured = quantiles.get((group, atom), MeasuredQuantile(None, NOTHING))
            atoms[atom] = variable(measured.value, atom)
            counts, bounds = measured.counts if moments is None else counts, measured.bounds
        else:
            atoms.setdefault(atom, UNDEFINED)
    if counts.cases == 0:
        return Measured(UNDEFINED, counts)
    value = evaluate(resolved.tree, atoms)
    holds = tuple(evaluate(node, atoms).value is True for node, _ in resolved.flags)
    return Measured(value, counts, _variance(value, moments), bounds, atoms, holds)


def _variance(value: Dual, moments: Moments | None) -> float | None:
    """Return the delta method's variance: clusters · slopes' · covariance · slopes."""
    if moments is None or moments.counts.clusters < 2:
        return None
    total = 0.0
    for (a, b), covariance in moments.covariance.items():
        twice = 1.0 if a == b else 2.0
        total += twice * value.slope.get(a, 0.0) * value.slope.get(b, 0.0) * covariance
    return max(0.0, moments.counts.clusters * total)


def _resolve(
    id_: str,
    given: Mapping[str, Mapping[str, Any]],
    table: Table,
    failed: Values,
    *,
    grouped: bool,
) -> Resolved | None:
    try:
        return resolve(get_indicator(id_), given[id_], table, grouped=grouped)
    except UserError as error:
        failed[id_] = _failure(id_, str(error))
        return None


def _failure(id_: str, reason: str) -> IndicatorValue:
    # The database's own message could quote data; its kind is enough.
    note = t("indicators.failed", id=id_, reason=reason)
    return IndicatorValue(id=id_, value=None, status="na", notes=(note,))


def _columns(ready: Collection[Resolved]) -> list[str]:
    return [name for r in ready for name in (*r.required, *r.optional)]


def _in_order(order: list[str], values: list[IndicatorValue], failed: Values) -> Values:
    by_id = {value.id: value for value in values}
    return {
        id_: by_id[id_] if id_ in by_id else replace(failed[id_])
        for id_ in order
        if id_ in by_id or id_ in failed
    }
