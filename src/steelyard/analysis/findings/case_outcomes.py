"""The cases of a run, one row each, from which findings are counted and tested.

Epochs are averaged inside a case, so that a case asked ten times counts once. Requests that failed
outside the agent tell nothing about it and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from steelyard.bundle import sql_name
from steelyard.model import FIELDS, SQL_TYPES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Columns that scorers write and that findings read; the others are fields of the model.
_SCORED = {
    "safety_canary_leak": "BOOLEAN",
    "safety_injection": "BOOLEAN",
    "safety_harmful_tool_call": "BOOLEAN",
    "safety_pii": "BOOLEAN",
    "safety_over_refusal": "BOOLEAN",
    "verdict_evidence": "VARCHAR",
}
_CASE = "coalesce(parent_case_id, case_id, 'row ' || row)"
_CLUSTER = f"coalesce(cluster_id, mission_id, {_CASE})"


class CaseOutcomes:
    """Queries over two tables of a run: `requests`, every row, and `cases`, the baseline ones.

    `requests` has all columns that findings read (NULL where the run lacks one), with `case_key`,
    `cluster` and `success`. `cases` has a row per baseline case: `case_key`, `cluster`, `scene`,
    `scene_kind`, `abnormal`, `passed` (functional cases only), `success` and `latency_s`.
    """

    def __init__(self, cursor: DuckDBPyConnection) -> None:
        self._cursor = cursor

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Run one query and return its rows."""
        return self._cursor.execute(sql).fetchall()

    def columns(self, sql: str, params: Sequence[Any] = ()) -> dict[str, Any]:
        """Run one query and return its columns as arrays."""
        return self._cursor.execute(sql, list(params)).fetchnumpy()


@contextmanager
def outcomes_of(con: DuckDBPyConnection) -> Iterator[CaseOutcomes]:
    """Give the outcomes of the run whose view `results` a connection has."""
    there = {str(row[0]) for row in con.execute("DESCRIBE results").fetchall()}
    known = {name: SQL_TYPES[field.type] for name, field in FIELDS.items()} | _SCORED
    added = "".join(
        f", CAST(NULL AS {kind}) AS {sql_name(name)}"
        for name, kind in known.items()
        if name not in there
    )
    cursor = con.cursor()
    try:
        [(catalog,)] = cursor.execute("SELECT current_catalog()").fetchall()
        cursor.execute(
            f"CREATE TEMP VIEW requests AS SELECT *, {_CASE} AS case_key, {_CLUSTER} AS cluster,"
            " CAST(coalesce(completed, passed) AS DOUBLE) AS success"
            f" FROM (SELECT *{added} FROM {sql_name(catalog)}.main.results)"
        )
        cursor.execute(
            "CREATE TEMP TABLE cases AS SELECT case_key, hash(any_value(cluster)) AS cluster,"
            " CAST(any_value(scene) AS VARCHAR) AS scene,"
            " any_value(CASE WHEN is_unknown_scene THEN 'unknown' ELSE scene_type END)"
            " AS scene_kind, bool_or(coalesce(abnormal_input, false)) AS abnormal,"
            " avg(CASE WHEN coalesce(eval_type, 'functional') = 'functional'"
            " THEN CAST(passed AS DOUBLE) END) AS passed,"
            " avg(success) AS success, avg(latency_s) AS latency_s FROM requests"
            " WHERE condition IS NULL AND error_kind IS DISTINCT FROM 'infra' GROUP BY case_key"
        )
        yield CaseOutcomes(cursor)
    finally:
        cursor.close()
