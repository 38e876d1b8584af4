"""Number of rows of a Parquet file, read from its footer wherever the file is."""

from __future__ import annotations

from typing import IO


def parquet_rows(file: IO[bytes]) -> int:
    """Return the number of rows of a Parquet file.

    Raises:
        ValueError, IndexError: it is none.
    """
    file.seek(-8, 2)
    size = int.from_bytes(file.read(4), "little")
    file.seek(-8 - size, 2)
    data = file.read(size)
    at = number = 0
    while True:  # fields of a Thrift struct; the third one is the number of rows
        head, at = data[at], at + 1
        number += head >> 4
        if number == 3:
            return _varint(data, at)[0] >> 1
        at = _skip(data, at, head & 15)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def _skip(data: bytes, at: int, kind: int) -> int:
    """Return where a value of Thrift's compact protocol ends."""
    if kind == 12:  # struct
        while head := data[at]:
            at = _skip(data, at + 1 if head >> 4 else _varint(data, at + 1)[1], head & 15)
        return at + 1
    if kind in (8, 9, 10):  # text, list, set
        size, at = _varint(data, at) if kind == 8 else (data[at] >> 4, at + 1)
        if kind == 8:
            return at + size
        kind = data[at - 1] & 15
        size, at = _varint(data, at) if size == 15 else (size, at)
        for _ in range(size):
            at = _skip(data, at, kind)
        return at
    return _varint(data, at)[1] if kind in (4, 5, 6) else at + {3: 1, 7: 8}.get(kind, 0)
