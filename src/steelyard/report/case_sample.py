"""Which rows travel with a page: some of every failure, scene and condition, never too many.

Of a small run all. Of a large one: the rows that the page names elsewhere, cases that came out
now right and now wrong, failures by reason and scene in turn, each condition by kind, right
answers of every scene, and others at random, in that order until the sample is full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steelyard.report.case_rows import kind_of_condition, read_rows
from steelyard.report.content import CaseSample
from steelyard.report.failures import keyed_rows
from steelyard.report.results import Results

if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckdb import DuckDBPyConnection

_MOST_ROWS = 300


def case_sample(
    con: DuckDBPyConnection,
    named: Iterable[int] = (),
    *,
    most: int = _MOST_ROWS,
) -> CaseSample:
    """Choose rows and read them.

    Args:
        con: a connection with the view `results`.
        named: rows that the page names elsewhere: they come first.
        most: rows at most.
    """
    cursor = con.cursor()
    try:
        results = Results(cursor)
        [(total,)] = results.rows("SELECT count(*) FROM results")
        _gather(results)
        rows = _all(results) if total <= most else _chosen(results, named, most)
        return CaseSample(total, read_rows(results, rows))
    finally:
        cursor.execute("DROP TABLE IF EXISTS temp.gathered")
        cursor.close()


def _gather(results: Results) -> None:
    """Put what the choice looks at into one narrow table, so that the wide one is read once."""
    col = results.col
    more = [f"{col(name)} AS {name}" for name in ("case_id", "condition", "passed")]
    keyed = keyed_rows(results, *more, f"{kind_of_condition(results)} AS kind")
    results.rows(f"CREATE TEMP TABLE gathered AS {keyed}")


def _all(results: Results) -> list[int]:
    return [row for (row,) in results.rows("SELECT r FROM gathered ORDER BY r")]


def _chosen(results: Results, named: Iterable[int], most: int) -> list[int]:
    plain = "condition IS NULL"
    failed = "reason IS NOT NULL"
    rows = dict.fromkeys(named)
    rows |= dict.fromkeys(_unstable(results, most // 10))
    rows |= _turns(results, f"{failed} AND {plain}", "reason, blame, scene", most * 4 // 10)
    rows |= _turns(results, f"NOT {plain}", f"condition, kind, {failed}", most // 4)
    rows |= _turns(results, f"{plain} AND passed", "scene", most * 15 // 100)
    if len(rows) < most:
        rows |= dict.fromkeys(_others(results, most))
    return sorted([*rows][:most])


def _unstable(results: Results, most: int) -> list[int]:
    """Rows of cases that were asked more than once and were both right and wrong."""
    found = results.rows(
        "SELECT min(r) FILTER (passed), min(r) FILTER (NOT passed) FROM gathered"
        " WHERE condition IS NULL AND case_id IS NOT NULL GROUP BY case_id"
        f" HAVING bool_or(passed) AND bool_or(NOT passed) ORDER BY 1 LIMIT {most // 2}"
    )
    return [row for pair in found for row in pair]


def _turns(results: Results, rows: str, by: str, most: int) -> dict[int, Any]:
    """The first row of every group, then the second of every group, and so on."""
    found = results.rows(
        f"WITH firsts AS (SELECT min(r, {most}) AS rows_ FROM gathered WHERE {rows}"
        f" GROUP BY {by}), turns AS (SELECT unnest(rows_) AS r,"
        f" generate_subscripts(rows_, 1) AS turn FROM firsts)"
        f" SELECT r FROM turns ORDER BY turn, r LIMIT {most}"
    )
    return dict.fromkeys(row for (row,) in found)


def _others(results: Results, most: int) -> list[int]:
    found = results.rows(f"SELECT r FROM gathered ORDER BY hash(r), r LIMIT {most}")
    return [row for (row,) in found]
