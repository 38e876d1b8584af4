"""Packed files are measured before anything reads them: a few bytes can unpack to a full disk."""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

import duckdb

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.server.errors import TooLargeError

# Whatever its ratio, so much may come out of a file: it fits anywhere.
ALWAYS = 16_000_000
MOST_FILES = 10_000
_CHUNK = 1 << 18
_ENDLESS = 1 << 62
_ENCRYPTED = 1  # a bit of what an entry says of itself
_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"PK\x07\x08": "zip",
    b"PAR1": "parquet",
}
# What readers of packed files raise; RuntimeError says that one is packed in a way they cannot.
_BROKEN = (
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    EOFError,
    OSError,
    RuntimeError,
    UnicodeDecodeError,  # the name of an entry
)


def check_packed(path: Path, name: str, ratio: int) -> None:
    """Refuse a file that unpacks to more than `ratio` times its size.

    Args:
        path: the file.
        name: as people know it.
        ratio: of the settings.

    Raises:
        TooLargeError: it does.
        DataError: it cannot be unpacked.
    """
    with path.open("rb") as stream:
        start = stream.read(4)
    kind = _MAGIC.get(start) or _MAGIC.get(start[:2])
    if kind is None and zipfile.is_zipfile(path):  # readers find one behind other bytes, too
        kind = "zip"
    most = max(path.stat().st_size * ratio, ALWAYS)
    refusal = TooLargeError(t("storage.expands", file=name, ratio=ratio))
    try:
        if kind == "gzip":
            _measure(_unzipped(path), most, refusal)
        elif kind == "zip":
            _check_zip(path, name, most, refusal)
        elif kind == "parquet" and _parquet_size(path) > most:
            raise refusal
    except _BROKEN as error:
        raise DataError(t("storage.broken", file=name, problem=error)) from None


def check_parquet_rows(path: Path, name: str, most: int) -> None:
    """Refuse a Parquet file that says it has more rows, before they are read one by one.

    Equal rows cost no bytes, so a small file can hold any number of them.

    Raises:
        DataError: it does.
    """
    with duckdb.connect(config={"threads": 1, "memory_limit": "1GB"}) as connection:
        try:
            query = "SELECT num_rows FROM parquet_file_metadata(?)"
            found = connection.execute(query, [str(path)]).fetchone()
        except duckdb.Error:
            return  # the reader says what is wrong with it
    if found is not None and found[0] > most:
        raise DataError(t("cases.too_many_rows", file=name, most=most))


def check_names(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the files of an archive, all of which stay inside the folder it is unpacked to.

    Raises:
        DataError: one does not, or there are too many.
    """
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise DataError(t("storage.many_files", n=len(entries), most=MOST_FILES))
    for entry in entries:
        path = PurePosixPath(entry.filename)
        link = entry.external_attr >> 16 & 0o170000 == 0o120000
        outside = path.is_absolute() or ".." in path.parts or "\\" in entry.filename
        if outside or link or ":" in (path.parts or ("",))[0]:
            raise DataError(t("storage.escapes", name=entry.filename[:200]))
    return [entry for entry in entries if not entry.is_dir()]


def _measure(parts: Iterator[bytes], most: int, refusal: Exception) -> None:
    seen = 0
    for part in parts:
        seen += len(part)
        if seen > most:
            raise refusal


def _unzipped(path: Path) -> Iterator[bytes]:
    import gzip

    with gzip.open(path) as stream:
        while part := stream.read(_CHUNK):
            yield part


def _check_zip(path: Path, name: str, most: int, refusal: Exception) -> None:
    left = most
    with zipfile.ZipFile(path) as archive:
        for entry in check_names(archive):
            if entry.flag_bits & _ENCRYPTED:
                raise DataError(t("storage.encrypted", file=name))
            # What an entry says of its size may be a lie: it is unpacked to its end.
            entry.file_size = left + 2 * _CHUNK
            with archive.open(entry) as stream:
                for part in _parts(stream):
                    left -= len(part)
                    if left < 0:
                        raise refusal


def _parts(stream: IO[bytes]) -> Iterator[bytes]:
    while part := stream.read(_CHUNK):
        yield part


def _parquet_size(path: Path) -> int:
    """Return the bytes that the columns come to; none if it is no such file.

    What the file says of itself does not count a value that stands once and is named by every row,
    so texts are measured row by row, in bounded memory.
    """
    with duckdb.connect(config={"threads": 1, "memory_limit": "1GB"}) as connection:
        try:
            said = connection.execute(
                "SELECT sum(total_uncompressed_size) FROM parquet_metadata(?)", [str(path)]
            ).fetchone()
            connection.execute("DESCRIBE SELECT * FROM read_parquet(?)", [str(path)])
            long = [name for name, kind, *_ in connection.fetchall() if _is_long(kind)]
            sums = " + ".join(f"coalesce(sum({_length(name)}), 0)" for name in long) or "0"
            query = f"SELECT {sums} FROM read_parquet(?)"
            found = connection.execute(query, [str(path)]).fetchone()
        except duckdb.OutOfMemoryException:
            return _ENDLESS
        except duckdb.Error:
            return 0  # the reader says what is wrong with it
    return max(int(one[0] or 0) for one in (said, found) if one)


def _is_long(kind: str) -> bool:
    """Whether a value of this type has no fixed size."""
    return any(mark in kind for mark in ("VARCHAR", "BLOB", "JSON", "[", "STRUCT", "MAP"))


def _length(name: str) -> str:
    quoted = '"' + name.replace('"', '""') + '"'
    return f"strlen(CAST({quoted} AS VARCHAR))"
