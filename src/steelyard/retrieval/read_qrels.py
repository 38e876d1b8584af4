"""Read a file of judgements."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.retrieval.duplicates import repeated
from steelyard.retrieval.fields import Fields, split
from steelyard.retrieval.files import Source, open_source
from steelyard.retrieval.judgements import Column, Judgements
from steelyard.retrieval.malformed import line_of, refuse_lines, refuse_numbers
from steelyard.retrieval.measures import HIGHEST
from steelyard.retrieval.numbers import read_numbers
from steelyard.retrieval.order import Floats
from steelyard.retrieval.stream import stretches
from steelyard.retrieval.words import Ints, Text


def read_qrels(path: Path) -> Judgements:
    """Read the judgements of every query.

    Raises:
        DataError: a line is malformed, a grade is not a number up to 10 (below 0 means: not judged
            after all), or a document is judged twice with different grades.
    """
    source = open_source(path, "qrels")
    text = Text(b"".join(source.blocks()))
    fields = split(text, source.layout)
    if isinstance(fields, list):
        refuse_lines(source, fields, 0)
    if not len(fields.starts):
        raise DataError(t("retrieval.empty", path=path))
    grades = _grades(source, text, fields)
    queries, query = _queries(text, fields, source.layout.query)
    documents = Column(text, *fields.column(source.layout.document))
    kept = _once(source, fields, documents, query, grades)
    return Judgements(queries, query[kept], documents.take(kept), grades[kept])


def _grades(source: Source, text: Text, fields: Fields) -> Floats:
    starts, lengths = fields.column(source.layout.value)
    values, _, wrong = read_numbers(text, starts, lengths)
    if len(wrong):
        refuse_numbers(source, text, fields, wrong, 0)
    high = np.flatnonzero(values > HIGHEST)
    if len(high):
        row = int(high[0])
        place = source.place(line_of(text, int(fields.starts[row, 0])))
        raise DataError(t("retrieval.grade_range", place=place, found=f"{values[row]:g}"))
    return values


def _queries(text: Text, fields: Fields, column: int) -> tuple[list[bytes], Ints]:
    """Return the ids in the order they first appear, and the number of each line's."""
    firsts = stretches(text, fields, column)
    starts, lengths = (cells[firsts].tolist() for cells in fields.column(column))
    numbers: dict[bytes, int] = {}
    cells = zip(starts, lengths, strict=True)
    found = [numbers.setdefault(text.field(*cell), len(numbers)) for cell in cells]
    counts = np.diff(firsts, append=len(fields.starts))
    return list(numbers), np.repeat(np.array(found, np.int64), counts)


def _once(source: Source, fields: Fields, documents: Column, query: Ints, grades: Floats) -> Ints:
    """Return the lines to keep: each judgement once."""
    kept = np.ones(len(query), np.bool_)
    for lines in repeated(Judgements.keys(documents, query), documents):
        same = [line for line in lines if query[line] == query[lines[0]]]
        first, *others = sorted(same)
        for line in others:
            if grades[line] != grades[first]:
                places = [
                    source.place(line_of(documents.text, int(fields.starts[at, 0])))
                    for at in (first, line)
                ]
                values = [f"{grades[at]:g}" for at in (first, line)]
                found = documents.text.field(
                    int(documents.starts[line]), int(documents.lengths[line])
                ).decode("utf-8", "replace")
                raise DataError(
                    t("retrieval.judged_twice", place=places[1], document=found,
                      grades=" ≠ ".join(values), first=places[0])
                )  # fmt: skip
            kept[line] = False
    return np.flatnonzero(kept)
