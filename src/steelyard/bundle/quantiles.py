"""Quantiles of a column of any length.

DuckDB's `quantile_cont` holds every value in memory, and of ten million that is more than a report
may use. Sorted, they are spilled like anything else that is sorted.
"""

from __future__ import annotations

from collections.abc import Sequence

import duckdb


def quantiles_of(
    connection: duckdb.DuckDBPyConnection, query: str, shares: Sequence[float]
) -> list[float] | None:
    """Return the quantiles of the numbers that a query gives, between the values around each.

    Args:
        connection: where the query is asked.
        query: SQL of one column; what is NULL in it is left out.
        shares: between 0 and 1, such as 0.5 for the median.

    Returns:
        One number for each share; None when there are no values.
    """
    values = f"(SELECT v FROM ({query}) AS given(v) WHERE v IS NOT NULL)"
    [(count,)] = connection.execute(f"SELECT count(*) FROM {values}").fetchall()
    if not count:
        return None
    places = [(count - 1) * share for share in shares]
    wanted = {near for place in places for near in (int(place), min(int(place) + 1, count - 1))}
    listed = ", ".join(map(str, sorted(wanted)))
    found = connection.execute(
        "SELECT place, v FROM (SELECT v, row_number() OVER (ORDER BY v) - 1 AS place"
        f" FROM {values}) WHERE place IN ({listed})"
    ).fetchall()
    at = {int(place): float(value) for place, value in found}
    return [_between(at, place, count) for place in places]


def _between(at: dict[int, float], place: float, count: int) -> float:
    below = int(place)
    low, high = at[below], at[min(below + 1, count - 1)]
    return low + (place - below) * (high - low)
