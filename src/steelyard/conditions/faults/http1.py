"""HTTP/1.1 as bytes: heads, framing, bodies in pieces. Trailers are read and dropped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal

MAX_HEAD = 65_536
PIECE = 65_536
Framing = Literal["none", "chunked", "close"] | int
"""How the end of a body is known; a number is its length."""

_HOP = {
    b"connection",
    b"keep-alive",
    b"proxy-connection",
    b"proxy-authenticate",
    b"proxy-authorization",
    b"te",
    b"trailer",
    b"transfer-encoding",
    b"upgrade",
}


class BadHttpError(Exception):
    """Bytes that are not HTTP/1.1."""


class CutShortError(Exception):
    """A body that ended before its end."""


@dataclass(slots=True)
class Head:
    """A start line and headers, in their order."""

    start: bytes
    headers: list[tuple[bytes, bytes]]

    def get(self, name: bytes) -> bytes | None:
        """Return the first value of a header; names are lower case here."""
        return next((value for key, value in self.headers if key.lower() == name), None)

    def says(self, name: bytes, word: bytes) -> bool:
        """Whether a header lists a word."""
        listed = (value for key, value in self.headers if key.lower() == name)
        return any(word in [w.strip().lower() for w in value.split(b",")] for value in listed)

    def without(self, *names: bytes) -> list[tuple[bytes, bytes]]:
        """Return the headers that are for the other end, less those named."""
        return [(k, v) for k, v in self.headers if k.lower() not in _HOP and k.lower() not in names]

    @property
    def keeps_alive(self) -> bool:
        """Whether the connection may be used again."""
        if self.says(b"connection", b"close"):
            return False
        return b"HTTP/1.1" in self.start or self.says(b"connection", b"keep-alive")

    @property
    def status(self) -> int:
        """The status of an answer."""
        try:
            return int(self.start.split(b" ", 2)[1])
        except (IndexError, ValueError):
            raise BadHttpError from None


def head_bytes(start: bytes, headers: list[tuple[bytes, bytes]]) -> bytes:
    """Return a head as it goes over the wire."""
    return b"\r\n".join([start, *(b"%b: %b" % pair for pair in headers), b"", b""])


async def read_head(reader: asyncio.StreamReader) -> Head | None:
    """Return the next head, or None when the other end is done."""
    try:
        raw = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial.strip():
            raise CutShortError from None
        return None
    except asyncio.LimitOverrunError:
        raise BadHttpError from None
    start, *lines = raw[:-4].lstrip(b"\r\n").split(b"\r\n")
    headers = []
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not name or name != name.strip():
            raise BadHttpError
        headers.append((name, value.strip()))
    return Head(start, headers)


def request_framing(head: Head) -> Framing:
    """Return how the body of a request ends."""
    if head.says(b"transfer-encoding", b"chunked"):
        return "chunked"
    length = _length(head)
    return "none" if length is None else length


def answer_framing(head: Head, method: bytes) -> Framing:
    """Return how the body of an answer to `method` ends."""
    if method == b"HEAD" or head.status in (204, 304) or head.status < 200:
        return "none"
    if head.says(b"transfer-encoding", b"chunked"):
        return "chunked"
    length = _length(head)
    return "close" if length is None else length


async def pieces(reader: asyncio.StreamReader, framing: Framing) -> AsyncIterator[bytes]:
    """Yield a body as it comes, never much of it at once."""
    if framing == "none":
        return
    if isinstance(framing, int):
        async for part in _counted(reader, framing):
            yield part
    elif framing == "close":
        while part := await reader.read(PIECE):
            yield part
    else:
        while size := await _chunk_size(reader):
            async for part in _counted(reader, size):
                yield part
            await _line(reader)
        while await _line(reader):
            pass


def chunk(part: bytes) -> bytes:
    """Return a piece as one chunk."""
    return b"%x\r\n%b\r\n" % (len(part), part)


async def _counted(reader: asyncio.StreamReader, size: int) -> AsyncIterator[bytes]:
    while size:
        part = await reader.read(min(size, PIECE))
        if not part:
            raise CutShortError
        size -= len(part)
        yield part


async def _chunk_size(reader: asyncio.StreamReader) -> int:
    text = (await _line(reader)).partition(b";")[0].strip()
    try:
        size = int(text, 16)
    except ValueError:
        raise BadHttpError from None
    if size < 0:
        raise BadHttpError
    return size


async def _line(reader: asyncio.StreamReader) -> bytes:
    try:
        return (await reader.readuntil(b"\r\n"))[:-2]
    except asyncio.IncompleteReadError:
        raise CutShortError from None
    except asyncio.LimitOverrunError:
        raise BadHttpError from None


def _length(head: Head) -> int | None:
    value = head.get(b"content-length")
    if value is None:
        return None
    if not value.isdigit():
        raise BadHttpError
    return int(value)
