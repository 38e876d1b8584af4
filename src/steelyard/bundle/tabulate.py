"""From asks and replies to the results table, shard by shard; where that is done is the caller's.

Shards are sent as they lie on disk and come back as Parquet: joining, scoring and packing are done
together, and only this process writes the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple

from steelyard.bundle.answered import Shard, rows_of
from steelyard.bundle.atomic import sync_directory
from steelyard.bundle.checksums import checksum_of_file
from steelyard.bundle.results import enriched, keep_part, new_directory, part_name, write_parts
from steelyard.bundle.rows import RowMaker
from steelyard.bundle.scores import Found, Scores
from steelyard.bundle.scratch import scratch
from steelyard.model import Spread, here


def tabulate_shards(
    directory: Path,
    shards: Iterable[Shard],
    maker: RowMaker,
    scores: Scores[Found],
    spread: Spread = here,
) -> list[str]:
    """Write the scored table of the shards' rows; `maker` and `scores` count what was found.

    Returns:
        The checksum of each part.
    """
    new_directory(directory)
    work = Tabulate(maker.fresh(), scores.fresh(), directory)
    checksums: list[str] = []
    for done in spread(work, shards):
        for content in done.parts:
            checksums.append(keep_part(directory, len(checksums), content))
        maker.absorb(done.maker)
        scores.absorb(done.found)
    if not checksums:
        write_parts(directory, (), scores.writes)
        checksums.append(checksum_of_file(directory / part_name(0)))
    sync_directory(directory)
    return checksums


class Tabulated(NamedTuple, Generic[Found]):
    """The parts made of one shard, and what was counted on the way."""

    parts: list[bytes]
    maker: RowMaker
    found: Found


@dataclass(frozen=True)
class Tabulate(Generic[Found]):
    """A shard to its parts of the table, which are mostly one."""

    maker: RowMaker
    scores: Scores[Found]
    directory: Path

    def __call__(self, shard: Shard) -> Tabulated[Found]:
        """Join, score and pack the rows of one shard."""
        maker, scores = self.maker.fresh(), self.scores.fresh()
        rows = enriched(rows_of(shard, maker), scores.enrich)
        count = sum(len(one.replies) for one in shard)
        with scratch(self.directory) as own:
            write_parts(own / "parts", rows, scores.writes, part_rows=count)
            parts = [path.read_bytes() for path in sorted((own / "parts").glob("*.parquet"))]
        return Tabulated(parts, maker, scores.found)
