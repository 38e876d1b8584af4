"""A run file as chunks of whole queries, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from steelyard.retrieval.fields import Fields, split
from steelyard.retrieval.files import Source
from steelyard.retrieval.judgements import Column
from steelyard.retrieval.malformed import refuse_lines, refuse_numbers
from steelyard.retrieval.numbers import read_numbers, settle
from steelyard.retrieval.order import Floats, Lines
from steelyard.retrieval.words import PAD, Ints, Text

# Scores cut after 15 digits are off by less than this part of them, unless they begin with zeros.
_CUT_PART, _CUT_LEAST = 1e-13, 1e-12
_WINDOW = 1 << 11  # lines looked at first for the start of the last query


class Chunk(NamedTuple):
    """Consecutive lines, cut where the query changes; `queries` has one id per stretch."""

    queries: list[bytes]
    lines: Lines


def chunks(source: Source) -> Iterator[Chunk]:
    """Yield the run in chunks that end where a query does.

    A query may be larger than a block; then the chunk grows until its end is found.

    Raises:
        DataError: a line is malformed or a score is not a number.
    """
    blocks = source.blocks()
    held, done = b"", 0
    while True:
        fresh = _gather(blocks, max(1, len(held)))
        if not (held or fresh):
            return
        text = Text(held, *fresh)
        fields = split(text, source.layout)
        if isinstance(fields, list):
            refuse_lines(source, fields, done)
        end = len(text.bytes) - len(PAD)
        if fresh and len(fields.lines):
            # The last query may go on in the next block.
            last = _last_query(text, fields)
            if last == 0:
                held = text.bytes[len(PAD) : end]
                continue
            end = int(fields.lines[last])
            fields = fields.take(slice(last))
        if len(fields.lines):
            yield make_chunk(source, text, fields, done)
        held = text.bytes[end : -len(PAD)]
        done += end - len(PAD)
        if not fresh:
            return


def _gather(blocks: Iterator[bytes], size: int) -> list[bytes]:
    """Return blocks of at least `size` bytes together; none at the end of the file."""
    found, total = [], 0
    for block in blocks:
        found.append(block)
        total += len(block)
        if total >= size:
            break
    return found


def _last_query(text: Text, fields: Fields) -> int:
    """Return the line at which the last query begins, looking no further back than needed."""
    size, window = len(fields.lines), _WINDOW
    while True:
        first = max(0, size - window)
        line = int(stretches(text, fields.take(slice(first, None)))[-1])
        if line or not first:
            return first + line
        window *= 4


def stretches(text: Text, fields: Fields) -> Ints:
    """Return the lines at which the query differs from the line before."""
    starts, lengths = fields.query
    differs = np.ones(len(starts), np.bool_)
    differs[1:] = lengths[1:] != lengths[:-1]
    for word in text.words(starts, lengths):
        differs[1:] |= word[1:] != word[:-1]
    return np.flatnonzero(differs)


def make_chunk(source: Source, text: Text, fields: Fields, done: int = 0) -> Chunk:
    """Return the chunk of these lines; `done` bytes of the file stand before the text."""
    starts = stretches(text, fields)
    cells = zip(*(column.tolist() for column in fields.query.take(starts)), strict=True)
    queries = [text.field(*cell) for cell in cells]
    scores = _scores(source, text, fields, done)
    documents = Column(text, *fields.document)
    return Chunk(queries, Lines(starts, documents, -scores if source.layout.ranked else scores))


def _scores(source: Source, text: Text, fields: Fields, done: int) -> Floats:
    """Return the scores, exact wherever neighbours are too close to tell otherwise."""
    starts, lengths = fields.value
    values, cut, wrong = read_numbers(text, starts, lengths, cut=True)
    if len(wrong):
        refuse_numbers(source, text, fields, wrong, done)
    if cut.any():
        settle(text, starts, lengths, values, np.flatnonzero(cut & _close(values)))
    return values


def _close(values: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which values may be in another order with a neighbour than they seem."""
    sizes = np.abs(values)
    reach = np.maximum(sizes[1:], sizes[:-1]) * _CUT_PART + _CUT_LEAST
    near = values[:-1] - values[1:] <= reach
    close = np.zeros(len(values), np.bool_)
    close[1:] |= near
    close[:-1] |= near
    return close
