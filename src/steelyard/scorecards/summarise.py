"""What a run comes to: indicators, overall score, gates and breakdowns, as plain JSON."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators import (
    built_in,
    compute_indicators,
    get_indicator,
    load_catalog,
    using_indicators,
)
from steelyard.indicators.params import params_of
from steelyard.indicators.resample import resample_scores
from steelyard.indicators.sandbox import Apart, compute_apart, records_of
from steelyard.model import FIELDS, IndicatorValue, Provenance, Spread, here
from steelyard.scorecards.gates import GateResult, check_gates, parse_gate
from steelyard.scorecards.node import HARM_GATES, Scorecard
from steelyard.scorecards.overall import Overall
from steelyard.scorecards.scorecard import load_scorecard
from steelyard.scorecards.unrefused import with_both_ends
from steelyard.scorecards.weigh import dimensions_of, overall_of, weigh_tree

# Shown even when undefined: a report without them would hide that they are missing.
_BASIC = ("base.f1", "base.accuracy", "base.precision", "base.recall")
# Recall is undefined exactly when the data has no answerable case: then there is no F1 to speak of.
_DECIDE_THE_RULE = ("base.recall",)


class Custom(NamedTuple):
    """The user's own indicators, and the results table on disk that they are computed over."""

    files: Sequence[Mapping[str, Any]]
    parts: Path


def summarise(
    connection: duckdb.DuckDBPyConnection,
    *,
    params: Mapping[str, Any],
    by: Sequence[str],
    gates: Sequence[str],
    provenance: Mapping[str, Provenance],
    scorecard: Scorecard | None = None,
    custom: Custom | None = None,
    spread: Spread = here,
) -> dict[str, Any]:
    """Compute everything the report shows of the view `results`.

    Args:
        connection: DuckDB with the view `results`.
        params: values the indicators need.
        by: columns to break down by; those without any value are left out.
        gates: conditions such as "base.f1: ci_low >= 0.8".
        provenance: outcome columns to `measured` or `declared`.
        scorecard: how the indicators are weighed; the default one if not given.
        custom: indicators of the user's own; they are computed in a process apart.
        spread: where resampling is done, if there is much of it.
    """
    card = scorecard or load_scorecard()
    given = with_card_params(params, card)
    columns = [column for column in by if _has_values(connection, column)]
    if custom is None or not custom.files:
        return _summary(connection, card, given, columns, gates, provenance, Apart(), spread)
    with using_indicators(records_of(custom.files)):
        apart = compute_apart(
            custom.files, custom.parts, params=given, by=columns, provenance=provenance, draws=True
        )
        return _summary(connection, card, given, columns, gates, provenance, apart, spread)


def _summary(
    connection: duckdb.DuckDBPyConnection,
    card: Scorecard,
    given: Mapping[str, Any],
    columns: Sequence[str],
    gates: Sequence[str],
    provenance: Mapping[str, Provenance],
    apart: Apart,
    spread: Spread,
) -> dict[str, Any]:
    every = compute_indicators(connection, built_in(), params=given, provenance=provenance)
    every = with_both_ends(connection, every | apart.values)
    members = card.indicators()
    weighed = {id_: every[id_] for id_ in members}
    weighed |= {id_: every[id_] for id_ in _DECIDE_THE_RULE if id_ in every}
    drawn = resample_scores(
        connection,
        {id_: every[id_] for id_ in members if id_ not in apart.values},
        params=given,
        spread=spread,
    )
    root = weigh_tree(weighed, card, {**drawn, **_arrays(apart.draws)})
    overall = overall_of(root)
    shown = _shown(every, members, gates)
    results = _gate_results(gates, card, every, overall, root.provenance)
    return {
        "indicators": [_with_words(value, given) for value in shown.values()],
        "undefined": [
            {"id": id_, "name": get_indicator(id_).name._asdict(), "notes": list(value.notes)}
            for id_, value in every.items()
            if value.value is None
        ],
        "overall": overall.as_dict(),
        "tree": root.as_dict(),
        "dimensions": {node.node.id: node.as_dict() for node in dimensions_of(root)},
        "scorecard": card.as_dict() | {"hash": card.hash},
        "gates": [result.as_dict() for result in results],
        "gates_unchecked": [
            gate for gate in _card_gates(gates, card) if gate not in {r.text for r in results}
        ],
        "breakdowns": {
            column: _breakdown(connection, column, list(shown), given, provenance, apart)
            for column in columns
        },
    }


