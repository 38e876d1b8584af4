"""Workbooks that would make their reader take the whole machine: a clear error, and no harm."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import zipfile

import orjson
import psutil
import pytest
import xlsxwriter

from steelyard.cases import DatasetSpec, read_cases
from steelyard.cases.readers import workbook_process
from steelyard.errors import DataError

SHEET = "xl/worksheets/sheet1.xml"
FAR = [
    "<c r='XFD1048576'><v>1</v></c>",
    '<c r ="XFD1048576"><v>1</v></c>',
    '<c r= "XFD1048576" t="n"><v>1</v></c>',
    '<c t="n" r="xfd1048576"><v>1</v></c>',
    '<c r="XFD0001048576"><v>1</v></c>',
    '<c r="$XFD$1048576"><v>1</v></c>',
    '<c r="&#88;FD1048576"><v>1</v></c>',
    '<c\n\tr="XFD1048576"\n><v>1</v></c>',
    '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    '<x:c xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" r="XFD1048576"/>',
]


def workbook(path, rows):
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return path


def changed(path, change, name=SHEET, new_name=None):
    """Write a workbook again with one of its parts changed, and perhaps moved."""
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as old:
        parts = {entry: old.read(entry) for entry in old.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for entry, content in parts.items():
            if entry == name:
                new.writestr(new_name or name, change(content))
            elif new_name and entry == "xl/_rels/workbook.xml.rels":
                short = name.removeprefix("xl/").encode()
                new.writestr(entry, content.replace(short, new_name.removeprefix("xl/").encode()))
            else:
                new.writestr(entry, content)
    return path


def cases(path, **more):
    return list(read_cases(DatasetSpec(path=path.name, **more), base=path.parent))


@pytest.mark.parametrize("cell", FAR)
def test_a_cell_far_away_is_refused_however_it_is_spelt(tmp_path, cell):
    path = workbook(tmp_path / "far.xlsx", [["input"], ["q"]])
    changed(
        path, lambda xml: xml.replace(b"</row></sheetData>", cell.encode() + b"</row></sheetData>")
    )
    with pytest.raises(DataError, match=r"far\.xlsx"):
        cases(path)


@pytest.mark.parametrize("place", ["xl/other/data.bin", "xl/worksheets/s.XML", "xl/x"])
def test_a_sheet_that_lies_elsewhere_is_measured_too(tmp_path, place):
    path = workbook(tmp_path / "far.xlsx", [["input"], ["q"]])
    far = b"<c r='XFD1048576'><v>1</v></c></row></sheetData>"
    changed(path, lambda xml: xml.replace(b"</row></sheetData>", far), new_name=place)
    with pytest.raises(DataError, match=r"17179869184|crashed"):
        cases(path)


def test_a_crash_of_the_reader_is_an_error_like_any_other(tmp_path):
    """Behind what an XML parser reads, the reader still reads on; then the limits end it."""
    path = workbook(tmp_path / "far.xlsx", [["input"], ["q"]])
    far = b"<odd & ><c r='XFD1048576'><v>1</v></c></row></sheetData>"
    changed(path, lambda xml: xml.replace(b"</row></sheetData>", far))
    with pytest.raises(DataError, match=r"far\.xlsx"):
        cases(path)


def test_xml_that_grows_by_entities_is_refused(tmp_path):
    path = workbook(tmp_path / "grows.xlsx", [["input"], ["q"]])
    head = b'<!DOCTYPE w [<!ENTITY a "aaaa">]><worksheet'
    changed(path, lambda xml: xml.replace(b"<worksheet", head, 1))
    with pytest.raises(DataError, match="entities"):
        cases(path)


def test_what_is_not_filled_may_span_a_little(tmp_path):
    path = tmp_path / "sparse.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        sheet.write(0, 0, "input")
        sheet.write(9_999, 0, "q")
    assert [case["input"] for case in cases(path)] == ["q"]


def test_rows_keep_their_types_and_numbers(tmp_path):
    from datetime import UTC, date, datetime

    path = tmp_path / "kinds.xlsx"
    with xlsxwriter.Workbook(path, {"default_date_format": "yyyy-mm-dd"}) as book:
        sheet = book.add_worksheet("数据")
        sheet.write_row(0, 0, ["input", "n", "x", "yes", "day", "时刻"])
        sheet.write_row(2, 0, ["问题", 3, 2.5, True])
        sheet.write_datetime(2, 4, datetime(2026, 1, 2, tzinfo=UTC).replace(tzinfo=None))
        sheet.write_datetime(2, 5, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC).replace(tzinfo=None))
    (case,) = cases(path, sheet="数据")
    assert case["input"] == "问题"
    assert case["metadata"]["n"] == 3
    assert case["metadata"]["x"] == 2.5
    assert case["metadata"]["yes"] is True
    assert case["metadata"]["day"].startswith(date(2026, 1, 2).isoformat())
    assert case["metadata"]["时刻"] == "2026-01-02T03:04:05"


def test_nothing_runs_on_when_the_rest_is_not_wanted(tmp_path):
    path = workbook(tmp_path / "long.xlsx", [["input"], *([f"q{n}"] for n in range(5_000))])
    stream = iter(read_cases(DatasetSpec(path=path.name), base=tmp_path))
    assert next(stream)["input"] == "q0"
    stream.close()
    mine = psutil.Process().children(recursive=True)
    assert not [child for child in mine if "workbook_process.py" in " ".join(child.cmdline())]


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits there")
def test_the_process_has_limits():
    code = (
        f"import runpy; from resource import *; m = runpy.run_path({workbook_process.__file__!r});"
        "m['limit_process'](); print(getrlimit(RLIMIT_AS)[0], getrlimit(RLIMIT_CPU)[0]);"
        "bytearray(m['MEMORY'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == [str(workbook_process.MEMORY), str(workbook_process.CPU_SECONDS)]
    assert "MemoryError" in done.stderr


@pytest.mark.slow
def test_a_reader_that_is_killed_is_told_from_the_end_of_the_file(tmp_path):
    path = workbook(tmp_path / "long.xlsx", [["input"], *([f"q{n}" * 50] for n in range(20_000))])
    stream = iter(read_cases(DatasetSpec(path=path.name), base=tmp_path))
    next(stream)
    for child in psutil.Process().children(recursive=True):
        if "workbook_process.py" in " ".join(child.cmdline()):
            os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(DataError, match=r"long\.xlsx"):
        list(stream)


def test_the_script_speaks_json_lines(tmp_path):
    path = workbook(tmp_path / "a.xlsx", [["input", "n"], ["q", 1]])
    command = [sys.executable, "-I", workbook_process.__file__, str(path), "0"]
    found = subprocess.run(command, capture_output=True, check=True).stdout.splitlines()
    assert [orjson.loads(line) for line in found] == [["input", "n"], ["q", 1.0]]
