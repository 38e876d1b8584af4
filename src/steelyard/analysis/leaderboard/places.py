"""Ranks in resamples of the cases, and which lines can be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from steelyard.analysis.leaderboard.content import Pair
from steelyard.analysis.statistics.corrections import holm
from steelyard.scorecards.draws import RankCounts
from steelyard.scorecards.ranks import ranks

if TYPE_CHECKING:
    from steelyard.scorecards.aggregation.record import Array

_ALPHA = 0.05
_Z = NormalDist().inv_cdf(0.975)


class Scored(NamedTuple):
    """A line that has an overall score; `drawn` is that score in every resample, if it varies."""

    name: str
    score: float
    drawn: Array | None


class Places(NamedTuple):
    """How a line ranks over the resamples."""

    p_first: float
    rank_low: int
    rank_high: int


def resampled_ranks(lines: Sequence[Scored]) -> dict[str, Places]:
    """Return how each line that was resampled ranks over the resamples.

    The same resample holds the same cases in every line. One without resamples may stand anywhere:
    it has no range, those of the others reach as far down as it could push them, and who comes
    first is said of the others.
    """
    import numpy as np

    known = [line for line in lines if line.drawn is not None]
    if not known:
        return {}
    counts = RankCounts(len(known))
    counts.add(ranks(np.stack([line.drawn for line in known if line.drawn is not None], axis=1)))
    anywhere = len(lines) - len(known)
    return {
        line.name: Places(p_first, low, high + anywhere)
        for line, p_first, low, high in zip(known, *counts.draws(), strict=True)
    }


def compared(lines: Sequence[Scored]) -> tuple[Pair, ...]:
    """Return every two lines compared, with Holm over all of them; the better line is first.

    The error of a difference is its spread over the resamples, in which both lines answered the
    same cases: what is hard for both cancels. Resamples that lean to one side say more than their
    spread: p is never below the share in which the order is the other way round, on both sides.
    """
    ordered = sorted(lines, key=lambda line: -line.score)
    pairs = [_pair(one, two) for one, two in combinations(ordered, 2)]
    adjusted = iter(holm([pair.p for pair in pairs if pair.p is not None]))
    return tuple(pair if pair.p is None else _corrected(pair, next(adjusted)) for pair in pairs)


def _corrected(pair: Pair, p: float) -> Pair:
    return replace(pair, p_adjusted=p, apart=p < _ALPHA)


def _pair(one: Scored, two: Scored) -> Pair:
    gap = one.score - two.score
    if one.drawn is None or two.drawn is None:
        return Pair(one.name, two.name, gap, None, None, None, None, None)
    import numpy as np

    less = one.drawn - two.drawn
    # Equal numbers have a deviation that is not quite 0 once their mean is rounded.
    error = 0.0 if less.max() == less.min() else float(less.std(ddof=1))
    low, high = (float(end) for end in np.percentile(less, [2.5, 97.5]))
    low, high = min(low, gap - _Z * error), max(high, gap + _Z * error)
    p = _p(gap, error, float((less <= 0).mean()))
    return Pair(one.name, two.name, gap, low, high, p, None, None)


def letters(names: Sequence[str], pairs: Sequence[Pair]) -> list[tuple[str, ...]]:
    """Return the groups of lines that cannot be told apart, the best line's group first.

    Insert and absorb: a pair that is apart splits every group that holds both; what lies wholly in
    another group goes. A pair of which nothing can be said is not apart.
    """
    groups = [frozenset(names)] if names else []
    for pair in pairs:
        if not pair.apart:
            continue
        split: list[frozenset[str]] = []
        for group in groups:
            both = {pair.first, pair.second} <= group
            split += [group - {pair.first}, group - {pair.second}] if both else [group]
        unique = list(dict.fromkeys(split))
        groups = [one for one in unique if not any(one < other for other in unique)]
    place = {name: at for at, name in enumerate(names)}
    ordered = [tuple(sorted(group, key=place.__getitem__)) for group in groups]
    return sorted(ordered, key=lambda group: [place[name] for name in group])


def letter(number: int) -> str:
    """Return a, b, ..., z, aa, ab, ..."""
    tens, rest = divmod(number, 26)
    return (letter(tens - 1) if tens else "") + chr(ord("a") + rest)


def _p(gap: float, error: float, turned: float) -> float | None:
    if error == 0 and gap > 0:
        return None
    return 1.0 if gap == 0 else min(1.0, max(2 * NormalDist().cdf(-gap / error), 2 * turned))
