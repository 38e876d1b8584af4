"""Makes the files the tests read: real bytes, written without the code under test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZipFile

import duckdb

from steelyard.cases import DatasetSpec, Reject, read_cases

TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELS = (
    '<?xml version="1.0"?><Relationships xmlns='
    '"http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STYLES = (
    f'<?xml version="1.0"?><styleSheet xmlns="{MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
    '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'
)


def jsonl(path: Path, rows: list[Any], encoding: str = "utf-8") -> Path:
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_bytes(text.encode(encoding))
    return path


def parquet(path: Path, query: str) -> Path:
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{path}'")
    return path


def spec(path: Any, **options: Any) -> DatasetSpec:
    return DatasetSpec.model_validate({"path": str(path), **options})


def load(path: Any, *, base: Path, seed: int = 0, **options: Any):
    """Read everything; return the cases, the rejects and the stream."""
    rejects: list[Reject] = []
    stream = read_cases(spec(path, **options), base=base, seed=seed, on_reject=rejects.append)
    return list(stream), rejects, stream


class Date(int):
    """A number to be written with a date style: days since 1899-12-30."""


def xlsx(
    path: Path, sheets: dict[str, list[list[Any]]], *, first: tuple[int, int] = (1, 0)
) -> Path:
    """Write a workbook by hand; `first` is the row (from 1) and column (from 0) to start at."""
    names = list(sheets)
    book = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>' for n, name in enumerate(names, 1)
    )
    rels = "".join(
        f'<Relationship Id="rId{n}" Type="{REL}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(names) + 1)
    )
    rels += f'<Relationship Id="rId99" Type="{REL}/styles" Target="styles.xml"/>'
    top = f'<Relationship Id="rId1" Type="{REL}/officeDocument" Target="xl/workbook.xml"/>'
    with ZipFile(path, "w") as file:
        file.writestr("[Content_Types].xml", TYPES)
        file.writestr("_rels/.rels", RELS.format(top))
        file.writestr("xl/_rels/workbook.xml.rels", RELS.format(rels))
        file.writestr("xl/styles.xml", STYLES)
        file.writestr(
            "xl/workbook.xml",
            f'<?xml version="1.0"?><workbook xmlns="{MAIN}" xmlns:r="{REL}">'
            f"<sheets>{book}</sheets></workbook>",
        )
        for n, name in enumerate(names, 1):
            rows = "".join(
                _row(number, first[1], cells) for number, cells in enumerate(sheets[name], first[0])
            )
            file.writestr(
                f"xl/worksheets/sheet{n}.xml",
                f'<?xml version="1.0"?><worksheet xmlns="{MAIN}">'
                f"<sheetData>{rows}</sheetData></worksheet>",
            )
    return path


def _row(number: int, column: int, cells: list[Any]) -> str:
    inner = "".join(
        _cell(f"{chr(65 + column + place)}{number}", value)
        for place, value in enumerate(cells)
        if value is not None
    )
    return f'<row r="{number}">{inner}</row>'


def _cell(place: str, value: Any) -> str:
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, Date):
        return f'<c r="{place}" s="1"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{place}"><v>{value}</v></c>'
    if value == "#N/A":
        return f'<c r="{place}" t="e"><v>#N/A</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
