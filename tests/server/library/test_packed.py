"""Bombs: a small file that unpacks to a large one is refused before a reader sees it."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile

import duckdb
import pytest

from steelyard.errors import DataError
from steelyard.server.errors import TooLargeError
from steelyard.server.library.packed import check_names, check_packed

RATIO = 100


def workbook(path, cells, padding=b""):
    rows = "".join(f'<c r="{place}" t="str"><v>x</v></c>' for place in cells)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", padding)
        archive.writestr("xl/worksheets/sheet1.xml", f"<sheetData><row>{rows}</row></sheetData>")


def test_plain_files_pass(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_text('{"input": "1"}\n')
    check_packed(path, "cases.jsonl", RATIO)


def test_a_gzip_bomb_is_refused(tmp_path):
    path = tmp_path / "bomb.gz"
    with gzip.open(path, "wb") as out:
        for _ in range(64):
            out.write(bytes(1 << 20))
    with pytest.raises(TooLargeError):
        check_packed(path, "bomb.gz", RATIO)
    check_packed(path, "bomb.gz", 2000)


def test_a_small_file_may_unpack_well(tmp_path):
    path = tmp_path / "cases.gz"
    path.write_bytes(gzip.compress(b'{"input": "1"}\n' * 100_000))
    check_packed(path, "cases.gz", RATIO)


def test_a_broken_gzip_is_told(tmp_path):
    path = tmp_path / "cases.gz"
    path.write_bytes(gzip.compress(b"x" * 1000)[:-9])
    with pytest.raises(DataError):
        check_packed(path, "cases.gz", RATIO)


def encrypted():
    """Return a ZIP whose one file says that it needs a password."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("x", "secret")
    content = bytearray(out.getvalue())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + offset] |= 1
    return bytes(content)


def damaged():
    """Return a ZIP packed by LZMA, with other bytes where the packed ones were."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("x", "secret" * 1000)
    content = bytearray(out.getvalue())
    content[35:39] = b"\xff" * 4  # how it was packed stands there
    return bytes(content)


def misnamed():
    """Return a ZIP with a name that is not the UTF-8 it says it is."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("é", "secret")
    return out.getvalue().replace("é".encode(), b"\xff\xff")


@pytest.mark.parametrize(
    "content", [encrypted(), damaged(), misnamed()], ids=["encrypted", "damaged", "misnamed"]
)
def test_a_zip_that_cannot_be_opened_is_told(tmp_path, content):
    path = tmp_path / "a.xlsx"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"a\.xlsx"):
        check_packed(path, "a.xlsx", RATIO)


@pytest.mark.parametrize("content", [b"PK,input\n1,a\n", b"PK\tinput\n1\ta\n", b"PA,input\n1,a\n"])
def test_a_table_may_begin_like_a_packed_file(tmp_path, content):
    path = tmp_path / "cases.csv"
    path.write_bytes(content)
    check_packed(path, "cases.csv", RATIO)


def test_a_workbook_bomb_is_refused(tmp_path):
    path = tmp_path / "bomb.xlsx"
    workbook(path, ["A1"], bytes(64 << 20))
    with pytest.raises(TooLargeError):
        check_packed(path, "bomb.xlsx", RATIO)


@pytest.mark.parametrize("start", [b"xxxx", b"PKxx"])
def test_a_bomb_behind_other_bytes_is_one_too(tmp_path, start):
    path = tmp_path / "bomb.xlsx"
    workbook(path, ["A1"], bytes(64 << 20))
    path.write_bytes(start + path.read_bytes())
    with pytest.raises(TooLargeError):
        check_packed(path, "bomb.xlsx", RATIO)


def test_a_workbook_that_lies_about_its_size_is_refused(tmp_path):
    path = tmp_path / "bomb.xlsx"
    workbook(path, ["A1"], bytes(64 << 20))
    content = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = content.index(mark) + offset
        content[place : place + 4] = struct.pack("<I", 10)
    path.write_bytes(content)
    with zipfile.ZipFile(path) as archive:
        assert archive.infolist()[0].file_size == 10
    with pytest.raises(TooLargeError):
        check_packed(path, "bomb.xlsx", RATIO)


@pytest.mark.slow
def test_a_parquet_bomb_is_refused(tmp_path):
    path = tmp_path / "bomb.parquet"
    query = "SELECT repeat('x', 100000) || i AS input FROM range(2000) t(i)"
    duckdb.sql(f"COPY ({query}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")
    with pytest.raises(TooLargeError):
        check_packed(path, "bomb.parquet", RATIO)


@pytest.mark.slow
@pytest.mark.parametrize("value", ["long", "[long]", "{'x': long}"])
def test_a_value_that_every_row_repeats_is_a_bomb_too(tmp_path, value):
    path = tmp_path / "bomb.parquet"
    query = f"SELECT {value} AS input FROM (SELECT repeat('x', 1000000) AS long), range(2000)"
    duckdb.sql(f"COPY ({query}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")
    with pytest.raises(TooLargeError):
        check_packed(path, "bomb.parquet", RATIO)


def test_plain_parquet_passes(tmp_path):
    path = tmp_path / "cases.parquet"
    query = 'SELECT \'What is \' || i AS input, i AS "a""b", [i] AS l FROM range(10000) t(i)'
    duckdb.sql(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    check_packed(path, "cases.parquet", RATIO)
    path.write_bytes(b"PAR1 broken")
    check_packed(path, "cases.parquet", RATIO)  # its reader says what is wrong


@pytest.mark.parametrize(
    "name", ["../x.yaml", "/etc/x.yaml", "a/../../x", "a\\..\\x", "C:/x.yaml", "a/b/../../../c"]
)
def test_what_would_leave_its_folder_is_refused(tmp_path, name):
    path = tmp_path / "slip.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, "x")
    with zipfile.ZipFile(path) as archive, pytest.raises(DataError):
        check_names(archive)


def test_links_are_refused(tmp_path):
    path = tmp_path / "link.zip"
    with zipfile.ZipFile(path, "w") as archive:
        entry = zipfile.ZipInfo("scorecards/x.yaml")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    with zipfile.ZipFile(path) as archive, pytest.raises(DataError):
        check_names(archive)
