"""A leaderboard as CSV: a row per line, a column per number, bare values that programs read.

The header is in English whatever the language, so that a script works everywhere. A name that a
spreadsheet would take for a formula gets an apostrophe in front.
"""

from __future__ import annotations

import csv as text_table
from io import StringIO
from typing import TYPE_CHECKING

from steelyard.report.text import one_line

if TYPE_CHECKING:
    from steelyard.analysis.leaderboard import Leaderboard, Line, Measure

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MEASURES = ("latency_p50", "latency_p95", "cost")
_PLAIN = (
    "rank_low",
    "rank_high",
    "p_first",
    "group",
    "coverage",
    "weights_p_first",
    "weights_rank_low",
    "weights_rank_high",
    "cost_total",
    "front",
    "rows",
)


def csv(board: Leaderboard) -> bytes:
    """Return the leaderboard as UTF-8 CSV with a byte-order mark; what is undefined is empty."""
    target = StringIO()
    writer = text_table.writer(target)
    ids = [column.id for column in board.columns]
    measured = ["score", "overall", *(_safe(id_) for id_ in ids), *_MEASURES]
    ends = [f"{name}{end}" for name in measured for end in ("", "_low", "_high", "_source")]
    writer.writerow(["rank", "name", *ends, *_PLAIN, "runs", "ranked_by", "not_comparable"])
    for line in board.lines:
        measures = [line.score, line.overall, *(line.columns.get(id_) for id_ in ids)]
        measures += [getattr(line, name) for name in _MEASURES]
        cells = [cell for measure in measures for cell in _cells(measure)]
        writer.writerow([_cell(line.rank), _safe(line.name), *cells, *_rest(line, board)])
    return ("\ufeff" + target.getvalue()).encode("utf-8", "replace")


def _rest(line: Line, board: Leaderboard) -> list[str]:
    runs = " ".join(source.path for source in line.sources)
    why = "" if line.not_comparable is None else _safe(line.not_comparable.en)
    plain = (_cell(getattr(line, name)) for name in _PLAIN)
    return [*plain, _safe(runs), board.ranked_by, why]


def _cells(measure: Measure | None) -> list[str]:
    if measure is None:
        return ["", "", "", ""]
    found = (measure.value, measure.ci_low, measure.ci_high, measure.provenance)
    return [_cell(one) for one in found]


def _cell(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _safe(text: str) -> str:
    line = one_line(text, 1000)
    return f"'{line}" if line.startswith(_FORMULA) else line
