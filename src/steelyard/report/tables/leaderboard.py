"""The tables of a leaderboard: ranking, parts, every two lines compared, the runs behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.headline import number_name
from steelyard.report.leaderboard.rows import parts_source, score_source
from steelyard.report.tables.table import (
    Cell,
    Chance,
    Column,
    Kind,
    Quantity,
    Span,
    Table,
    Tone,
    moment,
)
from steelyard.report.wording import words
from steelyard.scorecards.headline import OVERALL

if TYPE_CHECKING:
    from steelyard.analysis.leaderboard.content import Leaderboard, Line, Measure, Pair

_NONE = Span(None, None)


def leaderboard_tables(board: Leaderboard) -> list[Table]:
    """Return every table of the leaderboard."""
    return [_ranking(board), _parts(board), _pairs(board), _runs(board)]


def _ranking(board: Leaderboard) -> Table:
    columns = (
        *(_head("rank"), _head("run", "text"), _score(board), _head("interval", "span")),
        _head("source", "text"),
        *(_head("ranks", "span"), _head("p_first"), _head("letters", "text"), _head("coverage")),
        *(_head("bounds", "span"), _head("weights_first"), _head("notes", "aside")),
    )
    rows = [_ranked(board, line) for line in board.lines]
    return Table("ranking", words("tables.ranking"), columns, rows)


def _ranked(board: Leaderboard, line: Line) -> tuple[Cell, ...]:
    said = Words(" ".join(note.en for note in line.notes), "".join(note.zh for note in line.notes))
    return (
        line.rank,
        line.name,
        Quantity(line.score.value),
        Span(line.score.ci_low, line.score.ci_high),
        score_source(board, line),
        Span(line.rank_low, line.rank_high, "rank"),
        Quantity(line.p_first),
        line.group,
        Quantity(line.coverage),
        Span(line.lo, line.hi) if line.lo != line.hi else _NONE,
        Quantity(line.weights_p_first),
        said if line.notes else None,
    )


def _parts(board: Leaderboard) -> Table:
    columns = [_head("rank"), _head("run", "text")]
    for column in board.columns:
        columns += [Column(column.name), Column(column.name, "span")]
    for name in ("p50", "p95", "cost_per_ask"):
        columns += [_head(name), _head(name, "span")]
    columns.append(_head("front", "text"))
    rows = [(line.rank, line.name, *_measured(board, line)) for line in board.lines]
    return Table("parts", words("tables.parts"), columns, rows, note=parts_source(board))


def _measured(board: Leaderboard, line: Line) -> Iterator[Cell]:
    for column in board.columns:
        yield from _measure(line.columns.get(column.id), column.unit)
    yield from _measure(line.latency_p50, "s")
    yield from _measure(line.latency_p95, "s")
    yield from _measure(line.cost, "number")
    yield None if line.front is None else words("tables.yes" if line.front else "tables.no")


def _measure(found: Measure | None, unit: str) -> tuple[Cell, Cell]:
    if found is None:
        return None, _NONE
    return Quantity(found.value, unit), Span(found.ci_low, found.ci_high, unit)


def _pairs(board: Leaderboard) -> Table:
    columns = (
        *(_head("first", "text"), _head("second", "text"), _head("difference")),
        *(_head("interval", "span"), _head("p"), _head("p_adjusted"), _head("apart", "text")),
    )
    rows = [_pair(pair) for pair in board.pairs]
    return Table("pairs", words("tables.pairs"), columns, rows)


def _pair(pair: Pair) -> tuple[Cell, ...]:
    apart = None
    if pair.apart is not None:
        said = words("tables.yes" if pair.apart else "tables.no")
        apart = Tone(said, "good" if pair.apart else "calm")
    return (
        pair.first,
        pair.second,
        Quantity(pair.difference, signed=True),
        Span(pair.ci_low, pair.ci_high, signed=True),
        Chance(pair.p),
        Chance(pair.p_adjusted),
        apart,
    )


def _runs(board: Leaderboard) -> Table:
    columns = (
        *(_head("run", "text"), _head("name", "text"), _head("status", "text"), _head("rows_of")),
        *(_head("created_at", "text"), _head("id", "text"), _head("path", "long")),
    )
    rows = [
        (line.name, one.name, one.state, line.rows, moment(one.created_at), one.run_id, one.path)
        for line in board.lines
        for one in line.sources
    ]
    return Table("runs", words("tables.runs"), columns, rows)


def _score(board: Leaderboard) -> Column:
    overall = board.ranked_by == OVERALL
    return _head("overall") if overall else Column(number_name(board.ranked_by))


def _head(key: str, kind: Kind = "number") -> Column:
    return Column(words(f"tables.{key}"), kind)
