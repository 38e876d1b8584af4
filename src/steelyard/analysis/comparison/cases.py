"""One row per case with what each run made of it: what flips, slices and costs are read from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.analysis.comparison.apart import Estimate
from steelyard.analysis.comparison.tables import KEY, fetch
from steelyard.bundle import sql_name
from steelyard.indicators.intervals import cluster_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from steelyard.analysis.comparison.tables import Tables

_BUCKETS = 16_384
_AT_ONCE = 2_000_000  # rows whose cases are made together; their sums stand in memory
_SPENT = ("cost", "input_tokens", "output_tokens", "attempts")  # what is also summed
NUMBERS = ("passed", "score", "latency_s", "first_token_s", *_SPENT)


def make_cases(tables: Tables, by: Sequence[str], at_once: int = _AT_ONCE) -> None:
    """Make the table `pairs`, or `base_cases` and `new_cases` when the runs are not paired.

    Only baseline rows are in them; repeats of a case are averaged. Of long tables one part of
    the cases after the other is made, told apart by the hashes of their keys.
    """
    [(rows,)] = tables.con.execute(
        "SELECT greatest((SELECT count(*) FROM all_base), (SELECT count(*) FROM all_new))"
    ).fetchall()
    parts = max(1, -(-rows // at_once))
    paired = tables.pairing.paired
    for part in range(parts):
        some = f" AND hash({KEY}) % {parts} = {part}" if parts > 1 else ""
        for side in ("base", "new"):
            _put(tables, f"{side}_cases", _cases(tables, by, side, some), first=paired or part == 0)
        if paired:
            _put(tables, "pairs", _pairs(by), first=part == 0)
    if paired:
        tables.con.execute("DROP TABLE base_cases")
        tables.con.execute("DROP TABLE new_cases")


def _put(tables: Tables, name: str, query: str, *, first: bool) -> None:
    """Begin a table with what a query gives, or go on with it."""
    verb = f"CREATE OR REPLACE TABLE {name} AS" if first else f"INSERT INTO {name}"
    tables.con.execute(f"{verb} {query}")


def _cases(tables: Tables, by: Sequence[str], side: str, some: str) -> str:
    groups = "".join(f", any_value(CAST({sql_name(c)} AS VARCHAR)) AS {_group(c)}" for c in by)
    means = "".join(f", avg(CAST({name} AS DOUBLE)) AS {name}" for name in NUMBERS)
    sums = "".join(f", sum(CAST({name} AS DOUBLE)) AS total_{name}" for name in _SPENT)
    return (
        f"SELECT {KEY} AS key, hash(any_value({tables.cluster})) AS cluster,"
        f" count(*) AS repeats{groups}{means}{sums} FROM {side}_rows"
        f" WHERE condition IS NULL{some} GROUP BY key"
    )


def _pairs(by: Sequence[str]) -> str:
    """Print both sides of every case: two dozen questions are asked of them, none joins anew."""
    both = "".join(f", b.{name} AS base_{name}, n.{name} AS new_{name}" for name in NUMBERS)
    both += "".join(
        f", b.total_{name} AS base_total_{name}, n.total_{name} AS new_total_{name}"
        for name in _SPENT
    )
    named = "".join(f", b.{_group(column)}" for column in by)
    return (
        f"SELECT b.key, b.cluster, greatest(b.repeats, n.repeats) AS repeats{named}{both}"
        " FROM base_cases b JOIN new_cases n ON b.key = n.key"
    )


class Means(NamedTuple):
    """The mean of a number in both runs over the same cases (or over different ones).

    Attributes:
        n: cases of the smaller side.
        base: mean and its variance.
        new: the same of the new run.
        pulls: of the same clusters on both means; None without pairing.
    """

    n: int
    base: Estimate
    new: Estimate
    pulls: tuple[NDArray[np.float64], NDArray[np.float64]] | None


def case_means(tables: Tables, column: str, *, by: str | None = None) -> dict[str | None, Means]:
    """Return the means of a number over the cases that have it, by group or for the key None."""
    group = _group(by) if by else "CAST(NULL AS VARCHAR)"
    if tables.pairing.paired:
        sums = f"sum(base_{column}) AS a, sum(new_{column}) AS b"
        known = f"base_{column} IS NOT NULL AND new_{column} IS NOT NULL"
        rows = _grouped(tables, group, sums, "pairs", known)
        return {
            name: Means(int(n.sum()), *_both(n, a, b, single=tables.single))
            for name, (n, a, b) in rows.items()
            if n.sum() > 0
        }
    sides = [
        _grouped(
            tables, group, f"sum({column}) AS a, 0 AS b", f"{side}_cases", f"{column} IS NOT NULL"
        )
        for side in ("base", "new")
    ]
    found = {}
    for name in sides[0]:
        if name in sides[1]:
            ends = [_one(n, a, single=tables.single) for n, a, _ in (s[name] for s in sides)]
            n = min(int(side[name][0].sum()) for side in sides)
            found[name] = Means(n, ends[0][0], ends[1][0], None)
    return found


def _grouped(
    tables: Tables, group: str, sums: str, table: str, known: str
) -> dict[str | None, Any]:
    """Return, by group, arrays over clusters: cases, and the sums."""
    found = fetch(
        tables.con,
        f"SELECT {group} AS g, cluster % {_BUCKETS} AS c, count(*) AS n, {sums}"
        f" FROM {table} WHERE {known} GROUP BY ALL ORDER BY g, c",
    )
    import numpy as np

    names = found["g"]
    plain = [None if one is None or one != one else str(one) for one in names.tolist()]
    places: dict[str | None, list[int]] = {}
    for at, name in enumerate(plain):
        places.setdefault(name, []).append(at)
    columns = [np.asarray(found[name], float) for name in ("n", "a", "b")]
    return {name: tuple(column[at] for column in columns) for name, at in places.items()}


def _both(n: Any, a: Any, b: Any, *, single: bool) -> tuple[Estimate, Estimate, tuple[Any, Any]]:
    base, first = _one(n, a, single=single)
    new, second = _one(n, b, single=single)
    return base, new, (first, second)


def _one(n: Any, sums: Any, *, single: bool) -> tuple[Estimate, Any]:
    total = float(n.sum())
    mean = float(sums.sum()) / total
    pulls = (sums - mean * n) / total
    size, sizes = len(n), cluster_sizes(n.tolist())
    if size > 1 and n.min() < n.max():
        # As the jackknife has it, so that size/(size−1) times their squares is its variance.
        pulls = pulls / (1 - n / total) * (size - 1) / size
    variance = size / (size - 1) * float(pulls @ pulls) if size > 1 else 0.0
    return Estimate(mean, variance, size, single and size == total, sizes), pulls


def _group(column: str) -> str:
    return sql_name(f"by_{column}")
