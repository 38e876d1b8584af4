"""Simulated pairs of runs whose true difference is known, as results tables."""

from __future__ import annotations

from typing import Any, NamedTuple

import duckdb
import numpy as np
from numpy.typing import NDArray

from steelyard.bundle import BASE_COLUMNS, sql_name
from steelyard.indicators import Indicator
from steelyard.indicators.records import read_record
from steelyard.model import Words
from steelyard.scorecards import Node, Scorecard

COLUMNS = 20
"""Numbers each row has, independent of each other: as many indicators, all of one truth."""
_SHAPE = 2.0  # of the gamma that latencies are drawn from
_ICC = 0.3
_BETWEEN = 0.4  # of the variance of verdicts, between cases, when cases are repeated
_SQL = {"share": "rate({0})", "mean": "avg({0})", "p95": "quantile_cont({0}, 0.95)"}
Floats = NDArray[Any]  # of numbers, or of verdicts


class Pair(NamedTuple):
    """A pair of runs.

    Attributes:
        cases: how many.
        base: chance to pass, or scale of a gamma.
        new: the same of the new run.
        alike: how often a case falls out alike in both by construction.
        what: `share`, `mean` or `p95`.
        clusters: groups of cases that go together; 0 for none.
        epochs: repeats of each case.
        paired: whether both runs are asked the same cases.
        seed: apart from the number of the pair.
    """

    cases: int
    base: float
    new: float
    alike: float = 0.5
    what: str = "share"
    clusters: int = 0
    epochs: int = 1
    paired: bool = True
    seed: int = 0

    @property
    def truth(self) -> float:
        """The true difference."""
        less = self.new - self.base
        if self.what == "share":
            return less
        if self.what == "mean":
            return _SHAPE * less
        from scipy.stats import gamma

        return float(gamma.ppf(0.95, _SHAPE)) * less

    @property
    def variance(self) -> float:
        """Variance of the difference of verdicts on one case, single and without clusters."""
        both = self.alike * min(self.base, self.new) + (1 - self.alike) * self.base * self.new
        apart = self.base + self.new - 2 * both
        return float(apart - (self.new - self.base) ** 2)


def ids(pair: Pair) -> list[str]:
    """Return the ids of the indicators."""
    return [f"sim.{pair.what}_{at}" for at in range(COLUMNS)]


def records(pair: Pair) -> dict[str, Indicator]:
    """Return an indicator for each number."""
    words = {"en": "simulated", "zh": "模拟"}
    range_ = [0, 1] if pair.what == "share" else [0, None]
    raw: dict[str, Any] = {"version": 1, "range": range_}
    raw |= dict.fromkeys(("name", "meaning", "undefined"), words)
    if pair.what != "share":
        raw["score"] = "none"
    found = {}
    for at, id_ in enumerate(ids(pair)):
        content = raw | {"sql": _SQL[pair.what].format(f"x{at}")}
        found[id_] = read_record(id_, content, shared={})
    return found


def scorecard(pair: Pair) -> Scorecard:
    """Return the mean of the first three."""
    name = Words("simulated", "模拟")
    leaves = tuple(
        Node(id_.rpartition("_")[2], name, weight=weight, indicator=id_)
        for id_, weight in zip(ids(pair), (0.5, 0.3, 0.2), strict=False)
    )
    return Scorecard("simulated", 1, name, Node("overall", name, children=leaves))


def tables(pair: Pair, number: int) -> duckdb.DuckDBPyConnection:
    """Return a connection with `all_base` and `all_new` of one simulated pair."""
    rng = np.random.default_rng([pair.seed, number])
    base, new = _drawn(pair, rng)
    con = duckdb.connect(config={"threads": 1})
    case = np.repeat(np.arange(pair.cases), pair.epochs)
    for name, values in (("base", base), ("new", new)):
        frame: dict[str, Any] = {"n": case, "e": np.tile(np.arange(pair.epochs), pair.cases)}
        frame |= {f"x{at}": values[at] for at in range(COLUMNS)}
        _store(con, f"all_{name}", frame, pair, apart=not pair.paired and name == "new")
    return con


def _store(
    con: duckdb.DuckDBPyConnection, name: str, frame: dict[str, Any], pair: Pair, *, apart: bool
) -> None:
    mark = "d" if apart else "c"
    cluster = f"'g' || (n % {pair.clusters})" if pair.clusters else "NULL"
    known = {
        "case_id": f"'{mark}' || n",
        "input": "'q' || n",
        "row": "n",
        "epoch": "e",
        "cluster_id": cluster,
    }
    columns = ", ".join(
        f"CAST({known.get(column, 'NULL')} AS {type_}) AS {sql_name(column)}"
        for column, type_ in BASE_COLUMNS.items()
    )
    kind = "BOOLEAN" if pair.what == "share" else "DOUBLE"
    numbers = ", ".join(f"CAST(x{at} AS {kind}) AS x{at}" for at in range(COLUMNS))
    con.register("frame", frame)
    con.execute(f"CREATE TABLE {name} AS SELECT {columns}, {numbers} FROM frame")
    con.unregister("frame")


def _drawn(pair: Pair, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return the numbers of both runs, a row each."""
    if pair.what != "share":
        return _gammas(pair, rng)
    size = (COLUMNS, pair.cases)
    if pair.epochs > 1 or pair.clusters:
        return _mixed(pair, rng)
    first, second = rng.random(size), rng.random(size)
    follows = rng.random(size) < pair.alike
    return first < pair.base, np.where(follows, first, second) < pair.new


def _gammas(pair: Pair, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return skewed numbers, of which half of each is shared by both runs."""
    size = (COLUMNS, pair.cases)
    shared = rng.gamma(_SHAPE / 2, 1, size)
    ends = [shared + rng.gamma(_SHAPE / 2, 1, size) for _ in range(2)]
    return ends[0] * pair.base, ends[1] * pair.new


def _mixed(pair: Pair, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return verdicts whose chance varies between clusters, or between cases with repeats.

    Half of the clusters' own part is shared by both runs, the other half is each run's.
    """
    groups = pair.clusters or pair.cases
    share = _ICC if pair.clusters else _BETWEEN
    scale = 1 / share - 1
    place = np.arange(pair.cases) % groups
    chances = []
    same = rng.random((COLUMNS, groups)) < pair.alike
    uniform = rng.random((COLUMNS, groups))
    from scipy.special import betaincinv

    for mean in (pair.base, pair.new):
        own = np.where(same, uniform, rng.random((COLUMNS, groups)))
        chances.append(betaincinv(mean * scale, (1 - mean) * scale, own)[:, place])
    size = (COLUMNS, pair.cases * pair.epochs)
    base, new = (rng.random(size) < np.repeat(one, pair.epochs, axis=1) for one in chances)
    return base, new
