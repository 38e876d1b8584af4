"""Lines of a text file in bounded memory: their number, their offset, their encoding checked.

Files are split at the byte 0x0A before decoding: in UTF-8 and in every version of GBK that byte is
always a newline, so one bad line does not spoil the next. UTF-16 and UTF-32 are turned into UTF-8
on the way in.
"""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from steelyard.cases.encoding import GZIP, PREFIX_BYTES, Encoding, is_utf8, sniff
from steelyard.cases.rows import BadRow, content, row_error
from steelyard.errors import DataError
from steelyard.i18n import t

CHUNK = 1 << 20


Line = tuple[int, int, bytes | BadRow]
"""One line: its number from 1, its offset in bytes, its text or what is wrong with it."""


@contextmanager
def open_bytes(path: Path, name: str) -> Iterator[BinaryIO]:
    """Open `path`, unpacking it when it is gzip, and turn what the system says into a DataError."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == GZIP
            raw.seek(0)
            if packed:
                with gzip.GzipFile(fileobj=raw) as unpacked:
                    yield io.BufferedReader(unpacked, CHUNK)
            else:
                yield raw
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise DataError(t("cases.bad_gzip", file=name, reason=str(error))) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError(t("cases.cannot_open", file=name, reason=reason)) from error


@contextmanager
def open_text(path: Path, name: str, encoding: str | None) -> Iterator[tuple[BinaryIO, Encoding]]:
    """Open a text file after its byte order mark; the stream is in the encoding returned."""
    with open_bytes(path, name) as stream:
        found = sniff(stream.read(PREFIX_BYTES), file=name, named=encoding)
        stream.seek(found.mark)
        if found.name.replace("_", "-").startswith(("utf-16", "utf-32")):
            recoded = io.BufferedReader(_Recoded(stream, found.name, name), CHUNK)
            yield recoded, Encoding("utf-8", False)
        else:
            yield stream, found


def lines(stream: BinaryIO, limit: int) -> Iterator[Line]:
    """Yield the lines of `stream`; a line longer than `limit` bytes is skipped and refused."""
    number = offset = 0
    readline = stream.readline
    while piece := readline(CHUNK):
        number += 1
        if len(piece) < CHUNK or piece.endswith(b"\n"):
            text: bytes | BadRow = piece
            size = len(piece)
            if size > limit:
                text = _too_long(piece, size, limit, offset)
        else:
            text, size = _long_line(piece, readline, limit, offset)
        yield number, offset, text
        offset += size


def decode(line: Line, encoding: Encoding) -> str | BadRow:
    """Return the text of `line`, or why it is not in `encoding`."""
    data = line[2]
    if isinstance(data, BadRow):
        return data
    try:
        text = data.decode(encoding.name)
    except UnicodeDecodeError as error:
        return bad_encoding(line, encoding, error.start)
    if encoding.guessed and encoding.name == "gb18030" and not data.isascii():
        wide = len(data) - len(text)
        # Bytes that are whole UTF-8 by chance are rare beyond two characters of GBK.
        if wide > 2 and is_utf8(data):
            return bad_encoding(line, encoding, 0)
    return text


def bad_encoding(line: Line, encoding: Encoding, at: int) -> BadRow:
    """Say that byte `at` of `line` is not in `encoding`, and what to do."""
    _, offset, data = line
    assert isinstance(data, bytes)
    found = data[at : at + 4].hex(" ")
    other = "gb18030" if encoding.name == "utf-8" else "utf-8"
    error = row_error(
        "bad_encoding",
        found=found,
        allowed=encoding.name.upper(),
        offset=offset + at,
        other=other,
    )
    return BadRow(error, content(data))


def _long_line(
    first: bytes, readline: Callable[[int], bytes], limit: int, offset: int
) -> tuple[bytes | BadRow, int]:
    kept = bytearray(first)
    size = len(first)
    piece = first
    while not piece.endswith(b"\n") and (piece := readline(CHUNK)):
        size += len(piece)
        if size <= limit:
            kept += piece
        elif len(kept) > CHUNK:
            del kept[CHUNK:]  # it will be refused: only its beginning is still wanted
    return (bytes(kept) if size <= limit else _too_long(bytes(kept), size, limit, offset)), size


def _too_long(start: bytes, size: int, limit: int, offset: int) -> BadRow:
    error = row_error(
        "too_long",
        found=t("cases.size_bytes", size=f"{size:,}"),
        allowed=t("cases.size_at_most", size=f"{limit:,}"),
        offset=offset,
    )
    return BadRow(error, content(start))


class _Recoded(io.RawIOBase):
    """A stream in any encoding, read as UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str, name: str) -> None:
        super().__init__()
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._encoding = encoding
        self._name = name
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            data = self._stream.read(CHUNK)
            self._ready = self._decode(data, final=not data).encode("utf-8")
            if not data:
                break
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _decode(self, data: bytes, *, final: bool) -> str:
        try:
            return self._decoder.decode(data, final)
        except UnicodeDecodeError as error:
            message = t(
                "cases.bad_wide",
                file=self._name,
                encoding=self._encoding,
                offset=self._stream.tell(),
            )
            raise DataError(message) from error
