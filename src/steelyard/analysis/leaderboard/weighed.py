"""One line, weighed: its indicators, its scorecard with resamples, its seconds and its cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.analysis.leaderboard.content import Measure
from steelyard.bundle import connect_for_analysis
from steelyard.indicators import compute_indicators
from steelyard.indicators.intervals import t_interval
from steelyard.indicators.resample import resample_scores
from steelyard.indicators.sandbox import Apart, compute_apart
from steelyard.model import IndicatorValue
from steelyard.scorecards import Weighed, Weighing, weigh_tree
from steelyard.scorecards.headline import OVERALL
from steelyard.scorecards.summarise import with_card_params

if TYPE_CHECKING:
    from steelyard.scorecards.aggregation.record import Array

P50, P95 = "base.latency_p50", "base.latency_p95"
_CONFIDENCE = 0.95


class Setting(NamedTuple):
    """What a line is weighed with.

    Attributes:
        weighing: the scorecard, and indicators of the user's own.
        params: of the indicators.
        provenance: outcome columns to `measured`, `declared` or `claimed`.
        indicators: ids wanted beside those of the scorecard.
        seed: lines with the same cases and the same seed are resampled together.
        number: of the line; what is drawn beside the cases differs from line to line.
        ranked_by: `overall`, or the id of the indicator that lines are ranked by.
    """

    weighing: Weighing
    params: Mapping[str, Any]
    provenance: Mapping[str, Any]
    indicators: Sequence[str]
    seed: int
    number: int = 0
    ranked_by: str = OVERALL


class Result(NamedTuple):
    """What a line came to; `score` is what it is ranked by, `drawn` the same in every resample."""

    score: Measure
    drawn: Array | None
    root: Weighed
    values: Mapping[str, IndicatorValue]
    cost: Measure
    cost_total: float | None
    rows: int


def weigh_line(table: Path, setting: Setting) -> Result:
    """Weigh the results in a directory of parts; the user's own indicators must be known."""
    import numpy as np

    card, files, *_ = setting.weighing
    given = with_card_params(setting.params, card)
    apart = Apart()
    if files:
        apart = compute_apart(files, table, params=given, provenance=setting.provenance, draws=True)
    members = card.indicators()
    first = [] if setting.ranked_by == OVERALL else [setting.ranked_by]
    wanted = dict.fromkeys([*members, *first, *setting.indicators, P50, P95])
    inside = [id_ for id_ in wanted if id_ not in apart.values]
    con = connect_for_analysis(table)
    try:
        values = compute_indicators(con, inside, params=given, provenance=setting.provenance)
        drawn = resample_scores(
            con,
            {id_: values[id_] for id_ in dict.fromkeys([*members, *first]) if id_ in values},
            params=given,
            seed=setting.seed,
            own=1 + setting.number,
            beside=True,
        )
        cost, total, rows = _cost(con)
        if cost.value is not None:
            cost = replace(cost, provenance=setting.provenance.get("cost", "measured"))
    finally:
        con.close()
    values |= {id_: apart.values[id_] for id_ in wanted if id_ in apart.values}
    own = {id_: np.array(scores) for id_, scores in apart.draws.items()}
    root = weigh_tree(values, card, {**drawn, **own})
    score, scores = score_of(root), root.drawn
    if first:
        score, scores = measure_of(values.get(first[0])), drawn.get(first[0])
    return Result(score, scores, root, values, cost, total, rows)


def measure_of(value: IndicatorValue | None) -> Measure:
    """Return an indicator's value with its interval."""
    if value is None or value.value is None:
        return Measure(None)
    low, high = value.interval[:2] if value.interval else (None, None)
    return Measure(value.value, low, high, value.n, value.provenance)


def score_of(node: Weighed | None) -> Measure:
    """Return the score of a node with its interval."""
    if node is None or node.score is None:
        return Measure(None)
    low, high = node.interval[:2] if node.interval else (None, None)
    n = 0 if node.value is None else node.value.n
    return Measure(node.score, low, high, n, node.provenance)


def _cost(con: Any) -> tuple[Measure, float | None, int]:
    """Return the cost per ask (a t interval over cases), of all asks, and the rows."""
    asked = "FROM results WHERE condition IS NULL"
    [(rows, total)] = con.execute(f"SELECT count(*), sum(cost) {asked}").fetchall()
    [(n, mean, spread)] = con.execute(
        f"SELECT count(*), avg(c), stddev_samp(c) FROM"
        f" (SELECT avg(cost) AS c {asked} AND isfinite(cost) GROUP BY coalesce(case_id,"
        f" CAST(row AS VARCHAR)))"
    ).fetchall()
    if not n:
        return Measure(None), None, rows
    low = high = None
    if n > 1:
        low, high = t_interval(mean, spread / n**0.5, n - 1, _CONFIDENCE)
    return Measure(mean, None if low is None else max(0.0, low), high, n), float(total), rows
