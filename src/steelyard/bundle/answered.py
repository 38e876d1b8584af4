"""Asks with their replies as they lie on disk, in shards that are made into rows apart.

They stay bytes until rows are made of them: whoever cuts shards reads hardly any JSON, and what
travels to another process is as small as it is on disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import orjson

from steelyard.bundle.results import PART_ROWS
from steelyard.bundle.rows import RowMaker
from steelyard.model import clean_case

_SHARD_BYTES = 20_000_000  # so that a shard with its scores is mostly one part of the table


class Answered(NamedTuple):
    """One ask and its replies.

    Attributes:
        ask: its line of the asks.
        replies: which repeat it is, and its line of the journal.
    """

    ask: bytes
    replies: list[tuple[int, bytes]]

    @property
    def size(self) -> int:
        """Bytes of its rows, before there are scores."""
        return sum(len(self.ask) + len(reply) for _, reply in self.replies)

    @property
    def case(self) -> str | None:
        """The case it belongs to."""
        return clean_case(orjson.loads(self.ask))


Shard: TypeAlias = list[Answered]


def cut_shards(answered: Iterable[Answered], *, of_cases: bool) -> Iterator[Shard]:
    """Yield shards of about a part's size, in order; with `of_cases` none ends within a case."""
    shard: Shard = []
    rows = size = 0
    for one in answered:
        own = one.size
        full = rows + len(one.replies) > PART_ROWS or size + own > _SHARD_BYTES
        if shard and full and not (of_cases and one.case == shard[-1].case):
            yield shard
            shard, rows, size = [], 0, 0
        shard.append(one)
        rows += len(one.replies)
        size += own
    if shard:
        yield shard


def rows_of(answered: Iterable[Answered], maker: RowMaker) -> Iterator[dict[str, Any]]:
    """Yield the results row of every reply, in order."""
    for one in answered:
        ask = orjson.loads(one.ask)
        for epoch, reply in one.replies:
            yield maker.row(ask, epoch, orjson.loads(reply))
