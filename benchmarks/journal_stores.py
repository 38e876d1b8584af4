"""Three ways to keep replies as they arrive: our journal, SQLite, plain JSON lines.

Each appends turns of records, finds which rows are answered, and reads everything back.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from steelyard.bundle import JournalWriter
from steelyard.bundle.journal import SYNC_SECONDS, decode, read_lines

Record = dict[str, Any]
Turns = list[list[Record]]  # what arrives in one turn of the event loop


class Store(ABC):
    """A file that keeps records."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @abstractmethod
    def append(self, turns: Turns) -> None:
        """Keep all of them; in the end everything is on the disk."""

    @abstractmethod
    def answered(self) -> set[int]:
        """Return the rows that have a reply: what resuming has to know."""

    @abstractmethod
    def records(self) -> Iterator[Record]:
        """Yield everything, in the order in which it was kept."""


class Journal(Store):
    """Ours: JSON lines with checksums, to the disk in groups."""

    def append(self, turns: Turns) -> None:
        """Write as a run does, from an event loop."""
        asyncio.run(self._append(turns))

    async def _append(self, turns: Turns) -> None:
        writer = JournalWriter(self.path, {"plan_hash": "bench"})
        for turn in turns:
            for record in turn:
                writer.append(record)
            await asyncio.sleep(0)
        await writer.close()
        assert writer.failure is None

    def answered(self) -> set[int]:
        """Read and check every line, without parsing it."""
        return {line.row for line in read_lines(self.path) if line.number > 1}

    def records(self) -> Iterator[Record]:
        """Parse every line."""
        return (decode(line.content) for line in read_lines(self.path) if line.number > 1)


class PlainLines(Store):
    """JSON lines without checksums: nothing would notice damage."""

    def append(self, turns: Turns) -> None:
        """Write a turn at a time and sync as often as ours does."""
        synced = time.monotonic()
        with self.path.open("ab", buffering=0) as file:
            for turn in turns:
                file.write(b"".join(orjson.dumps(record) + b"\n" for record in turn))
                if time.monotonic() - synced > SYNC_SECONDS:
                    os.fsync(file.fileno())
                    synced = time.monotonic()
            os.fsync(file.fileno())

    def answered(self) -> set[int]:
        """Parse every line: nothing else says whether it is whole."""
        return {record["row"] for record in self.records()}

    def records(self) -> Iterator[Record]:
        """Parse every line."""
        with self.path.open("rb") as file:
            yield from map(orjson.loads, file)


class SQLite(Store):
    """A table in WAL mode, a commit per turn, the record as JSON beside its row."""

    def append(self, turns: Turns) -> None:
        """Insert a turn per transaction; the checkpoint in the end goes to the disk."""
        connection = sqlite3.connect(self.path)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("CREATE TABLE replies (row INTEGER PRIMARY KEY, record BLOB NOT NULL)")
        for turn in turns:
            with connection:
                connection.executemany(
                    "INSERT INTO replies VALUES (?, ?)",
                    [(record["row"], orjson.dumps(record)) for record in turn],
                )
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def answered(self) -> set[int]:
        """Ask for the keys."""
        connection = sqlite3.connect(self.path)
        found = {row for (row,) in connection.execute("SELECT row FROM replies")}
        connection.close()
        return found

    def records(self) -> Iterator[Record]:
        """Parse every row, in the order in which it was kept."""
        connection = sqlite3.connect(self.path)
        yield from (
            orjson.loads(text)
            for (text,) in connection.execute("SELECT record FROM replies ORDER BY row")
        )
        connection.close()


STORES: dict[str, type[Store]] = {
    "steelyard": Journal,
    "SQLite WAL": SQLite,
    "plain JSON lines": PlainLines,
}
