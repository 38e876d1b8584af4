"""The tables of a correlation: pairs, drivers, what says nearly the same, the front of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.sources import source_words
from steelyard.report.tables.table import Cell, Chance, Column, Kind, Quantity, Span, Table, Tone
from steelyard.report.wording import words

if TYPE_CHECKING:
    from steelyard.analysis.correlation.content import (
        Coefficient,
        Correlation,
        Drivers,
        Pair,
        ParetoPoint,
        Redundancy,
    )

_RHO = "rho"  # not a proportion: shown as it is


def correlation_tables(found: Correlation) -> list[Table]:
    """Return every table of the analysis."""
    made = [_pairs(found)]
    if found.drivers is not None and found.drivers.drivers:
        made.append(_drivers(found, found.drivers))
    if found.redundancy is not None:
        made.append(_redundancy(found, found.redundancy))
    if found.pareto:
        made.append(_pareto(found))
    return [*made, _measures(found)]


def names_of(found: Correlation) -> dict[str, Words]:
    """Return what the measures are called, by their ids."""
    return {measure.id: measure.name for measure in found.measures}


def _pairs(found: Correlation) -> Table:
    names = names_of(found)
    columns = (
        *(_head("a", "text"), _head("b", "text"), _head("spearman"), _head("interval", "span")),
        *(_head("q"), _head("evidence", "text"), _head("kendall"), _head("point_biserial")),
        *(_head("partial"), _head("within"), _head("n"), _head("notes", "aside")),
    )
    strongest = sorted(found.pairs, key=lambda pair: -abs(pair.spearman.value or 0.0))
    rows = [_pair(pair, names) for pair in strongest]
    return Table("pairs", words("tables.matrix"), columns, rows)


def _pair(pair: Pair, names: dict[str, Words]) -> tuple[Cell, ...]:
    rho = pair.spearman
    tone = "good" if pair.evidence == "established" else "calm"
    return (
        names.get(pair.a, pair.a),
        names.get(pair.b, pair.b),
        Quantity(rho.value, _RHO, signed=True),
        Span(rho.ci_low, rho.ci_high, _RHO, signed=True),
        Chance(pair.q),
        Tone(words(f"tables.evidence_{pair.evidence}"), tone) if pair.q is not None else None,  # type: ignore[arg-type]
        _value(pair.kendall),
        _value(pair.point_biserial),
        _value(pair.partial),
        _value(pair.within),
        rho.n,
        pair.structural or rho.reason,
    )


def _value(found: Coefficient | None) -> Cell:
    return None if found is None else Quantity(found.value, _RHO, signed=True)


def _drivers(found: Correlation, drivers: Drivers) -> Table:
    names = names_of(found)
    columns = (
        *(_head("driver", "text"), _head("explained"), _head("interval", "span")),
        *(_head("coefficient"), _head("interval", "span")),
    )
    rows: list[tuple[Cell, ...]] = []
    for one in drivers.drivers:
        effect = one.coefficient
        number = None if effect is None else Quantity(effect.value, _RHO, signed=True)
        span = Span(None, None)
        if effect is not None:
            span = Span(effect.ci_low, effect.ci_high, _RHO, signed=True)
        share = one.share
        rows.append(
            (one.name, Quantity(share.value), Span(share.ci_low, share.ci_high), number, span)
        )
    target = names.get(drivers.target, Words(drivers.target, drivers.target))
    return Table("drivers", words("tables.drivers", target=target), columns, rows)


def _redundancy(found: Correlation, redundancy: Redundancy) -> Table:
    names = names_of(found)
    columns = (_head("cluster", "long"), _head("weakest"), _head("vif"))
    rows: list[tuple[Cell, ...]] = [
        (
            _listed([names.get(one, Words(one, one)) for one in cluster.members]),
            cluster.weakest,
            None,
        )
        for cluster in redundancy.clusters
    ]
    rows += [(names.get(one.id, one.id), None, one.value) for one in redundancy.vifs]
    return Table("redundancy", words("tables.redundancy"), columns, rows)


def _listed(names: list[Words]) -> Words:
    return Words(" · ".join(name.en for name in names), " · ".join(name.zh for name in names))


def _pareto(found: Correlation) -> Table:
    columns = (
        *(_head("run", "text"), _head("quality"), _head("interval", "span"), _head("p50")),
        *(_head("cost_per_ask"), _head("front", "text")),
    )
    rows = [_point(point) for point in found.pareto]
    return Table("pareto", words("tables.pareto"), columns, rows)


def _point(point: ParetoPoint) -> tuple[Cell, ...]:
    front = None if point.front is None else words("tables.yes" if point.front else "tables.no")
    return (
        point.run,
        Quantity(point.quality.value),
        Span(point.quality.ci_low, point.quality.ci_high),
        Quantity(point.latency_s, "s"),
        Quantity(point.cost, "number"),
        front,
    )


def _measures(found: Correlation) -> Table:
    columns = (
        *(_head("id", "text"), _head("name", "text"), _head("role", "text"), _head("mean")),
        *(_head("unit", "text"), _head("n"), _head("source", "text")),
    )
    rows = [
        (
            *(one.id, one.name, words(f"tables.role_{one.role}"), one.mean, one.unit, one.n),
            source_words(one.provenance),
        )
        for one in found.measures
    ]
    return Table("measures", words("tables.measures"), columns, rows)


def _head(key: str, kind: Kind = "number") -> Column:
    return Column(words(f"tables.{key}"), kind)
