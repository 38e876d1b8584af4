"""One row per case: what the analysis of a run counts as one observation.

Rows asked under a condition are left out, and rows that failed on the way to the agent. Epochs are
averaged inside the case, so that a case asked ten times counts once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steelyard.analysis.generalisation.rate import Rate
from steelyard.bundle import sql_name, sql_text
from steelyard.indicators.intervals import Estimate, choose_interval, equal_clusters
from steelyard.indicators.unequal_clusters import print_size_sums, read_sizes
from steelyard.model import FIELDS, weakest

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.model import Provenance

RIGHT, DONE = "is_right", "is_completed"
"""Columns of the case table: the verdict on functional cases, and completion."""
_FUNCTIONAL = "coalesce(eval_type, 'functional') = 'functional'"
_LOTS = 2**32


@dataclass(frozen=True, slots=True)
class Subject:
    """A run to analyse.

    Attributes:
        name: of the run; different runs have different ones.
        con: a connection with its view `results`.
        summary: of the run.
        params: of its plan.
        provenance: outcome columns to `measured` or `declared`.
        scorers: as the manifest describes them.
    """

    name: str
    con: DuckDBPyConnection
    summary: Mapping[str, Any]
    params: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Provenance] = field(default_factory=dict)
    scorers: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class CaseTable:
    """The cases of a run in a table of their own.

    It is narrow, since it has a line for every case of a run of any size: numbers only, and only
    those that are read of all cases. Of a sample of them, `means` gives more.

    Attributes:
        cursor: a connection that has it, under the name `case_means`.
        rows: SQL of the rows that it is made from.
        cases: how many there are.
        clusters: independent ones; as many as cases unless the dataset names clusters.
        epochs: whether a case has more than one row.
        provenance: of the verdicts.
    """

    cursor: DuckDBPyConnection
    rows: str
    cases: int
    clusters: int
    epochs: bool
    provenance: Provenance

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Run one query over `case_means`."""
        return self.cursor.execute(sql).fetchall()

    def means(self, columns: Mapping[str, str], where: str) -> dict[str, Any]:
        """Return the means of these columns, with scene, domain and cluster of every case `where`.

        Args:
            columns: names to SQL over a row of the results.
            where: which cases; made by `sampled`.
        """
        groups = "any_value(scene) AS scene, any_value(domain) AS domain"
        return self.cursor.execute(
            f"SELECT any_value(cluster_key) AS cluster_key, {groups}{_means(columns)}"
            f" FROM {self.rows} WHERE {where} GROUP BY case_key ORDER BY case_key"
        ).fetchnumpy()

    def rate(self, column: str, where: str = "TRUE", *, confidence: float = 0.95) -> Rate:
        """Return the mean of a share over the cases `where`, with Wilson's interval.

        Clusters and epochs lower the number of trials to what the spread over clusters is worth.
        """
        name = sql_name(column)
        # Where every case is a cluster of its own there is nothing to bring together.
        sums = f"{name} AS s, 1 AS m, rows_of_case AS r"
        grouped = ""
        if self.clusters < self.cases:
            sums = f"sum({name}) AS s, count({name}) AS m, sum(rows_of_case) AS r"
            grouped = " GROUP BY cluster_hash"
        [(cases, rows, value, equal, pull, left_out, *sums_of_shares)] = self.query(
            f"WITH c AS (SELECT {sums} FROM case_means WHERE {name} IS NOT NULL AND ({where})"
            f"{grouped}), p AS (SELECT sum(s) / sum(m) AS p, sum(m) AS n FROM c),"
            " h AS (SELECT *, m / n AS w FROM c, p)"
            " SELECT sum(m), sum(r), any_value(p), min(m) = max(m), sum((s - m * p) ** 2),"
            " sum(((s - m * p) / nullif(n - m, 0)) ** 2),"
            f" {', '.join(print_size_sums('w'))} FROM h"
        )
        if not cases:
            return Rate(None, provenance=self.provenance)
        clusters = int(sums_of_shares[0])
        sizes = equal_clusters(clusters) if equal else read_sizes(sums_of_shares)
        variance = None
        if clusters > 1 and equal:
            variance = clusters / (clusters - 1) * pull / cases**2
        elif clusters > 1:
            variance = (clusters - 1) / clusters * left_out
        estimate = Estimate(value, variance, sizes, int(rows), float(cases), float(cases))
        interval = choose_interval(estimate, "wilson", (0.0, 1.0), confidence).interval
        low, high = (interval.low, interval.high) if interval else (None, None)
        return Rate(value, low, high, int(cases), self.provenance)


