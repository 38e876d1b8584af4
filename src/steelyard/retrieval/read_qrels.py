"""Read a file of judgements."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.retrieval.fields import Fields, split
from steelyard.retrieval.files import Source, open_source
from steelyard.retrieval.judgements import Column, Judgements
from steelyard.retrieval.malformed import place_of, refuse_lines, refuse_numbers
from steelyard.retrieval.measures import HIGHEST
from steelyard.retrieval.numbers import read_numbers
from steelyard.retrieval.order import Floats
from steelyard.retrieval.stream import stretches
from steelyard.retrieval.words import Ints, Text, Words


class _Part(NamedTuple):
    """What is kept of a block of lines."""

    query: Ints
    starts: Ints
    lengths: Ints
    grades: Floats
    keys: Words


def read_qrels(path: Path) -> Judgements:
    """Read the judgements of every query.

    Raises:
        DataError: a line is malformed, a grade is not a number up to 10 (below 0 means: not judged
            after all), or a document is judged twice with different grades.
    """
    source = open_source(path, "qrels")
    numbers: dict[bytes, int] = {}
    blocks: list[bytes] = []
    parts: list[_Part] = []
    done = 0
    for block in source.blocks():
        parts.append(_part(source, block, done, numbers))
        blocks.append(block)
        done += len(block)
    if not numbers:
        raise DataError(t("retrieval.empty", path=path))
    whole = _Part(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    parts.clear()  # millions of judgements need not be in memory twice
    query, starts, lengths, grades, keys = whole
    documents = Column(Text(*blocks), starts, lengths)
    blocks.clear()
    kept = _once(source, whole, documents)
    if kept is not None:
        query, grades, keys = query[kept], grades[kept], keys[kept]
        documents = documents.take(kept)
    return Judgements(list(numbers), query, documents, grades, keys)


def _part(source: Source, block: bytes, done: int, numbers: dict[bytes, int]) -> _Part:
    text = Text(block)
    fields = split(text, source.layout)
    if isinstance(fields, list):
        refuse_lines(source, fields, done)
    grades = _grades(source, text, fields, done)
    query = _queries(text, fields, numbers)
    documents = Column(text, *fields.document)
    keys = Judgements.keys(documents, query)
    return _Part(query, documents.starts + done, documents.lengths, grades, keys)


def _grades(source: Source, text: Text, fields: Fields, done: int) -> Floats:
    starts, lengths = fields.value
    values, _, wrong = read_numbers(text, starts, lengths)
    if len(wrong):
        refuse_numbers(source, text, fields, wrong, done)
    high = np.flatnonzero(values > HIGHEST)
    if len(high):
        row = int(high[0])
        place = place_of(source, text, int(fields.lines[row]), done)
        raise DataError(t("retrieval.grade_range", place=place, found=f"{values[row]:g}"))
    return values


def _queries(text: Text, fields: Fields, numbers: dict[bytes, int]) -> Ints:
    """Return the number of each line's query; ids are numbered as they first appear."""
    firsts = stretches(text, fields)
    starts, lengths = (column.tolist() for column in fields.query.take(firsts))
    cells = zip(starts, lengths, strict=True)
    found = [numbers.setdefault(text.field(*cell), len(numbers)) for cell in cells]
    counts = np.diff(firsts, append=len(fields.lines))
    return np.repeat(np.array(found, np.int32), counts)


def _once(source: Source, part: _Part, documents: Column) -> Ints | None:
    """Return the lines to keep, so that each judgement is there once; None for all."""
    order = np.argsort(part.keys, kind="stable")
    ordered = part.keys[order]
    equal = np.flatnonzero(ordered[1:] == ordered[:-1])
    if not len(equal):
        return None
    kept = np.ones(len(order), np.bool_)
    firsts: dict[tuple[int, bytes], int] = {}
    for line in np.unique(np.concatenate((order[equal], order[equal + 1]))).tolist():
        document = documents.text.field(int(part.starts[line]), int(part.lengths[line]))
        first = firsts.setdefault((int(part.query[line]), document), line)
        kept[line] = line == first
        if part.grades[line] != part.grades[first]:
            here, there = (
                place_of(source, documents.text, int(part.starts[at]), 0) for at in (line, first)
            )
            grades = f"{part.grades[first]:g} ≠ {part.grades[line]:g}"
            name = document.decode("utf-8", "replace")
            raise DataError(
                t("retrieval.judged_twice", place=here, document=name, grades=grades, first=there)
            )
    return np.flatnonzero(kept)
