"""Judgements and runs as CSV or TSV with a header line."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.retrieval.columns import Columns, find_columns
from steelyard.retrieval.fields import OWN, TREC_QRELS, TREC_RUN, Layout
from steelyard.retrieval.files import Kind, Source, line_blocks, open_bytes
from steelyard.retrieval.own_lines import own_lines


def csv_source(path: Path, kind: Kind, delimiter: str) -> Source | None:
    """Return the source; None when the file has no header but the columns of TREC."""
    first = next(line_blocks(path), b"").split(b"\n", 1)[0].removeprefix(codecs.BOM_UTF8)
    header = next(csv.reader([first.decode("utf-8", "replace")], delimiter=delimiter), [])
    if not header:
        raise DataError(t("retrieval.empty", path=path))
    trec = TREC_QRELS if kind == "qrels" else TREC_RUN
    if delimiter == "\t" and len(header) == trec.columns and _is_number(header[trec.value]):
        return None
    found = find_columns(path, header, kind)
    if any(b'"' in block for block in line_blocks(path)):
        layout = OWN._replace(ranked=found.ranked)
        return Source(
            path,
            kind,
            "csv",
            layout,
            lambda: own_lines(path, _quoted(path, found, delimiter)),
            first_line=2,
        )
    layout = Layout(
        len(header),
        found.query,
        found.document,
        found.value,
        separator=ord(delimiter),
        ranked=found.ranked,
    )
    return Source(path, kind, "csv", layout, lambda: _plain(path), first_line=2)


def _plain(path: Path) -> Iterator[bytes]:
    """Yield the lines after the header; nothing is quoted."""
    for number, block in enumerate(line_blocks(path)):
        lines = block.replace(b"\r\n", b"\n") if b"\r" in block else block
        lines = lines.split(b"\n", 1)[1] if number == 0 else lines
        if lines.startswith(b"\n") or b"\n\n" in lines:  # blank lines
            lines = b"".join(line + b"\n" for line in lines.split(b"\n") if line)
        if lines:
            yield lines


def _quoted(path: Path, found: Columns, delimiter: str) -> Iterator[tuple[Any, Any, Any]]:
    with io.TextIOWrapper(open_bytes(path), encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file, delimiter=delimiter)
        width = len(next(reader))
        for row in reader:
            if not row:
                continue
            if len(row) != width:
                place = f"{path}:{reader.line_num}"
                raise DataError(
                    t("retrieval.line_fields", place=place, found=len(row), wanted=width)
                )
            yield row[found.query], row[found.document], row[found.value]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
