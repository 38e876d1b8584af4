"""Runs whose queries are scattered through the file: brought together on disk, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from steelyard.errors import DataError
from steelyard.retrieval.fields import Fields, split
from steelyard.retrieval.files import Source
from steelyard.retrieval.malformed import refuse_lines, refuse_numbers
from steelyard.retrieval.numbers import read_numbers
from steelyard.retrieval.stream import Chunk, make_chunk
from steelyard.retrieval.words import Ints, Text, Words, same_fields, spread

_PART = 1 << 20  # bytes of a part: what is sorted stays in the cache
_MOST = 256  # parts, for as many files are open at once
_NEWLINE = 10
_TOP = np.uint64(48)  # shifts all but the first 16 bits away


def gathered(source: Source) -> Iterator[Chunk]:
    """Yield the run in chunks in each of which every query's lines are together.

    Each line goes to the part that its query's hash names, so that a query is in one part only;
    then the lines of each part are taken query by query, in the order they stood in the file.
    """
    with TemporaryDirectory(prefix="steelyard-") as folder:
        for path in _distribute(source, Path(folder)):
            text, fields = _fields(source, path.read_bytes(), 0)
            path.unlink()
            if len(fields.lines):
                yield _chunk(source, text, fields.take(_by_query(text, fields)))


def _chunk(source: Source, text: Text, fields: Fields) -> Chunk:
    try:
        return make_chunk(source, text, fields)
    except DataError:  # places in a part are not places in the file
        _refuse_in_place(source)
        raise


def _refuse_in_place(source: Source) -> None:
    """Read the file as it stands up to the first value that is no number."""
    done = 0
    for block in source.blocks():
        text, fields = _fields(source, block, done)
        if len(wrong := read_numbers(text, *fields.value, cut=True).wrong):
            refuse_numbers(source, text, fields, wrong, done)
        done += len(block)


def _distribute(source: Source, folder: Path) -> list[Path]:
    count = min(_MOST, _size(source) // _PART + 1)
    paths = [folder / str(number) for number in range(count)]
    done = 0
    with ExitStack() as stack:
        files = [stack.enter_context(path.open("wb", buffering=0)) for path in paths]
        for block in source.blocks():
            text, fields = _fields(source, block, done)
            part = (_hashes(text, fields) >> np.uint64(40)) % np.uint64(count)
            order = np.argsort(part.astype(np.uint16), kind="stable")
            lines, ends = _lines(text, fields, order)
            last = np.searchsorted(part[order], np.arange(count + 1, dtype=np.uint64))
            bounds = np.append(0, ends)[last].tolist()
            for file, (start, end) in zip(files, pairwise(bounds), strict=True):
                file.write(lines[start:end])
            done += len(block)
    return paths


def _size(source: Source) -> int:
    """Return about how many bytes the blocks have together."""
    plain = source.format in ("trec", "csv") and source.path.suffix != ".gz"
    return source.path.stat().st_size if plain else sum(map(len, source.blocks()))


def _by_query(text: Text, fields: Fields) -> Ints:
    """Return an order in which the lines of each query are together, as they stood."""
    hashes = _hashes(text, fields)
    short = (hashes >> _TOP).astype(np.uint16)
    order = np.argsort(short, kind="stable")  # 16 bits are sorted by radix, in linear time
    if np.count_nonzero(np.diff(hashes[order])) != np.count_nonzero(np.diff(short[order])):
        order = np.argsort(hashes, kind="stable")  # two queries share those bits
    starts, lengths = fields.query
    equal = np.flatnonzero(np.diff(hashes[order]) == 0)
    here, next_ = order[equal], order[equal + 1]
    same = same_fields((text, starts[here], lengths[here]), (text, starts[next_], lengths[next_]))
    if same.all():
        return order
    # Two queries share a hash: tell them apart by their ids.
    cells = zip(starts.tolist(), lengths.tolist(), strict=True)
    ids = [text.field(*cell) for cell in cells]
    return np.array(sorted(range(len(ids)), key=ids.__getitem__), np.int64)


def _hashes(text: Text, fields: Fields) -> Words:
    return spread(text.hashes(*fields.query), np.zeros(1, np.uint64))


def _fields(source: Source, block: bytes, done: int) -> tuple[Text, Fields]:
    text = Text(block)
    fields = split(text, source.layout)
    if isinstance(fields, list):
        refuse_lines(source, fields, done)
    return text, fields


def _lines(text: Text, fields: Fields, order: Ints) -> tuple[memoryview, Ints]:
    """Return the lines in that order, each with its line end, and where each of them ends."""
    starts, ends = fields.lines[order], fields.ends[order]
    if (text.codes[ends] != _NEWLINE).any():  # something follows the last field
        newlines = np.flatnonzero(text.codes == _NEWLINE)
        ends = newlines[np.searchsorted(newlines, ends)]
    lengths = ends + 1 - starts
    ends = np.cumsum(lengths)
    places = np.arange(ends[-1] if len(ends) else 0)
    places += np.repeat(starts - (ends - lengths), lengths)
    return text.codes[places].data, ends
