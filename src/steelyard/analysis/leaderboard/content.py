"""What a leaderboard says, before anyone decides how it looks: plain frozen records.

`Leaderboard.as_dict()` is the JSON of a leaderboard. `SCHEMA` goes up when a field changes its
meaning or goes away; a new field does not raise it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from steelyard.model import Provenance, Words

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with its interval; all None when it is undefined, never 0 instead.

    Attributes:
        value: in its natural unit.
        ci_low: lower end of the interval; None when no honest one exists.
        ci_high: upper end.
        n: cases (or rows) that counted.
        provenance: the weakest source of what it rests on: measured, declared or claimed; None
            when there is no value.
    """

    value: float | None
    ci_low: float | None = None
    ci_high: float | None = None
    n: int = 0
    provenance: Provenance | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: a part of the scorecard or an indicator that was asked for.

    Attributes:
        id: of the scorecard's node, or of the indicator.
        name: for people.
        kind: `dimension` (a score from 0 to 1) or `indicator` (a value in its own unit).
        unit: of the values; empty for a proportion.
        direction: `up` when more is better, `down` when less is.
    """

    id: str
    name: Words
    kind: str
    unit: str = ""
    direction: str = "up"


@dataclass(frozen=True, slots=True)
class Source:
    """One run behind a line.

    Attributes:
        path: its directory.
        run_id: its identity.
        name: the name of its plan.
        state: `finished`, or where it stayed.
        created_at: when it began.
    """

    path: str
    run_id: str
    name: str
    state: str
    created_at: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the leaderboard: a run, or the runs of one agent together.

    Attributes:
        name: as shown; different for every line.
        sources: the runs behind it.
        score: the number it is ranked by; `Leaderboard.ranked_by` says which one.
        overall: the overall score, from 0 to 1.
        rank: 1 is the best, ties share the better rank; None without a score, and for a line that
            is not comparable.
        not_comparable: why it is not ranked though it has a score: its answers were judged by
            another rule than those of most lines, or its score rests on what the agent claims and
            theirs do not; None for a line that is comparable.
        rank_low: best rank in 95 % of the resamples.
        rank_high: worst rank in 95 % of the resamples.
        p_first: share of the resamples in which it is first; a tie counts as a part of one.
        group: letters; two lines that share one cannot be told apart.
        coverage: share of the scorecard's weight that is backed by data.
        lo: the score if everything missing were 0.
        hi: the score if everything missing were 1.
        columns: by the id of a `Column`; a column that this line lacks is a `Measure` of None.
        latency_p50: seconds in the middle.
        latency_p95: seconds that 95 % of the answers need at most.
        cost: per ask, in the unit the agent reports; None when it reports none.
        cost_total: of all asks.
        rows: asks that count, those under conditions left aside.
        front: whether no other line is at least as good in quality, latency and cost and better in
            one; None when nothing can be said.
        beaten_by: names of the lines that are.
        weights_p_first: share of the draws of other weights in which it is first.
        weights_rank_low: best rank in 95 % of the draws of weights.
        weights_rank_high: worst rank in 95 % of them.
        notes: what a reader of this line must know.
    """

    name: str
    sources: tuple[Source, ...]
    score: Measure
    overall: Measure = Measure(None)
    rank: int | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    p_first: float | None = None
    group: str = ""
    coverage: float | None = None
    lo: float | None = None
    hi: float | None = None
    columns: Mapping[str, Measure] = field(default_factory=dict)
    latency_p50: Measure = Measure(None)
    latency_p95: Measure = Measure(None)
    cost: Measure = Measure(None)
    cost_total: float | None = None
    rows: int = 0
    front: bool | None = None
    beaten_by: tuple[str, ...] = ()
    weights_p_first: float | None = None
    weights_rank_low: int | None = None
    weights_rank_high: int | None = None
    not_comparable: Words | None = None
    notes: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two lines compared: the difference of their scores, the better one first.

    Attributes:
        first: name of the better line.
        second: name of the other.
        difference: of the scores, not below 0.
        ci_low: lower end of its 95 % interval.
        ci_high: upper end.
        p: how often so large a difference comes by chance; None when it cannot be said.
        p_adjusted: the same after Holm over all pairs.
        apart: whether the two can be told apart at 5 %; None when it cannot be said.
    """

    first: str
    second: str
    difference: float
    ci_low: float | None
    ci_high: float | None
    p: float | None
    p_adjusted: float | None
    apart: bool | None


@dataclass(frozen=True, slots=True)
class Swap:
    """The smallest change of one weight that brings the second line level with the first.

    Attributes:
        first: name of the first line.
        second: name of the second.
        part: id of the part of the scorecard.
        name: of the part.
        weight: its weight now, of 1.
        needed: the weight at which the two are level; the other weights keep their proportions.
    """

    first: str
    second: str
    part: str
    name: Words
    weight: float
    needed: float


@dataclass(frozen=True, slots=True)
class Weights:
    """How far the ranking depends on the weights of the scorecard.

    Attributes:
        parts: the columns whose weights were drawn.
        weights: what they weigh now, adding up to 1.
        draws: how often weights were drawn.
        concentration: how tightly around the weights.
        stable: whether the first line stays first in 95 % of draws of weights and scores; None when
            that cannot be said.
        p_first: share of the draws of weights and scores in which the first line is first.
        swap: the smallest change that swaps the first two; None when no weight does.
    """

    parts: tuple[Column, ...]
    weights: tuple[float, ...]
    draws: int
    concentration: float
    stable: bool | None
    p_first: float | None
    swap: Swap | None


@dataclass(frozen=True, slots=True)
class Card:
    """The scorecard by which every line was weighed."""

    id: str
    version: int
    name: Words
    hash: str


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Many runs, weighed by one scorecard and ranked.

    Attributes:
        scorecard: by which all of them were weighed.
        paired: whether all lines answered the same cases, so that they were resampled together.
        cases: cases behind every line when paired; None otherwise.
        grouped_by: `run`, `name` or `agent`.
        draws: how many resamples the rank intervals rest on.
        seed: of the resamples.
        columns: the columns every line has, in order.
        lines: the best first, then those not comparable, those without a score last.
        pairs: every two lines compared.
        groups: names of lines that cannot be told apart, a tuple for each letter.
        weights: None when there is nothing to vary.
        notes: what a reader must know.
        ranked_by: `overall`, or the id of the indicator that the runs' own reports begin with.
    """

    scorecard: Card
    paired: bool
    cases: int | None
    grouped_by: str
    draws: int
    seed: int
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    pairs: tuple[Pair, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    weights: Weights | None = None
    notes: tuple[Words, ...] = ()
    ranked_by: str = "overall"

    def as_dict(self) -> dict[str, Any]:
        """Return the leaderboard as plain JSON values, with the version of its shape."""
        plain: dict[str, Any] = _plain(self)
        return {"schema": SCHEMA, "kind": "leaderboard", **plain}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Words):
        return {"en": _plain(value.en), "zh": _plain(value.zh)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        # Half a surrogate pair cannot be written as UTF-8.
        return value.encode("utf-8", "replace").decode("utf-8")
    return value
