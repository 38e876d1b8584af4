"""Checksums of a run's files, so that a changed byte is reported instead of used.

A JSON file carries its own: the last member, `crc32`, is the CRC-32 of all bytes before it, as in
the lines of the journal. Files that are written once have theirs in the manifest.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import crc32

import orjson

from steelyard.i18n import t

_MEMBER = "crc32"
_END = b"\n}"
_CHUNK = 1 << 20


def dump_json(values: dict[str, Any]) -> bytes:
    """Return values as JSON that ends in its checksum."""
    content = orjson.dumps(values, option=orjson.OPT_INDENT_2)
    body = content.removesuffix(_END)
    return body + _tail(body)


def load_json(content: bytes) -> Any:
    """Return what `dump_json` was given; files of release 0.1 have no checksum to compare.

    Raises:
        ValueError: it is no JSON, or bytes of it changed.
    """
    values = orjson.loads(content)
    if not isinstance(values, dict) or values.pop(_MEMBER, None) is None:
        return values
    size = len(_tail(b""))
    if content[-size:] != _tail(content[:-size]):
        raise ValueError(t("bundle.checksum_differs"))
    return values


def checksum_of_file(path: Path) -> str:
    """Return the CRC-32 of a file, without holding it."""
    found = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            found = crc32(chunk, found)
    return f"{found:08x}"


def _tail(body: bytes) -> bytes:
    return b',\n  "%s": "%08x"%s' % (_MEMBER.encode(), crc32(body), _END)
