"""Which encoding a text file is in, judged from its first bytes, and what is not text at all."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from steelyard.errors import DataError, PlanError
from steelyard.i18n import t

PREFIX_BYTES = 256 * 1024

GZIP = b"\x1f\x8b"
_MAGIC = (
    (b"PK\x03\x04", "magic_zip"),
    (b"PAR1", "magic_parquet"),
    (b"\xd0\xcf\x11\xe0", "magic_ole"),
    (b"%PDF", "magic_pdf"),
    (b"SQLite format 3\0", "magic_sqlite"),
    (b"ARROW1", "magic_arrow"),
)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Encoding(NamedTuple):
    """An encoding, whether it is a guess, and the bytes of the mark before the text."""

    name: str
    guessed: bool
    mark: int = 0


def sniff(prefix: bytes, *, file: str, named: str | None = None) -> Encoding:
    """Judge the encoding of a file that begins with `prefix`.

    A byte order mark decides; then UTF-8 unless most lines that are not ASCII cannot be UTF-8 and
    all of them can be GB18030. `named` is what the user says, and is believed.
    """
    refuse_binary(prefix, file=file)
    for mark, name in _BOMS:
        if prefix.startswith(mark):
            return Encoding(name, False, len(mark) if name == "utf-8" else 0)
    if named is not None:
        return Encoding(_known(named), False)
    if (nul := prefix.find(0)) >= 0:
        message = t("cases.nul_file", file=file, offset=nul)
        raise DataError(message, hint=t("cases.nul_file_hint"))
    return Encoding("utf-8" if _looks_utf8(prefix) else "gb18030", True)


def refuse_binary(prefix: bytes, *, file: str) -> None:
    """Raise when the first bytes are those of a file that is not text."""
    for magic, key in _MAGIC:
        if prefix.startswith(magic):
            kind = t(f"cases.{key}")
            raise DataError(
                t("cases.not_text", file=file, kind=kind), hint=t("cases.not_text_hint")
            )


def is_utf8(line: bytes) -> bool:
    """Whether `line` is whole UTF-8."""
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _known(name: str) -> str:
    try:
        b"a".decode(name)  # refuses what codecs.lookup accepts but is no text encoding, like hex
    except UnicodeDecodeError:
        pass  # half a character of UTF-16
    except (LookupError, ValueError):  # the latter for a null in it, and for `undefined`
        message = t("cases.unknown_encoding", name=name)
        raise PlanError(message, hint=t("cases.unknown_encoding_hint")) from None
    return codecs.lookup(name).name


def _looks_utf8(prefix: bytes) -> bool:
    lines = prefix.split(b"\n")
    if len(prefix) >= PREFIX_BYTES and len(lines) > 1:
        lines.pop()  # most likely cut in the middle
    wide = [line for line in lines if not line.isascii()]
    good = sum(_is_utf8_start(line) for line in wide)
    if good * 2 >= len(wide):
        return True
    return not all(_is_gb18030(line) for line in wide)


def _is_utf8_start(line: bytes) -> bool:
    """Like is_utf8, but a character cut off at the very end is fine."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(line, final=len(line) < PREFIX_BYTES)
    except UnicodeDecodeError:
        return False
    return True


def _is_gb18030(line: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("gb18030")()
    try:
        decoder.decode(line, final=False)
    except UnicodeDecodeError:
        return False
    return True