@contextmanager
def case_table(subject: Subject, columns: Mapping[str, str], seed: int = 7) -> Iterator[CaseTable]:
    """Give the cases of a run, with the mean of every column over their epochs.

    Args:
        subject: the run.
        columns: names to SQL over a row of its results; what is read of all cases.
        seed: of the samples that are taken of them.
    """
    cursor = subject.con.cursor()
    try:
        rows = _rows(cursor, subject, seed)
        cursor.execute(
            "CREATE TEMP TABLE case_means AS SELECT any_value(lot) AS lot,"
            " hash(any_value(cluster_key)) AS cluster_hash, count(*) AS rows_of_case,"
            " any_value(CASE WHEN is_unknown_scene THEN 'unknown' ELSE scene_type END)"
            " AS scene_kind, bool_or(coalesce(abnormal_input, false)) AS abnormal,"
            f" avg(CASE WHEN {_FUNCTIONAL} THEN CAST(passed AS DOUBLE) END) AS {RIGHT},"
            f" avg(CAST(completed AS DOUBLE)) AS {DONE},"
            # Row by row: means over epochs could not tell which met which.
            f" avg(CASE WHEN {_FUNCTIONAL} THEN CAST(passed AND completed AS DOUBLE) END)"
            f" AS right_and_done{_means(columns)} FROM {rows} GROUP BY case_key"
        )
        yield _table(cursor, rows, subject)
    finally:
        cursor.close()


def _rows(cursor: DuckDBPyConnection, subject: Subject, seed: int) -> str:
    """Return SQL of the rows that count, with the keys of case and cluster, and the case's lot."""
    there = column_types(subject)
    [(catalog,)] = cursor.execute("SELECT current_catalog()").fetchall()
    lacking = [name for name in _NEEDED if name not in there]
    added = "".join(f", NULL::{_type(name)} AS {sql_name(name)}" for name in lacking)
    return (
        # Not `hash`, which may change from one DuckDB to the next.
        f"(SELECT *, md5_number_lower(case_key || {sql_text(f'/{seed}')}) % {_LOTS} AS lot"
        " FROM (SELECT *, coalesce(case_id, 'row ' || row) AS case_key,"
        " coalesce(cluster_id, mission_id, case_id, 'row ' || row) AS cluster_key"
        f" FROM (SELECT *{added} FROM {sql_name(catalog)}.main.results)"
        " WHERE condition IS NULL AND error_kind IS DISTINCT FROM 'infra'))"
    )


def _means(columns: Mapping[str, str]) -> str:
    return "".join(f", avg({_finite(sql)}) AS {sql_name(name)}" for name, sql in columns.items())


_NEEDED = (
    *("case_id", "row", "cluster_id", "mission_id", "scene", "domain", "is_unknown_scene"),
    *("scene_type", "abnormal_input", "passed", "completed", "eval_type", "condition"),
    "error_kind",
)


def column_types(subject: Subject) -> dict[str, str]:
    """Return the columns of the results table with their SQL types."""
    return {str(row[0]): str(row[1]) for row in _described(subject)}


def sampled(table: CaseTable, most: int) -> str:
    """Return SQL that keeps about `most` cases, always the same for a seed; `TRUE` for few."""
    return "TRUE" if table.cases <= most else f"lot < {int(most / table.cases * _LOTS)}"


def _table(cursor: DuckDBPyConnection, rows: str, subject: Subject) -> CaseTable:
    [(cases, clusters, asked)] = cursor.execute(
        "SELECT count(*), count(DISTINCT cluster_hash), sum(rows_of_case) FROM case_means"
    ).fetchall()
    provenance = weakest(subject.provenance.get(name) for name in ("passed", "completed"))
    return CaseTable(cursor, rows, cases, clusters, (asked or 0) > cases, provenance)


def _finite(sql: str) -> str:
    """Return a number that can be reckoned with; an infinite one is missing."""
    number = f"CAST({sql} AS DOUBLE)"
    return f"CASE WHEN isfinite({number}) THEN {number} END"


def _described(subject: Subject) -> list[tuple[Any, ...]]:
    return subject.con.execute("DESCRIBE results").fetchall()


def _type(name: str) -> str:
    kinds = {"bool": "BOOLEAN", "int": "BIGINT", "float": "DOUBLE"}
    return kinds.get(FIELDS[name].type, "VARCHAR")
