"""The tables of a leaderboard as cells of text, for every renderer that has rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from steelyard.i18n import pick
from steelyard.model import Words
from steelyard.report.headline import number_name
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    interval_text,
    significant,
    value_text,
)
from steelyard.report.sources import source_line, source_words
from steelyard.report.text import one_line
from steelyard.report.wording import words
from steelyard.scorecards.headline import OVERALL

if TYPE_CHECKING:
    from steelyard.analysis.leaderboard import Column, Leaderboard, Line, Measure


class Rows(NamedTuple):
    """Headings and rows, and where the numbers come from.

    The first two columns are rank and name, the others numbers.
    """

    headings: list[Words]
    rows: list[list[str]]
    source: Words | None = None


def ranking(board: Leaderboard) -> Rows:
    """Return who ranks where, and how sure that is."""
    covered = board.ranked_by == OVERALL
    last = ("interval", "ranks", "first", "same", *(["covered"] if covered else []), "asks")
    headings = [_heading("rank"), _heading("line"), score_name(board), *map(_heading, last)]
    rows = [_ranked(line, covered=covered) for line in board.lines]
    return Rows(headings, rows, ranking_source(board))


def ranking_source(board: Leaderboard) -> Words | None:
    """Return where the scores come from that lines are ranked by."""
    return source_line((_name(line), score_source(board, line)) for line in board.lines)


def score_source(board: Leaderboard, line: Line) -> Words:
    """Return where the number comes from that a line is ranked by."""
    return _source(line.score, made_of_parts=board.ranked_by == OVERALL)


def parts_source(board: Leaderboard) -> Words | None:
    """Return where the parts, the chosen indicators, seconds and cost come from."""
    return source_line(_part_sources(board))


def _part_sources(board: Leaderboard) -> Iterator[tuple[Words, Words]]:
    for column in board.columns:
        for line in board.lines:
            name = words("leaderboard.measure_of_line", measure=column.name, name=_name(line))
            found = line.columns.get(column.id)
            # Only an indicator counts its cases.
            parts = column.kind == "dimension" and found is not None and not found.n
            yield name, _source(found, made_of_parts=parts)
    for key in ("latency_p50", "latency_p95", "cost"):
        heading = _heading(key.removeprefix("latency_"))
        for line in board.lines:
            name = words("leaderboard.measure_of_line", measure=heading, name=_name(line))
            yield name, _source(getattr(line, key))


def _source(found: Measure | None, *, made_of_parts: bool = False) -> Words:
    if found is None or found.provenance is None:
        return Words("", "")
    return source_words(found.provenance, made_of_parts=made_of_parts)


def _name(line: Line) -> Words:
    shown = one_line(line.name, 60)
    return Words(shown, shown)


def score_name(board: Leaderboard) -> Words:
    """Return what the number is called that lines are ranked by."""
    if board.ranked_by == OVERALL:
        return _heading("overall")
    return number_name(board.ranked_by)


def parts(board: Leaderboard) -> Rows:
    """Return the parts of the scores, the chosen indicators, seconds and cost."""
    named = [_with_unit(column) for column in board.columns]
    costs = any(line.cost.value is not None for line in board.lines)
    fronts = any(line.front is not None for line in board.lines)
    last = ["p50", "p95", *(["cost"] if costs else []), *(["front"] if fronts else [])]
    rows = []
    for line in board.lines:
        cells = [_rank(line), one_line(line.name, 60)]
        cells += [_measure(line.columns.get(column.id), column.unit) for column in board.columns]
        cells += [_measure(line.latency_p50, "s"), _measure(line.latency_p95, "s")]
        cells += [_cost(line.cost)] if costs else []
        cells += [_mark(line.front)] if fronts else []
        rows.append(cells)
    headings = [*map(_heading, ("rank", "line")), *named, *map(_heading, last)]
    return Rows(headings, rows, parts_source(board))


def rank_text(low: int | None, high: int | None) -> str:
    """Return an interval of ranks: `1–3`, or `2` when it is only one."""
    if low is None or high is None:
        return NOTHING
    return str(low) if low == high else f"{low}–{high}"


def _ranked(line: Line, *, covered: bool) -> list[str]:
    score = line.score
    return [
        _rank(line),
        one_line(line.name, 60),
        value_text(score.value, ""),
        interval_text(score.ci_low, score.ci_high, "") or NOTHING,
        rank_text(line.rank_low, line.rank_high),
        value_text(line.p_first, ""),
        line.group or NOTHING,
        *([value_text(line.coverage, "")] if covered else []),
        count_text(line.rows),
    ]


def _rank(line: Line) -> str:
    return NOTHING if line.rank is None else str(line.rank)


def _measure(measure: Measure | None, unit: str) -> str:
    return NOTHING if measure is None else value_text(measure.value, unit)


def _cost(measure: Measure) -> str:
    return NOTHING if measure.value is None else significant(measure.value)


def _mark(front: bool | None) -> str:  # noqa: FBT001 - one value of a record
    return NOTHING if front is None else ("●" if front else "")


def _heading(key: str) -> Words:
    return words(f"leaderboard.head_{key}")


def _with_unit(column: Column) -> Words:
    arrow = " ↓" if column.direction == "down" else ""
    return Words(f"{column.name.en}{arrow}", f"{column.name.zh}{arrow}")


def picked(headings: list[Words]) -> list[str]:
    """Return headings in the current language."""
    return [pick(heading) for heading in headings]
