"""Judgement and run files of every format, as blocks of whole lines with a layout."""

from __future__ import annotations

import codecs
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.retrieval.fields import TREC_QRELS, TREC_RUN, Layout

Kind = Literal["qrels", "run"]

BLOCK = 1 << 20  # bytes: the arrays made of a block stay in the cache, and their memory is reused
_LONGEST_LINE = 64 << 20
_GZIP = b"\x1f\x8b"


class Source(NamedTuple):
    """A file that can be read from its start, any number of times.

    Attributes:
        path: the file.
        kind: judgements or a run.
        format: `trec`, `csv`, `json` or `parquet`.
        layout: how its lines are laid out.
        blocks: opens it; gives blocks of whole lines.
        first_line: number of the first line in the blocks.
    """

    path: Path
    kind: Kind
    format: str
    layout: Layout
    blocks: Callable[[], Iterator[bytes]]
    first_line: int = 1

    def place(self, line: int) -> str:
        """Return the place of a line (counted from 0 in the blocks), for an error message."""
        number = line + self.first_line
        if self.format in ("trec", "csv"):
            return f"{self.path}:{number}"
        return t("retrieval.row", path=self.path, number=number)


def open_source(path: Path, kind: Kind) -> Source:
    """Find out the format of a file by its name and first line.

    Raises:
        DataError: there is no such file, it is empty, or its columns are not known.
    """
    if not path.is_file():
        key = "retrieval.folder" if path.is_dir() else "retrieval.no_file"
        raise DataError(t(key, path=path))
    suffix = "".join(path.suffixes[-2:]).lower().removesuffix(".gz")
    suffix = suffix[suffix.rfind(".") :] if "." in suffix else suffix
    if suffix == ".json":
        from steelyard.retrieval.json_files import json_source

        return json_source(path, kind)
    if suffix == ".parquet":
        from steelyard.retrieval.parquet_files import parquet_source

        return parquet_source(path, kind)
    if suffix in (".csv", ".tsv"):
        from steelyard.retrieval.csv_files import csv_source

        source = csv_source(path, kind, "," if suffix == ".csv" else "\t")
        if source is not None:
            return source
    layout = TREC_QRELS if kind == "qrels" else TREC_RUN
    return Source(path, kind, "trec", layout, lambda: line_blocks(path))


def line_blocks(path: Path, size: int = BLOCK) -> Iterator[bytes]:
    """Yield the file in blocks that end with a line; a missing last line end is put there."""
    rest = b""
    with open_bytes(path) as file:
        data = _without_mark(path, _read(path, file, size))
        while data:
            cut = data.rfind(b"\n") + 1
            if cut:
                yield b"".join((rest, memoryview(data)[:cut]))
                rest = data[cut:]
            else:
                rest += data
                if len(rest) > _LONGEST_LINE:
                    raise DataError(t("retrieval.long_line", path=path, limit=_LONGEST_LINE >> 20))
            data = _read(path, file, size)
    if rest:
        yield rest + b"\n"


def read_whole(path: Path) -> bytes:
    """Return all of a file."""
    with open_bytes(path) as file:
        return _without_mark(path, _read(path, file, -1))


def open_bytes(path: Path) -> BinaryIO:
    """Open a file, compressed or not.

    Raises:
        DataError: it is called .gz and is not compressed.
    """
    if path.suffix != ".gz":
        return path.open("rb", buffering=0)
    import gzip

    with path.open("rb") as file:
        if (start := file.read(2)) not in (_GZIP, b""):
            raise DataError(t("retrieval.bad_gzip", path=path, error=repr(start)))
    return gzip.open(path, "rb")  # type: ignore[return-value]


def _read(path: Path, file: BinaryIO, size: int) -> bytes:
    try:
        return file.read(size)
    except (EOFError, zlib.error) as error:
        raise DataError(t("retrieval.bad_gzip", path=path, error=error)) from None


def _without_mark(path: Path, data: bytes) -> bytes:
    """Return the start of a file without the mark that editors put before UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise DataError(t("retrieval.utf16", path=path))
    return data.removeprefix(codecs.BOM_UTF8)
