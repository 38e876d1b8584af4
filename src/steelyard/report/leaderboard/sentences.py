"""What a leaderboard comes to, in plain sentences of both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.leaderboard.rows import score_name, score_source
from steelyard.report.numbers import count_text, value_text
from steelyard.report.text import one_line
from steelyard.report.wording import words
from steelyard.scorecards.headline import OVERALL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.analysis.leaderboard import Leaderboard, Line

_MOST_NAMES = 5


def verdict(board: Leaderboard) -> Words:
    """Return who is first, and whether that is established."""
    ranked = [line for line in board.lines if line.rank is not None]
    if not ranked:
        return words("leaderboard.nobody")
    first = ranked[0]
    facts = {"name": _name(first.name), "score": _score(board, first)}
    if len(ranked) == 1:
        return words("leaderboard.alone", **facts)
    level = _level(board, first)
    if not level:
        return words("leaderboard.clearly_first", **facts)
    tied = [line.name for line in ranked[1:] if line.score.value == first.score.value]
    if tied and set(tied) == set(level):
        return words("leaderboard.tied_first", others=_names(level), **facts)
    if tied:
        close = [name for name in level if name not in tied]
        both = {"tied": _names(tied), "others": _names(close)}
        return words("leaderboard.tied_and_close", **both, **facts)
    return words("leaderboard.narrowly_first", others=_names(level), **facts)


def _score(board: Leaderboard, line: Line) -> str | Words:
    """Return a score, with its source unless it was measured."""
    score = value_text(line.score.value, "")
    if line.score.provenance not in ("declared", "claimed"):
        return score
    return words("leaderboard.score_and_source", score=score, source=score_source(board, line))


def about(board: Leaderboard) -> Words:
    """Return what was ranked, by what, on how many cases."""
    card = board.scorecard
    by = words("leaderboard.by_card", card=card.name, version=card.version)
    if board.ranked_by != OVERALL:
        by = words("leaderboard.by_number", name=score_name(board))
    facts = {"n": len(board.lines), "by": by}
    if board.cases is None:
        return words("leaderboard.about_unpaired", **facts)
    return words("leaderboard.about", cases=count_text(board.cases), **facts)


def findings(board: Leaderboard) -> list[Words]:
    """Return what else is worth knowing: how sure the first rank is, the weights, the front."""
    return [*_first(board), *_weights(board), *_front(board), *board.notes]


def _level(board: Leaderboard, first: Line) -> list[str]:
    """Return the lines that cannot be told apart from the first."""
    apart = {pair.second: pair.apart for pair in board.pairs if pair.first == first.name}
    return [name for name, told in apart.items() if not told]


def _first(board: Leaderboard) -> list[Words]:
    first = board.lines[0]
    if (
        first.rank is None
        or first.p_first is None
        or sum(line.rank is not None for line in board.lines) < 2
    ):
        return []
    share = value_text(first.p_first, "")
    key = "leaderboard.first_in" if board.paired else "leaderboard.first_in_unpaired"
    return [words(key, name=_name(first.name), share=share, n=board.draws)]


def _weights(board: Leaderboard) -> list[Words]:
    found = board.weights
    if found is None or found.p_first is None:
        return []
    facts = {"name": _name(board.lines[0].name), "share": value_text(found.p_first, "")}
    key = {True: "stable", False: "not_stable", None: "stable_weights"}[found.stable]
    said = [words(f"leaderboard.{key}", **facts)]
    if found.swap is None:
        return said
    swap = found.swap
    numbers = [value_text(number, "") for number in (swap.weight, swap.needed)]
    first, second = _name(swap.first), _name(swap.second)
    facts = {"first": first, "second": second, "now": numbers[0], "needed": numbers[1]}
    return [*said, words("leaderboard.swap", part=swap.name, **facts)]


def _front(board: Leaderboard) -> list[Words]:
    known = [line for line in board.lines if line.front is not None]
    if not known:
        return []
    costs = all(line.cost.value is not None for line in known)
    seconds = all(line.latency_p50.value is not None for line in known)
    key = "front_all" if costs and seconds else "front_latency" if seconds else "front_cost"
    on = _names([line.name for line in known if line.front])
    said = [words(f"leaderboard.{key}", names=on)]
    off = [line for line in known if not line.front]
    for line in off[:_MOST_NAMES]:
        by = _names(line.beaten_by)
        said.append(words("leaderboard.beaten", name=_name(line.name), others=by))
    return said


def _names(names: Sequence[str]) -> Words:
    shown = [_name(name) for name in names[:_MOST_NAMES]]
    rest = len(names) - len(shown)
    if rest:
        return words("leaderboard.and_more", names=", ".join(shown), n=rest)
    return Words(", ".join(shown), "、".join(shown))


def _name(name: str) -> str:
    return one_line(name, 60)
