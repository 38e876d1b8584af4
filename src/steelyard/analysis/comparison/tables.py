"""Two results tables side by side: which rows of both are answers to the same question.

A question is a case; one asked under a condition is the case and the condition. What both runs were
asked, with the same input, is compared; the rest is left out. Only cases are counted: a condition
that one run has and the other has not makes its cases no fewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.analysis.comparison.content import Pairing
from steelyard.bundle import BASE_COLUMNS, connect, sql_name, sql_text
from steelyard.indicators.prepare import prepare
from steelyard.indicators.units import units

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MEMORY = "768MB"  # enough to pair ten million cases; what does not fit is spilled
_LISTED = 10  # ids named of those left out
_CASE = "coalesce(case_id, '#' || CAST(row AS VARCHAR))"
KEY = (
    f"CASE WHEN condition IS NULL THEN {_CASE} ELSE concat_ws(chr(31), {_CASE}, condition, "
    "perturbation, severity, phase, fault, deployment_env) END"
)
"""SQL of what makes a row the answer to one question."""


class Tables(NamedTuple):
    """Both tables as the comparison sees them.

    Attributes:
        con: where `base_rows` and `new_rows` are, and whatever is made of them.
        base: a cursor whose `results` are the base's rows that count.
        new: the same of the new run.
        pairing: which rows count.
        cluster: SQL of the independent unit of a row.
        single: whether every row is a unit of its own.
    """

    con: DuckDBPyConnection
    base: DuckDBPyConnection
    new: DuckDBPyConnection
    pairing: Pairing
    cluster: str
    single: bool


@contextmanager
def open_tables(base: Path, new: Path, *, paired: bool = True) -> Iterator[Tables]:
    """Open the results of two runs, matched question by question unless `paired` is off.

    Args:
        base: directory of the base's results table.
        new: directory of the other's.
        paired: whether only what both were asked counts.
    """
    with ExitStack() as stack:
        con = connect(base, memory=_MEMORY)
        stack.callback(con.close)
        con.execute("DROP VIEW results")
        for name, directory in (("all_base", base), ("all_new", new)):
            con.execute(f"CREATE VIEW {name} AS {_rows_of(con, directory)}")
        yield _tables(con, stack, paired=paired)


@contextmanager
def table_pair(con: DuckDBPyConnection, *, paired: bool = True) -> Iterator[Tables]:
    """Do the same with tables that are already there as `all_base` and `all_new`."""
    with ExitStack() as stack:
        yield _tables(con, stack, paired=paired)


def _tables(con: DuckDBPyConnection, stack: ExitStack, *, paired: bool) -> Tables:
    con.execute(_asked("base"))
    con.execute(_asked("new"))
    found = _match(con) if paired else _count(con)
    for side in ("base", "new"):
        con.execute(f"CREATE OR REPLACE VIEW {side}_rows AS {_kept(con, side, found)}")
    cursors = []
    for side in ("base", "new"):
        cursor = con.cursor()
        stack.callback(cursor.close)
        cursor.execute(f"CREATE TEMP VIEW results AS SELECT * FROM {side}_rows")
        cursors.append(cursor)
    keys = [units(prepare(cursor, [], {}).table, None) for cursor in cursors]
    clustered = keys[0].clustered
    [(clusters,)] = con.execute(
        f"SELECT count(DISTINCT {keys[0].cluster}) FROM base_rows"
    ).fetchall()
    pairing = found._replace(clusters=int(clusters), clustered=clustered)
    single = all(key.single for key in keys)
    made = Pairing(paired=paired, **pairing._asdict())
    return Tables(con, cursors[0], cursors[1], made, keys[0].cluster, single)


class _Found(NamedTuple):
    """The pairing while it is being made."""

    matched: int
    only_base: int
    only_new: int
    changed: int = 0
    regraded: int = 0
    clusters: int = 0
    clustered: bool = False
    only_base_ids: tuple[str, ...] = ()
    only_new_ids: tuple[str, ...] = ()
    changed_ids: tuple[str, ...] = ()


def _rows_of(con: DuckDBPyConnection, directory: Path) -> str:
    parts = f"read_parquet({sql_text(str(directory / '*.parquet'))})"
    there = {row[0] for row in con.execute(f"DESCRIBE SELECT * FROM {parts}").fetchall()}
    absent = "".join(
        f", NULL::{type_} AS {sql_name(column)}"
        for column, type_ in BASE_COLUMNS.items()
        if column not in there
    )
    return f"SELECT *{absent} FROM {parts}"


def _asked(side: str) -> str:
    """Print the table of questions of a run: hashes, so that it stays small."""
    return (
        f"CREATE OR REPLACE TABLE asked_{side} AS SELECT {KEY} AS key, any_value(case_id) AS id,"
        " min(hash(input)) AS input, max(hash(input)) AS other_input,"
        ' min(hash(expected_output, label, "references")) AS expected,'
        f" any_value(cluster_id) AS cluster_id, bool_and(condition IS NULL) AS is_case"
        f" FROM all_{side} GROUP BY key"
    )


def _match(con: DuckDBPyConnection) -> _Found:
    same = "b.input = n.input AND b.other_input = n.other_input"
    con.execute(
        "CREATE OR REPLACE TABLE matched AS SELECT coalesce(b.key, n.key) AS key,"
        " coalesce(b.id, n.id) AS id, b.key IS NOT NULL AS in_base, n.key IS NOT NULL AS in_new,"
        f" coalesce({same}, b.input IS NULL AND n.input IS NULL) AS same,"
        " b.expected = n.expected AS graded, b.cluster_id AS cluster_id,"
        " b.cluster_id IS DISTINCT FROM n.cluster_id AS regrouped,"
        " coalesce(b.is_case, n.is_case) AS is_case"
        " FROM asked_base b FULL JOIN asked_new n ON b.key = n.key"
    )
    kept = "in_base AND in_new AND same"
    kinds = {
        "matched": kept,
        "only_base": "NOT in_new",
        "only_new": "NOT in_base",
        "changed": "in_base AND in_new AND NOT same",
        "regraded": f"{kept} AND NOT graded",
    }
    kinds = {name: f"is_case AND {test}" for name, test in kinds.items()}
    counts = ", ".join(f"count(*) FILTER (WHERE {test})" for test in kinds.values())
    row = con.execute(f"SELECT {counts} FROM matched").fetchall()[0]
    lists: dict[str, Any] = {
        f"{name}_ids": _listed(con, kinds[name]) for name in ("only_base", "only_new", "changed")
    }
    matched, only_base, only_new, changed, regraded = map(int, row)
    return _Found(matched, only_base, only_new, changed, regraded)._replace(**lists)


def _count(con: DuckDBPyConnection) -> _Found:
    [(base, new)] = con.execute(
        "SELECT (SELECT count(*) FROM asked_base WHERE is_case),"
        " (SELECT count(*) FROM asked_new WHERE is_case)"
    ).fetchall()
    return _Found(0, int(base), int(new))


def _listed(con: DuckDBPyConnection, test: str) -> tuple[str, ...]:
    query = f"SELECT coalesce(id, key) FROM matched WHERE {test} ORDER BY 1 LIMIT {_LISTED}"
    return tuple(str(row[0]) for row in con.execute(query).fetchall())


def _kept(con: DuckDBPyConnection, side: str, found: _Found) -> str:
    """Print the rows of a run that count, in the clusters that the base has them in."""
    if found.matched == 0:
        return f"SELECT * FROM all_{side}"
    both = "in_base AND in_new AND same"
    [(regrouped, left_out)] = con.execute(
        f"SELECT count(*) FILTER (WHERE {both} AND regrouped),"
        f" count(*) FILTER (WHERE in_{side} AND NOT ({both})) FROM matched"
    ).fetchall()
    if side == "new" and regrouped:
        return (
            f"SELECT r.* REPLACE (m.cluster_id AS cluster_id) FROM all_new r JOIN matched m"
            f" ON {KEY} = m.key WHERE m.in_base AND m.same"
        )
    if not left_out:
        return f"SELECT * FROM all_{side}"
    kept = f"SELECT key FROM matched WHERE {both}"
    return f"SELECT * FROM all_{side} WHERE {KEY} IN ({kept})"


def fetch(con: DuckDBPyConnection, sql: str) -> dict[str, Any]:
    """Return the columns of a query as arrays, with NaN for missing numbers."""
    import numpy as np

    found = con.execute(sql).fetchnumpy()
    return {
        name: column.filled(np.nan) if isinstance(column, np.ma.MaskedArray) else column
        for name, column in found.items()
    }
