"""What a run comes to: indicators, overall score, gates and breakdowns, as plain JSON."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import duckdb

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators import compute_indicators, load_catalog
from steelyard.indicators.params import params_of
from steelyard.model import FIELDS, IndicatorValue, Provenance
from steelyard.scorecards.gates import check_gates, parse_gate
from steelyard.scorecards.weigh import weigh


def summarise(
    connection: duckdb.DuckDBPyConnection,
    *,
    params: Mapping[str, Any],
    by: Sequence[str],
    gates: Sequence[str],
    provenance: Mapping[str, Provenance],
) -> dict[str, Any]:
    """Compute everything the report shows of the view `results`.

    Args:
        connection: DuckDB with the view `results`.
        params: values the indicators need.
        by: columns to break down by; those without any value are left out.
        gates: conditions such as "base.f1: ci_low >= 0.8".
        provenance: outcome columns to `measured` or `declared`.
    """
    values = compute_indicators(connection, params=params, provenance=provenance)
    overall = weigh(values)
    interval = overall.interval
    return {
        "indicators": [_with_words(value) for value in values.values()],
        "overall": {
            "score": overall.score,
            "rule": overall.rule,
            "weights": dict(overall.weights_used),
            "coverage": overall.coverage,
            "lo": overall.lo,
            "hi": overall.hi,
            "ci_low": interval.low if interval else None,
            "ci_high": interval.high if interval else None,
            "ci_method": interval.method if interval else None,
            "notes": list(overall.notes),
        },
        "gates": [result.as_dict() for result in check_gates(gates, values, overall)],
        "breakdowns": {
            column: _breakdown(connection, column, params, provenance)
            for column in by
            if _has_values(connection, column)
        },
    }


def check_summary(
    params: Mapping[str, Any], by: Sequence[str], gates: Sequence[str], columns: Collection[str]
) -> None:
    """Find what is wrong with the arguments of `summarise` before there is anything to summarise.

    Raises:
        InputError: a parameter, a breakdown column or a gate is wrong.
        UnknownNameError: a gate names an indicator that does not exist.
    """
    for record in load_catalog().values():
        params_of(record, params)
    for column in by:
        if column not in columns:
            close = get_close_matches(column, columns, n=3) or sorted(columns)
            names = ", ".join(close)
            raise InputError(t("scorecards.unknown_column", column=column, names=names))
    for gate in gates:
        parse_gate(gate)


def _breakdown(
    connection: duckdb.DuckDBPyConnection,
    column: str,
    params: Mapping[str, Any],
    provenance: Mapping[str, Provenance],
) -> list[dict[str, Any]]:
    groups = compute_indicators(connection, params=params, by=column, provenance=provenance)
    counts = dict(
        connection.execute(f'SELECT "{column}", count(*) FROM results GROUP BY ALL').fetchall()
    )
    return [
        {
            "group": group,
            "n": counts.get(group, 0),
            "indicators": {id_: value.as_dict() for id_, value in values.items()},
        }
        for group, values in groups.items()
    ]


def _has_values(connection: duckdb.DuckDBPyConnection, column: str) -> bool:
    if column not in FIELDS:
        return True  # an unknown name is explained by compute_indicators
    [(count,)] = connection.execute(f'SELECT count("{column}") FROM results').fetchall()
    return bool(count)


def _with_words(value: IndicatorValue) -> dict[str, Any]:
    record = load_catalog()[value.id]
    return value.as_dict() | {
        "name": record.name._asdict(),
        "meaning": record.meaning._asdict(),
        "unit": record.unit,
        "direction": record.direction,
        "kind": value.id.partition(".")[0],
    }
