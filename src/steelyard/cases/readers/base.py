"""What a reader is, and the registry of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from steelyard.cases.rows import BadRow
from steelyard.model import Words
from steelyard.registry import Registry

RawRow = tuple[int, dict[str, Any] | BadRow]

LINE_LIMIT = 64 * 1024 * 1024


def _any_columns(columns: list[str]) -> None:
    """Accept every table."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file to read, and how.

    Attributes:
        path: the file.
        name: the file as the dataset names it, for messages.
        encoding: what the user says it is in; None to find out.
        delimiter: between cells of a CSV; None for the format's own.
        sheet: sheet of a workbook by name or number from 0; None for the first.
        max_line_bytes: longer lines are refused.
        columns: readers of tables call it with their columns; it raises when none can be asked.
    """

    path: Path
    name: str
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | int | None = None
    max_line_bytes: int = LINE_LIMIT
    columns: Callable[[list[str]], None] = _any_columns


@dataclass(frozen=True, slots=True)
class Reader:
    """A file format: `read` yields the line number with a dict, or with why there is none."""

    name: str
    extensions: tuple[str, ...]
    words: Words
    read: Callable[[Source], Iterator[RawRow]]


def _load_builtins() -> None:
    for name in ("jsonl", "json", "delimited", "xlsx", "parquet"):
        import_module(f"steelyard.cases.readers.{name}")


READERS: Registry[Reader] = Registry("reader", _load_builtins)
