"""Accuracy and completion of the groups of a run.

Accuracy is that of the functional cases. Completion is what the generalisation indicators mean by
it: whether the task was completed or, where that is not said, whether the case passed, over cases
of every kind. The engine computes both over a view in which success is written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.analysis.generalisation.rate import Rate, rate_of
from steelyard.bundle import sql_name
from steelyard.indicators import compute_indicators
from steelyard.model import weakest

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from steelyard.model import Provenance

_ACCURACY, _COMPLETION = "base.accuracy", "base.completion_rate"
_GROUP = "group_of_table"


class Outcomes(NamedTuple):
    """How the cases of one group came out."""

    accuracy: Rate
    completion: Rate


class Source(NamedTuple):
    """A results table, the parameters of its indicators, and where its outcomes come from."""

    con: DuckDBPyConnection
    params: Mapping[str, Any]
    provenance: Mapping[str, Provenance]

    def columns(self) -> dict[str, int]:
        """Return the columns of the table with the number of rows that fill them."""
        names = [str(row[0]) for row in self.con.execute("DESCRIBE results").fetchall()]
        counts = ", ".join(f"count({sql_name(name)})" for name in names)
        [filled] = self.con.execute(f"SELECT {counts} FROM results").fetchall()
        return dict(zip(names, filled, strict=True))


def outcomes_by(
    source: Source, group: str, columns: Mapping[str, int], *, confidence: float = 0.95
) -> dict[str | None, Outcomes]:
    """Return the outcomes of every group.

    Args:
        source: the run.
        group: SQL that puts a row in its group.
        columns: of the table, with how many rows fill them.
        confidence: of the intervals.
    """
    filled = [name for name in ("completed", "passed") if columns.get(name)]
    success = weakest(source.provenance.get(name) for name in filled)
    provenance = {**source.provenance, "completed": success}
    with _view(source.con, group, columns) as cursor:
        found = compute_indicators(
            cursor,
            [_ACCURACY, _COMPLETION],
            params=source.params,
            by=_GROUP,
            provenance=provenance,
            confidence=confidence,
        )
    return {
        name: Outcomes(rate_of(values[_ACCURACY]), rate_of(values[_COMPLETION]))
        for name, values in found.items()
    }


@contextmanager
def _view(
    con: DuckDBPyConnection, group: str, columns: Mapping[str, int]
) -> Iterator[DuckDBPyConnection]:
    """Give a cursor of its own in which `results` has the group and the success of every row."""
    cursor = con.cursor()
    try:
        [(catalog,)] = cursor.execute("SELECT current_catalog()").fetchall()
        changed = {_GROUP: group} | _written_out(columns)
        given = ", ".join(f"{sql} AS {sql_name(name)}" for name, sql in changed.items())
        replaced = [sql_name(name) for name in changed if name in columns]
        rest = f" EXCLUDE ({', '.join(replaced)})" if replaced else ""
        # Unqualified, or qualified by the schema alone, the name would mean the view itself.
        whole = f"{sql_name(catalog)}.main.results"
        cursor.execute(f"CREATE TEMP VIEW results AS SELECT *{rest}, {given} FROM {whole}")
        yield cursor
    finally:
        cursor.close()


def _written_out(columns: Mapping[str, int]) -> dict[str, str]:
    """Return columns in which success is that of every row, and a verdict only a functional one's.

    With that, `eval_type` can go, and one pass gives both numbers.
    """
    said = [name for name in ("completed", "passed") if name in columns]
    success = {"completed": f"coalesce({', '.join(said)})"} if said else {}
    if not columns.get("eval_type"):
        return success
    verdicts = [name for name in ("passed", "label") if name in columns]
    functional = "coalesce(eval_type, 'functional') = 'functional'"
    kept = {name: f"CASE WHEN {functional} THEN {name} END" for name in verdicts}
    return success | kept | {"eval_type": "CAST(NULL AS VARCHAR)"}
