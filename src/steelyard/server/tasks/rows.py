"""Rows of a run, filtered, sorted and paged where they lie: SQL over Parquet in bounded memory."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import orjson

from steelyard.bundle import sql_name
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.errors import NotFoundError, TooManyError
from steelyard.server.tasks.glance import Glance, glance_at_parts
from steelyard.server.tasks.parts import page_of
from steelyard.server.tasks.replaced import again_if_replaced

OPERATORS: dict[str, str] = {
    "eq": "{column} = ?",
    "ne": "{column} IS DISTINCT FROM ?",
    "lt": "{column} < ?",
    "le": "{column} <= ?",
    "gt": "{column} > ?",
    "ge": "{column} >= ?",
    # Several times as fast as comparing in small letters.
    "has": "regexp_matches(CAST({column} AS VARCHAR), regexp_escape(?), 'i')",
    "null": "({column} IS NULL) = ?",
}
SEARCHED = ("case_id", "input", "expected_output", "output", "error")
_LONGEST = 2_000  # characters of a text in a page; one row alone is shown whole
_FARTHEST = 2**63 - 1  # row that a number can name
_SORTED = 200  # characters of a text by which rows are sorted; a cursor holds them
_PLAIN = ("BIGINT", "INTEGER", "DOUBLE", "FLOAT", "BOOLEAN", "TIMESTAMP", "DATE", "HUGEINT")


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition on a column."""

    column: str
    op: str
    value: str

    @classmethod
    def of(cls, text: str) -> Filter:
        """Read `column:op:value`."""
        column, _, rest = text.partition(":")
        op, colon, value = rest.partition(":")
        if not colon or op not in OPERATORS:
            raise InputError(t("tasks.bad_filter", found=text[:100], ops=", ".join(OPERATORS)))
        return cls(column, op, value)


@dataclass(frozen=True, slots=True)
class Look:
    """Which rows are wanted, in which order, and which columns of them.

    Attributes:
        filters: all of which must hold.
        text: that one of the `SEARCHED` columns must hold.
        only: the rows to choose from; None for all.
        sort: a column; `-column` for the largest first.
        cursor: of the page before.
        skip: rows to leave out, counted from the cursor or the start.
        limit: most rows of the page.
        columns: of each row; none means all.
        count: whether to say how many there are, which takes a look at every row.
    """

    filters: Sequence[Filter] = ()
    text: str = ""
    only: Sequence[int] | None = None
    sort: str = "row"
    cursor: str | None = None
    skip: int = 0
    limit: int = 50
    columns: Sequence[str] = ()
    count: bool = True


