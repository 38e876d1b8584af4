"""The catalogue as files of JSON lines, and back: the same for SQLite and PostgreSQL.

Tables are taken as the database has them, not as this version knows them, so that a service can be
backed up before it is migrated. The first line of a file names the columns and the kind of each;
every other line is a row.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    DateTime,
    LargeBinary,
    MetaData,
    Table,
    column,
    insert,
    null,
    select,
    table,
    text,
)
from sqlalchemy.types import TypeEngine, _Binary

from steelyard.server.db import Database
from steelyard.server.db.base import Instant

VERSIONS = "alembic_version"
# Who is signed in, who tries passwords and which processes run is over when a service is put back.
LEFT_OUT = frozenset({VERSIONS, "sign_ins", "throttles", "workers"})
_BATCH = 1000
_TYPES: dict[str, TypeEngine[Any] | None] = {
    "time": Instant(),
    "bytes": LargeBinary(),
    "json": JSON(),
    "plain": None,
}


def dump_tables(database: Database, folder: Path, tell: Callable[[str], None]) -> dict[str, Any]:
    """Write every table into the folder, all as of one moment; return revision and row counts.

    Nobody waits for it: both kinds of database show one state to a transaction that only reads.
    """
    found = MetaData()
    found.reflect(database.engine)
    options: dict[str, Any] = {"read_only": True}
    if database.engine.dialect.name != "sqlite":
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    counts = {}
    with database.engine.connect().execution_options(**options) as connection, connection.begin():
        revision = connection.scalar(text(f"SELECT version_num FROM {VERSIONS}"))
        for one in found.sorted_tables:
            if one.name not in LEFT_OUT:
                tell(one.name)
                counts[str(one.name)] = _dump(connection, one, folder / f"{one.name}.jsonl")
    return {"revision": revision, "tables": counts}


def load_table(connection: Connection, name: str, file: Path) -> int:
    """Put the rows of a file into its table; return how many."""
    count = 0
    with file.open(encoding="ascii") as lines:
        head: list[tuple[str, str]] = json.loads(next(lines))
        kinds = dict(head)
        target = table(name, *(column(one, _TYPES[kind]) for one, kind in head))
        while batch := [_thawed(kinds, line) for line in islice(lines, _BATCH)]:
            connection.execute(insert(target), batch)
            count += len(batch)
    if "id" in kinds and connection.dialect.name == "postgresql":
        _count_on(connection, name)
    return count


def rows_of(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file."""
    with file.open(encoding="ascii") as lines:
        kinds = dict(json.loads(next(lines)))
        for line in lines:
            yield _thawed(kinds, line)


def _dump(connection: Connection, one: Table, file: Path) -> int:
    columns = list(one.columns)
    kinds = [_kind(each) for each in columns]
    # Values of JSON columns alone do not tell JSON's null from none at all.
    nulls = [each.is_(null()) for each in columns if _kind(each) == "json"]
    query = select(*columns, *nulls).order_by(*one.primary_key.columns)
    count = 0
    with file.open("w", encoding="ascii") as out:
        head = [[str(each.name), kind] for each, kind in zip(columns, kinds, strict=True)]
        out.write(f"{json.dumps(head)}\n")
        result = connection.execution_options(yield_per=_BATCH).execute(query)
        for row in result:
            missing = iter(row[len(columns) :])
            values = [_frozen(kind, row[at], missing) for at, kind in enumerate(kinds)]
            out.write(f"{json.dumps(values)}\n")
            count += 1
    return count


def _kind(one: Column[Any]) -> str:
    if isinstance(one.type, DateTime):
        return "time"
    if isinstance(one.type, _Binary):
        return "bytes"
    return "json" if isinstance(one.type, JSON) else "plain"


def _frozen(kind: str, value: Any, missing: Iterator[Any]) -> Any:
    if kind == "json":
        return None if next(missing) else [value]
    if value is None:
        return None
    if kind == "time":
        moment: datetime = value
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        return moment.isoformat()
    if kind == "bytes":
        return base64.b64encode(value).decode()
    return value


def _thawed(kinds: Mapping[str, str], line: str) -> dict[str, Any]:
    found = zip(kinds.items(), json.loads(line), strict=True)
    return {name: _thaw(kind, value) for (name, kind), value in found}


def _thaw(kind: str, value: Any) -> Any:
    if kind == "json":
        return null() if value is None else value[0]
    if value is None:
        return None
    if kind == "time":
        return datetime.fromisoformat(value)
    return base64.b64decode(value) if kind == "bytes" else value


def _count_on(connection: Connection, name: str) -> None:
    """Let PostgreSQL go on counting where the rows end."""
    sequence = connection.scalar(text("SELECT pg_get_serial_sequence(:t, 'id')"), {"t": name})
    if sequence is not None:
        most = f'SELECT setval(:s, coalesce(max(id), 1), max(id) IS NOT NULL) FROM "{name}"'
        connection.execute(text(most), {"s": sequence})
