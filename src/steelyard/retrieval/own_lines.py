"""Rows of other formats as lines of our own layout: query, document and value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from steelyard.errors import DataError
from steelyard.i18n import t

_ROWS = 20_000


def own_lines(path: Path, rows: Iterable[tuple[Any, Any, Any]]) -> Iterator[bytes]:
    """Yield blocks of lines made of (query, document, value)."""
    rows = iter(rows)
    number = 0
    while batch := list(islice(rows, _ROWS)):
        block = "".join(f"{query}\x1f{document}\x1f{value}\n" for query, document, value in batch)
        if block.count("\n") != len(batch) or block.count("\x1f") != 2 * len(batch):
            _refuse_control(path, batch, number)
        yield block.encode()
        number += len(batch)


def _refuse_control(path: Path, batch: list[tuple[Any, Any, Any]], number: int) -> None:
    for at, row in enumerate(batch):
        for cell in row:
            if "\n" in str(cell) or "\x1f" in str(cell):
                place = t("retrieval.row", path=path, number=number + at + 1)
                raise DataError(t("retrieval.control", place=place, found=repr(cell)[:60]))
