"""A leaderboard as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.i18n import pick
from steelyard.report.leaderboard.rows import Rows, parts, picked, ranking
from steelyard.report.leaderboard.sentences import about, findings, verdict
from steelyard.report.markdown_text import escaped, named, source_lines, table, word
from steelyard.report.numbers import interval_text, significant, value_text

if TYPE_CHECKING:
    from steelyard.analysis.leaderboard import Leaderboard, Pair

_LONGEST = 1000  # characters of a sentence; names in it are short already
_MOST_PAIRS = 100


def markdown(board: Leaderboard) -> str:
    """Return the leaderboard as Markdown that reads as plain text everywhere."""
    lines = [f"# {word('leaderboard.title')}", "", f"**{_text(pick(verdict(board)))}**", ""]
    lines += [_text(pick(about(board))), "", *_table(ranking(board)), ""]
    lines += [f"## {word('leaderboard.parts')}", "", *_table(parts(board)), ""]
    said = [_text(pick(sentence)) for sentence in findings(board)]
    said += [
        named(escaped(line.name, 60), _text(pick(note)))
        for line in board.lines
        for note in line.notes
    ]
    if said:
        lines += [f"## {word('leaderboard.findings')}", "", *(f"- {one}" for one in said), ""]
    return "\n".join([*lines, *_pairs(board), *_method(board), ""])


def _table(content: Rows) -> list[str]:
    body = [[escaped(cell) for cell in row] for row in content.rows]
    sides = "rl" + "r" * (len(content.headings) - 2)
    made = table([escaped(heading) for heading in picked(content.headings)], body, sides)
    return [*made, *source_lines(content.source)]


def _pairs(board: Leaderboard) -> list[str]:
    if not board.pairs:
        return []
    keys = ("pair_first", "pair_second", "difference", "interval", "p", "p_adjusted", "apart")
    head = [word(f"leaderboard.head_{key}") for key in keys]
    body = [_pair(pair) for pair in board.pairs[:_MOST_PAIRS]]
    lines = [f"## {word('leaderboard.pairs')}", "", *table(head, body, "llrrrrl"), ""]
    if len(board.pairs) > _MOST_PAIRS:
        lines += [word("leaderboard.more_pairs", n=len(board.pairs) - _MOST_PAIRS), ""]
    return lines


def _pair(pair: Pair) -> list[str]:
    told = {True: "apart_yes", False: "apart_no", None: "apart_unknown"}[pair.apart]
    return [
        escaped(pair.first, 60),
        escaped(pair.second, 60),
        value_text(pair.difference, ""),
        escaped(interval_text(pair.ci_low, pair.ci_high, "")),
        _p(pair.p),
        _p(pair.p_adjusted),
        word(f"leaderboard.{told}"),
    ]


def _p(p: float | None) -> str:
    if p is None:
        return "–"
    return "&lt;0.001" if p < 0.001 else significant(p)


def _method(board: Leaderboard) -> list[str]:
    key = "method" if board.paired else "method_unpaired"
    facts = {"draws": board.draws, "seed": board.seed, "hash": board.scorecard.hash[:12]}
    return [f"## {word('leaderboard.how')}", "", word(f"leaderboard.{key}", **facts)]


def _text(sentence: str) -> str:
    return escaped(sentence, _LONGEST)
