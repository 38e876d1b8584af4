"""Which rows each part of a results table holds, so that a look reads the parts it needs alone.

A table of ten million rows has hundreds of parts, and to open one costs as much as to read a page
from it. Parts are never written again, so what they hold is found out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import duckdb

from steelyard.bundle import sql_text

_KNOWN = 256  # tables whose parts are remembered; some kilobytes each


class Part(NamedTuple):
    """A file of the table, its first and its last row, and how many there are."""

    name: str
    first: int
    last: int
    rows: int


_known: dict[tuple[str, int, int], tuple[Part, ...]] = {}


def parts_of(connection: duckdb.DuckDBPyConnection, directory: Path) -> tuple[Part, ...]:
    """Return the parts in the order of their rows; none when one cannot tell by the row."""
    about = directory.stat()
    # Another table may come to lie under the same name.
    key = (str(directory), about.st_ino, about.st_mtime_ns)
    found = _known.get(key)
    if found is None:
        found = _known[key] = _read(connection, directory)
        for oldest in list(_known)[:-_KNOWN]:
            _known.pop(oldest, None)
    return found


def page_of(
    parts: Sequence[Part], after: int | None, skip: int, wanted: int
) -> tuple[list[Part], int]:
    """Return the parts that hold a page in the order of the rows, and what to skip inside them.

    Args:
        parts: of the table.
        after: the row that the page comes after; None for a page from the start.
        skip: rows left out before the page.
        wanted: rows of the page.
    """
    left = [part for part in parts if after is None or part.last > after]
    # How much of its first part a cursor leaves is not known: that one is never passed over. Nor
    # is the last: nothing is found in it beyond the end.
    while len(left) > 1 and (after is None or left[0].first > after) and skip >= left[0].rows:
        skip -= left.pop(0).rows
    chosen, room = [], skip + wanted
    for part in left:
        chosen.append(part)
        room -= part.rows if after is None or part.first > after else 0
        if room <= 0:
            break
    return chosen, skip


def holding(parts: Sequence[Part], rows: Iterable[int]) -> list[Part]:
    """Return the parts that some of these rows are in."""
    wanted = sorted(rows)
    found, at = [], 0
    for part in parts:
        while at < len(wanted) and wanted[at] < part.first:
            at += 1
        if at < len(wanted) and wanted[at] <= part.last:
            found.append(part)
    return found


def _read(connection: duckdb.DuckDBPyConnection, directory: Path) -> tuple[Part, ...]:
    files = sql_text(str(directory / "*.parquet"))
    found = connection.execute(
        "SELECT filename, min(row) AS first, max(row), count(row), count(*)"
        f" FROM read_parquet({files}, filename = true) GROUP BY filename ORDER BY first"
    ).fetchall()
    if any(numbered != rows for *_, numbered, rows in found):
        return ()
    parts = tuple(Part(Path(name).name, *bounds) for name, *bounds, _ in found)
    ordered = all(one.last < other.first for one, other in pairwise(parts))
    return parts if ordered else ()
