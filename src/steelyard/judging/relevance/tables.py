"""Rows of a file by column name, whatever its format: tables, JSON, or TREC's bare columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from steelyard.cases import READERS, Source
from steelyard.errors import DataError
from steelyard.i18n import t

Row = tuple[str, dict[str, Any]]
"""The place (file:line) and the cells."""

_RUN = ("query_id", "q0", "doc_id", "rank", "score", "tag")
_QRELS = ("query_id", "iteration", "doc_id", "relevance")
_TEXTS = ("id", "text")


def read_table(path: Path, *, texts: bool = False) -> Iterator[Row]:
    """Yield the rows of a file.

    A file whose name ends as a table's does is read as one. Any other has no header: TREC columns
    (a run with six, judgements with four), or, for `texts`, an id and a text with a tab between.
    """
    if not path.is_file():
        raise DataError(t("judge.no_file", path=path))
    extension = Path(path.name.lower().removesuffix(".gz")).suffix
    for reader in READERS:
        if extension in reader.extensions:
            for line, row in reader.read(Source(path, path.name)):
                if not isinstance(row, dict):
                    message = f"{path.name}:{line}: {row.error.message}"
                    raise DataError(message)
                yield f"{path.name}:{line}", row
            return
    yield from _bare_columns(path, texts=texts)


def cell(row: dict[str, Any], names: Sequence[str]) -> Any:
    """Return the first of the named cells that holds something."""
    return next((row[name] for name in names if row.get(name) not in (None, "")), None)


def _bare_columns(path: Path, *, texts: bool) -> Iterator[Row]:
    with path.open(encoding="utf-8-sig") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            place = f"{path.name}:{number}"
            cells = line.rstrip("\r\n").split("\t", 1) if texts else line.split()
            shapes = {len(names): names for names in ((_TEXTS,) if texts else (_RUN, _QRELS))}
            if len(cells) not in shapes:
                key = "judge.bad_text_line" if texts else "judge.bad_trec_line"
                raise DataError(t(key, place=place, found=len(cells)))
            yield place, dict(zip(shapes[len(cells)], cells, strict=True))