def _arrays(draws: Mapping[str, list[float]]) -> dict[str, Any]:
    import numpy as np

    return {id_: np.array(scores) for id_, scores in draws.items()}


def with_card_params(params: Mapping[str, Any], card: Scorecard) -> dict[str, Any]:
    """Return the parameters with those of the scorecard's leaves; what the plan says wins."""
    own = {
        id_: {name: value for name, value in leaf.items() if name not in params}
        | dict(params.get(id_) or {})
        for id_, leaf in card.params().items()
    }
    return {**params, **own}


def check_summary(
    params: Mapping[str, Any],
    by: Sequence[str],
    gates: Sequence[str],
    columns: Collection[str],
    scorecard: Scorecard | None = None,
) -> None:
    """Find what is wrong with the arguments of `summarise` before there is anything to summarise.

    Raises:
        InputError: a parameter, a breakdown column or a gate is wrong.
        UnknownNameError: a gate names an indicator that does not exist.
    """
    given = with_card_params(params, scorecard or load_scorecard())
    for record in load_catalog().values():
        params_of(record, given)
    for column in by:
        if column not in columns:
            close = get_close_matches(column, columns, n=3) or sorted(columns)
            names = ", ".join(close)
            raise InputError(t("scorecards.unknown_column", column=column, names=names))
    for gate in gates:
        parse_gate(gate)


def _shown(
    every: Mapping[str, IndicatorValue], members: Collection[str], gates: Sequence[str]
) -> dict[str, IndicatorValue]:
    """Return the indicators a reader wants to see: those defined, or basic, or in a gate.

    The catalog is long and most data fills a part of it; the rest is listed by name and reason.
    """
    gated = {parse_gate(gate).indicator for gate in gates}
    return {
        id_: value
        for id_, value in every.items()
        if value.value is not None or id_ in gated or (id_ in members and id_ in _BASIC)
    }


def _gate_results(
    gates: Sequence[str],
    card: Scorecard,
    every: Mapping[str, IndicatorValue],
    overall: Overall,
    source: Provenance,
) -> list[GateResult]:
    """Check the plan's gates, and those of the scorecard that there is something to check for."""
    own = check_gates(_card_gates(gates, card), every, overall, source=source)
    defined = [result for result in own if result.observed is not None]
    return [*check_gates(gates, every, overall, source=source), *defined]


def _card_gates(gates: Sequence[str], card: Scorecard) -> list[str]:
    """Return the scorecard's gates but for those on harm that the plan sets otherwise."""
    named = {parse_gate(gate).indicator for gate in gates}
    return [
        gate
        for gate in card.all_gates()
        if gate not in HARM_GATES or parse_gate(gate).indicator not in named
    ]


def _breakdown(
    connection: duckdb.DuckDBPyConnection,
    column: str,
    ids: Sequence[str],
    params: Mapping[str, Any],
    provenance: Mapping[str, Provenance],
    apart: Apart,
) -> list[dict[str, Any]]:
    own = apart.groups.get(column, {})
    inside = [id_ for id_ in ids if id_ not in apart.values]
    groups = compute_indicators(connection, inside, params=params, by=column, provenance=provenance)
    groups = {
        group: values | {id_: value for id_, value in own.get(group, {}).items() if id_ in ids}
        for group, values in groups.items()
    }
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
    if column not in {row[0] for row in connection.execute("DESCRIBE results").fetchall()}:
        return False
    [(count,)] = connection.execute(f'SELECT count("{column}") FROM results').fetchall()
    return bool(count)


def _with_words(value: IndicatorValue, params: Mapping[str, Any]) -> dict[str, Any]:
    record = get_indicator(value.id)
    formula = record.formula_for(params_of(record, params))
    return value.as_dict() | {
        "name": record.name._asdict(),
        "meaning": record.meaning._asdict(),
        "unit": record.unit,
        "direction": formula.direction,
        "kind": value.id.partition(".")[0],
    }