@dataclass(frozen=True, slots=True)
class Rows:
    """A page of rows; `cursor` is None at the end, `total` when it was not counted."""

    columns: list[str]
    rows: list[dict[str, Any]]
    total: int | None
    cursor: str | None


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a row that people say something about."""

    row: int
    case_id: str | None
    passed: bool | None


@again_if_replaced
def read_rows(path: Path, look: Look) -> Rows:
    """Return a page of the results of the bundle at `path`.

    A page begins after the last row of the page before, by value and row number: it costs the same
    wherever it is, and what is read twice is the same twice.

    Raises:
        InputError: a filter, column or cursor is wrong.
        BundleError: there are no results yet.
        TooManyError: all who look need more memory than there is for it.
    """
    try:
        with glance_at_parts(path) as table:
            return _read(table, look)
    except (duckdb.ConversionException, duckdb.OutOfRangeException) as error:
        # The value of a filter does not fit its column.
        raise InputError(str(error).partition("\n")[0]) from None
    except duckdb.OutOfMemoryException:  # others look at a lot at this moment
        raise TooManyError(t("tasks.rows_busy")) from None


@again_if_replaced
def read_row(path: Path, row: int) -> dict[str, Any] | None:
    """Return one row, whole; None when there is no such row."""
    with glance_at_parts(path) as table:
        query = f"SELECT * FROM {table.around([row])} WHERE row = ?"
        cursor = table.connection.execute(query, [row])
        names = [column[0] for column in cursor.description or ()]
        found = cursor.fetchone()
        return None if found is None else _plain(dict(zip(names, found, strict=True)))


@again_if_replaced
def read_facts(path: Path, row: int) -> Facts:
    """Return the facts of one row.

    Raises:
        NotFoundError: there is no such row.
        BundleError: there are no results yet.
    """
    with glance_at_parts(path) as table:
        query = f"SELECT case_id, passed FROM {table.around([row])} WHERE row = ?"
        found = table.connection.execute(query, [row]).fetchone()
    if found is None:
        raise NotFoundError(t("tasks.no_row", row=row))
    return Facts(row, None if found[0] is None else str(found[0])[:500], found[1])


def _read(table: Glance, look: Look) -> Rows:
    connection = table.connection
    types = {row[0]: row[1] for row in connection.execute("DESCRIBE results").fetchall()}
    wanted = list(look.columns) or list(types)
    sort, descending = look.sort.removeprefix("-"), look.sort.startswith("-")
    for name in (*wanted, sort, *(one.column for one in look.filters)):
        if name not in types:
            raise InputError(t("tasks.bad_column", found=name[:100], known=", ".join(types)))
    where, values = _where(look, types)
    everything = where == "true"
    total = None
    if look.count:
        total, where, values = _counted(table, where, values)
    key, type_ = _key(sort, types[sort])
    after, more = _after(look.cursor, key, type_, descending=descending)
    order = f"{key} {'DESC' if descending else 'ASC'} NULLS LAST, row"
    source, skip = "results", look.skip
    if everything and look.sort == "row" and table.parts:
        source, skip = _place(table, look, more)
    # First which rows, by two narrow columns, then these alone: whole rows are never sorted.
    query = f"SELECT {key}, row FROM {source} WHERE {where} AND {after} ORDER BY {order}"
    bounds = [look.limit + 1, skip]
    found = connection.execute(f"{query} LIMIT ? OFFSET ?", [*values, *more, *bounds]).fetchall()
    page = found[: look.limit]
    following = _cursor(*page[-1]) if len(found) > look.limit else None
    return Rows(wanted, _fetch(table, wanted, [row for _, row in page]), total, following)


def _place(table: Glance, look: Look, cursor: Sequence[Any]) -> tuple[str, int]:
    """Return where a page in the order of the rows is, and how many rows to skip there."""
    after = int(cursor[-1]) if cursor else None
    parts, skip = page_of(table.parts, after, look.skip, look.limit + 1)
    # Of a cursor at the end nothing is left in any part.
    return table.some(parts or table.parts[-1:]), skip


def _counted(table: Glance, where: str, values: list[Any]) -> tuple[int, str, list[Any]]:
    """Return how many rows there are, and a condition that finds them without another look."""
    connection = table.connection
    if where == "true":
        if table.parts:
            return sum(part.rows for part in table.parts), where, values
        return _scalar(connection, "SELECT count(*) FROM results"), where, values
    hits = f"CREATE TEMP TABLE hits AS SELECT row FROM results WHERE {where}"
    connection.execute(hits, values)
    return _scalar(connection, "SELECT count(*) FROM hits"), "row IN (SELECT row FROM hits)", []


def _fetch(table: Glance, wanted: Sequence[str], numbers: Sequence[int]) -> list[dict[str, Any]]:
    """Return some rows, in the order of their numbers as given."""
    if not numbers:
        return []
    columns = ", ".join(sql_name(name) for name in dict.fromkeys([*wanted, "row"]))
    # The bounds let groups of rows be passed over.
    among = "row BETWEEN ? AND ? AND row IN (SELECT unnest(?))"
    query = f"SELECT {columns} FROM {table.around(numbers)} WHERE {among}"
    cursor = table.connection.execute(query, [min(numbers), max(numbers), list(numbers)])
    names = [column[0] for column in cursor.description or ()]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    by_number = {row["row"]: row for row in rows}
    return [{name: _short(by_number[n][name]) for name in wanted} for n in numbers]


def _key(column: str, type_: str) -> tuple[str, str]:
    """Return what rows are sorted by, and its type: of a text its beginning."""
    if type_.startswith(_PLAIN):
        return sql_name(column), type_
    return f"left(CAST({sql_name(column)} AS VARCHAR), {_SORTED})", "VARCHAR"


def _where(look: Look, types: Mapping[str, str]) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []
    if look.only is not None:
        parts.append("row IN (SELECT unnest(CAST(? AS BIGINT[])))")
        values.append(list(look.only))
    if look.text:
        has = OPERATORS["has"]
        some = [has.format(column=sql_name(name)) for name in SEARCHED if name in types]
        parts.append(f"({' OR '.join(some)})")
        values += [look.text] * len(some)
    for one in look.filters:
        condition = OPERATORS[one.op].format(column=sql_name(one.column))
        if one.op == "null":
            values.append(one.value.lower() in ("true", "1", "yes"))
        elif one.op == "has":
            values.append(one.value)
        else:
            condition = condition.replace("?", f"CAST(? AS {types[one.column]})")
            values.append(one.value)
        parts.append(condition)
    return " AND ".join(parts) or "true", values


def _after(cursor: str | None, key: str, type_: str, *, descending: bool) -> tuple[str, list[Any]]:
    """Return the condition that a row comes after the cursor."""
    if cursor is None:
        return "true", []
    try:
        value, row = orjson.loads(base64.urlsafe_b64decode(cursor.encode()))
        row = int(row)
    except (ValueError, TypeError, OverflowError):
        raise InputError(t("api.cursor")) from None
    if abs(row) > _FARTHEST:
        raise InputError(t("api.cursor"))
    if value is None:
        return f"({key} IS NULL AND row > ?)", [row]
    beyond = "<" if descending else ">"
    known = f"CAST(? AS {type_})"
    return (
        f"({key} {beyond} {known} OR ({key} = {known} AND row > ?) OR {key} IS NULL)",
        [str(value), str(value), row],
    )


def _cursor(value: Any, row: int) -> str:
    said = value if value is None or isinstance(value, int | float | str) else str(value)
    return base64.urlsafe_b64encode(orjson.dumps([said, row])).decode()


def _scalar(connection: duckdb.DuckDBPyConnection, query: str) -> int:
    found = connection.execute(query).fetchone()
    assert found is not None
    return int(found[0])


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _LONGEST:
        return value[:_LONGEST] + "…"
    return _plain(value)


def _plain(value: Any) -> Any:
    """Return a value as JSON can carry it."""
    if value is None or isinstance(value, str | int):  # most are
        return value
    return orjson.loads(orjson.dumps(value, default=str, option=orjson.OPT_NON_STR_KEYS))
