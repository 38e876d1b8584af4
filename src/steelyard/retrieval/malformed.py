"""What is wrong with a line: file, line number, what was found, what is allowed."""

from __future__ import annotations

from typing import NoReturn

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.retrieval.fields import BadLine, Fields
from steelyard.retrieval.files import Source
from steelyard.retrieval.words import Ints, Text

_SHOWN = 5
_WIDTH = 80


def refuse_lines(source: Source, bad: list[BadLine], done: int) -> NoReturn:
    """Raise for lines that do not have their fields; `done` bytes stand before the text."""
    first = _lines_before(source, done)
    wanted = t(f"retrieval.columns_{source.format}_{source.kind}", n=source.layout.columns)
    said = [
        t(
            "retrieval.line_found",
            place=source.place(first + line.number),
            found=_shown(line.content),
            fields=line.fields,
        )
        for line in bad
    ]
    raise DataError("\n".join(said), hint=wanted)


def refuse_numbers(source: Source, text: Text, fields: Fields, rows: Ints, done: int) -> NoReturn:
    """Raise for values that are not numbers; `done` bytes stand before the text."""
    starts, lengths = fields.value
    said = [
        t(
            "retrieval.not_number",
            place=place_of(source, text, int(fields.lines[row]), done),
            found=_shown(text.field(int(starts[row]), int(lengths[row]))),
        )
        for row in rows[:_SHOWN].tolist()
    ]
    raise DataError("\n".join(said))


def place_of(source: Source, text: Text, offset: int, done: int) -> str:
    """Return the place of the line at an offset of a text with `done` bytes before it."""
    return source.place(_lines_before(source, done) + text.bytes.count(b"\n", 0, offset))


def _lines_before(source: Source, done: int) -> int:
    """Count lines by reading again: only a file with an error pays for line numbers."""
    lines = 0
    for block in source.blocks():
        if done <= 0:
            break
        lines += block.count(b"\n", 0, done)
        done -= len(block)
    return lines


def _shown(content: bytes) -> str:
    text = content.decode("utf-8", "replace")
    return repr(text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…")
