"""Files of other tools, read in bounded memory: JSON lines with their places, whole documents."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from steelyard.errors import DataError
from steelyard.i18n import t

LONGEST_LINE = 256 << 20
"""Bytes one line, or one document read whole, may have."""
_MARK = b"\xef\xbb\xbf"
_CHUNK = 1 << 20


def json_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (place, object) for every line that is not blank.

    Raises:
        DataError: a line is too long, not JSON, or no object; the message says which.
    """
    with opened(path) as file:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            place = t("imports.line", file=path, n=number)
            if len(line) > LONGEST_LINE:
                raise DataError(t("imports.too_long", place=place, limit=LONGEST_LINE >> 20))
            line = line.removeprefix(_MARK) if number == 1 else line
            if line.strip():
                yield place, parse_object(line, place)


def json_document(path: Path) -> Any:
    """Return the JSON value that a file holds."""
    size = path.stat().st_size if path.exists() else 0
    if size > LONGEST_LINE:
        raise DataError(t("imports.too_long", place=path, limit=LONGEST_LINE >> 20))
    with opened(path) as file:
        return parse(file.read().removeprefix(_MARK), str(path))


def parse_object(data: bytes, place: str) -> dict[str, Any]:
    """Return the JSON object in `data`, or raise with its place."""
    value = parse(data, place)
    if not isinstance(value, dict):
        raise DataError(t("imports.not_object", place=place, found=type(value).__name__))
    return value


def parse(data: bytes, place: str) -> Any:
    """Return the JSON value in `data`, or raise with its place.

    Python tools write NaN and Infinity, which JSON does not have: they are read as missing.
    """
    if not data.strip():
        raise DataError(t("imports.empty", place=place))
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        return _forgiving(data, place, error)


def opened(path: Path) -> BinaryIO:
    """Open a file, or say why it cannot be."""
    try:
        return path.open("rb")
    except OSError as error:
        problem = error.strerror or error
        raise DataError(t("imports.cannot_open", file=path, problem=problem)) from None


def head(path: Path, size: int = 1 << 16) -> bytes:
    """Return the beginning of a file for a look at its format; nothing if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(size).removeprefix(_MARK)
    except OSError:
        return b""


def first_object(path: Path) -> dict[str, Any]:
    """Return the object on the first line of a file, for sniffing; empty when there is none."""
    size = LONGEST_LINE if path.suffix == ".jsonl" else _CHUNK
    try:
        value = parse(_first_line(path, size), str(path))
    except DataError:
        return {}
    return value if isinstance(value, dict) else {}


def _first_line(path: Path, size: int) -> bytes:
    """Return the first line that is not blank, up to `size` bytes of it."""
    try:
        with path.open("rb") as file:
            for line in iter(lambda: file.readline(size), b""):
                if text := line.removeprefix(_MARK).strip():
                    return text
    except OSError:
        pass
    return b""


def looks_gb18030(data: bytes) -> bool:
    """Whether the beginning of a file is text, in GB18030 and not in UTF-8."""
    return b"\0" not in data and not _reads(data, "utf-8") and _reads(data, "gb18030")


def _reads(data: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(data)
    except UnicodeDecodeError:
        return False
    return True


def sha256(path: Path) -> str:
    """Return the checksum of a file."""
    digest = hashlib.sha256()
    with opened(path) as file:
        while piece := file.read(_CHUNK):
            digest.update(piece)
    return digest.hexdigest()


def _forgiving(data: bytes, place: str, error: orjson.JSONDecodeError) -> Any:
    import json

    if b"NaN" in data or b"Infinity" in data:
        try:
            return json.loads(data, parse_constant=lambda _: None)
        except (ValueError, RecursionError):
            pass
    if looks_gb18030(data):
        raise DataError(t("imports.gb18030", place=place)) from None
    raise DataError(t("imports.not_json", place=place, problem=error)) from None
