"""Parquet, read in batches; nested columns become objects and lists."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb

from steelyard.cases.lines import open_bytes
from steelyard.cases.plain import plain
from steelyard.cases.readers.base import READERS, RawRow, Reader, Source
from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.model import Words

BATCH = 1024
# One thread and no cache of the file: rows must come in order and in little memory; turning them
# into Python objects is the cost anyway.
CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "enable_external_file_cache": False,
}


def read(source: Source) -> Iterator[RawRow]:
    """Yield the rows of a Parquet file, numbered from 1."""
    with open_bytes(source.path, source.name) as stream:
        if stream.read(4) != b"PAR1":
            raise DataError(t("cases.parquet_not", file=source.name))
    number = 0
    with duckdb.connect(config=CONFIG) as connection:
        try:
            connection.execute("SELECT * FROM read_parquet(?)", [[_literal(source)]])
            columns = [column[0] for column in connection.description or []]
            source.columns(columns)
            while batch := connection.fetchmany(BATCH):
                for row in batch:
                    number += 1
                    yield number, dict(zip(columns, map(plain, row), strict=True))
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            message = t("cases.parquet_corrupt", file=source.name, row=number, reason=reason)
            raise DataError(message) from error


def _literal(source: Source) -> str:
    """Return the path with glob characters made literal: a file is one file."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in str(source.path))


READERS.add(
    "parquet",
    Reader("parquet", (".parquet", ".pq"), Words("Parquet", "Parquet"), read),
)
