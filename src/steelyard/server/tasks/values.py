"""Which values a column of a run has, for filters; and the rows beside a row."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from steelyard.bundle import Bundle, sql_name
from steelyard.server.tasks.glance import glance
from steelyard.server.tasks.replaced import again_if_replaced

_MOST = 200
_SIBLINGS = 60


@again_if_replaced
def read_values(path: Path, columns: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Return the values of some columns and how many rows have each, the most frequent first."""
    # A table never changes; one that is scored anew has another name.
    return _values(path, Bundle(path).results_path.name, columns)


@lru_cache(maxsize=64)
def _values(path: Path, _table: str, columns: tuple[str, ...]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    with glance(path) as connection:
        known = {row[0] for row in connection.execute("DESCRIBE results").fetchall()}
        for column in columns:
            if column not in known:
                continue
            name = sql_name(column)
            rows = connection.execute(
                f"SELECT {name}::VARCHAR, count(*) FROM results WHERE {name} IS NOT NULL"
                f" GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {_MOST}"
            ).fetchall()
            found[column] = {str(value): int(count) for value, count in rows}
    return found


@again_if_replaced
def read_siblings(path: Path, row: int) -> list[dict[str, Any]]:
    """Return the rows that ask the same case: its repeats, and what conditions made of it."""
    with glance(path) as connection:
        own = connection.execute(
            "SELECT coalesce(parent_case_id, case_id) FROM results WHERE row = ?", [row]
        ).fetchone()
        if own is None or own[0] is None:
            return []
        cursor = connection.execute(
            "SELECT row, case_id, condition, perturbation, fault, deployment_env, phase,"
            " epoch, status, passed, latency_s FROM results"
            " WHERE case_id = ? OR parent_case_id = ?"
            f" ORDER BY condition IS NOT NULL, condition, row LIMIT {_SIBLINGS}",
            [own[0], own[0]],
        )
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, one, strict=True)) for one in cursor.fetchall()]
