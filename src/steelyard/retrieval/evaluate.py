"""`evaluate_run`: every measure of every query of one run file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from steelyard.errors import DataError
from steelyard.i18n import t
from steelyard.retrieval.duplicates import repeated
from steelyard.retrieval.files import open_source
from steelyard.retrieval.judgements import Judgements
from steelyard.retrieval.measures import Hits, Rules, measure
from steelyard.retrieval.order import Floats, Lines, Ties, places
from steelyard.retrieval.stream import Chunk, chunks
from steelyard.retrieval.words import Ints


@dataclass(frozen=True)
class RunScores:
    """What came out of a run.

    Attributes:
        name: the file's name.
        values: every measure, one value per query of the judgements; NaN where undefined.
        retrieved: how many documents each query got; 0 where the run does not have it.
        unjudged_queries: queries of the run that have no judgements.
        repeated_documents: lines left out because their query lists the document higher up.
        ties: how ties were broken.
        scattered: whether a query's lines were not all together.
    """

    name: str
    values: dict[str, Floats]
    retrieved: Ints
    unjudged_queries: int
    repeated_documents: int
    ties: Ties
    scattered: bool


def evaluate_run(
    path: Path, judgements: Judgements, rules: Rules, ties: Ties | None = None
) -> RunScores:
    """Evaluate a run file against judgements.

    Args:
        path: the run.
        judgements: graded documents of every query.
        rules: cutoffs, threshold, gain.
        ties: None takes `trec` for TREC files and `position` for the others.

    Raises:
        DataError: the file cannot be read, has a malformed line, or none of its queries is judged.
    """
    source = open_source(path, "run")
    ties = ties or ("trec" if source.format == "trec" else "position")
    tally = _Tally(judgements, ties)
    scattered = not tally.add_all(chunks(source))
    if scattered:
        from steelyard.retrieval.scattered import gathered  # rare, and slow to load

        tally = _Tally(judgements, ties)
        tally.add_all(gathered(source))
    if not tally.seen:
        raise DataError(t("retrieval.empty", path=path))
    if tally.unjudged_queries == len(tally.seen):
        raise DataError(_strangers(path, tally.seen, judgements))
    values = measure(tally.hits(), judgements.pool, tally.retrieved, rules)
    return RunScores(
        path.name,
        values,
        tally.retrieved,
        tally.unjudged_queries,
        tally.repeated_documents,
        ties,
        scattered,
    )


def _strangers(path: Path, queries: set[bytes], judgements: Judgements) -> str:
    ours, theirs = (ids.decode("utf-8", "replace") for ids in (min(queries), judgements.queries[0]))
    return t("retrieval.strangers", path=path, n=len(queries), found=ours, judged=theirs)


class _Tally:
    """The judged documents found so far."""

    def __init__(self, judgements: Judgements, ties: Ties) -> None:
        self.seen: set[bytes] = set()
        self.retrieved = np.zeros(len(judgements.queries), np.int64)
        self.unjudged_queries = self.repeated_documents = 0
        self._judgements = judgements
        self._ties = ties
        self._found: list[Hits] = []

    def add_all(self, parts: Iterable[Chunk]) -> bool:
        """Take in a whole file; False, at once, when a query comes a second time."""
        for chunk in parts:
            before = len(self.seen)
            self.seen.update(chunk.queries)
            if len(self.seen) != before + len(chunk.queries):
                return False
            self._add(chunk)
        return True

    def hits(self) -> Hits:
        """Return everything found, by query and rank."""
        if not self._found:
            empty = np.empty(0, np.int64)
            return Hits(empty, empty, np.empty(0))
        query, rank, grade = (np.concatenate(parts) for parts in zip(*self._found, strict=True))
        order = np.lexsort((rank, query))
        return Hits(query[order], rank[order], grade[order])

    def _add(self, chunk: Chunk) -> None:
        known = self._judgements.numbers
        numbers = np.array([known.get(query, -1) for query in chunk.queries], np.int64)
        judged = numbers >= 0
        self.unjudged_queries += int(len(judged) - judged.sum())
        if not judged.any():
            return
        lines = chunk.lines if judged.all() else _only(chunk.lines, judged)
        numbers = numbers[judged]
        counts = lines.counts
        query = np.repeat(numbers, counts)
        keys = self._judgements.keys(lines.documents, numbers, counts)
        found = self._judgements.find(keys, query, lines.documents)
        dropped, rank = _ranks(lines, self._ties, repeated(keys, lines.documents), found.lines)
        kept = rank > 0
        self._found.append(Hits(query[found.lines[kept]], rank[kept], found.grades[kept]))
        self.retrieved[numbers] += counts
        if len(dropped):
            np.subtract.at(self.retrieved, query[dropped], 1)
            self.repeated_documents += len(dropped)


def _only(lines: Lines, judged: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Lines:
    counts = lines.counts
    kept = np.flatnonzero(np.repeat(judged, counts))
    starts = np.cumsum(counts[judged]) - counts[judged]
    return Lines(starts, lines.documents.take(kept), lines.scores[kept])


def _ranks(lines: Lines, ties: Ties, groups: list[list[int]], wanted: Ints) -> tuple[Ints, Ints]:
    """Return the lines that repeat a document, and the ranks of the wanted lines (0: repeated)."""
    place = places(lines, ties)
    if place is None and not groups:
        start = lines.starts[np.searchsorted(lines.starts, wanted, side="right") - 1]
        return np.empty(0, np.int64), wanted - start + 1
    starts = np.repeat(lines.starts, lines.counts)
    if place is None:
        place = np.arange(len(starts)) - starts
    if not groups:
        return np.empty(0, np.int64), place[wanted] + 1
    losers = [sorted(group, key=lambda line: place[line])[1:] for group in groups]
    dropped = np.array([line for group in losers for line in group], np.int64)
    gone = np.zeros(len(starts) + 1, np.int64)
    gone[starts[dropped] + place[dropped] + 1] = 1
    above = np.cumsum(gone)  # dropped lines before each place, over all queries
    rank = place + 1 - (above[starts + place] - above[starts])
    rank[dropped] = 0
    return dropped, rank[wanted]
