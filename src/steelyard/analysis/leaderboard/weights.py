"""How far the ranking depends on the weights: drawn anew, and the smallest change that matters."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from steelyard.analysis.leaderboard.content import Column, Swap, Weights
from steelyard.scorecards import Weighed
from steelyard.scorecards.aggregation import METHODS
from steelyard.scorecards.draws import Chance, Draws, draw_ranks
from steelyard.scorecards.sensitivity import STABLE

_KERNELS = {"arithmetic": "wam", "geometric": "wgm", "topsis_fixed": "topsis_fixed"}
_ASSOCIATIVE = ("arithmetic", "geometric")  # a mean of means is a mean with products of weights


class Varied(NamedTuple):
    """What came of other weights; `exact` is False when some line lacks a part of another's."""

    weights: Weights
    ranks: Draws
    exact: bool


def vary(roots: Mapping[str, Weighed], chance: Chance | None = None) -> Varied | None:
    """Return how the lines rank under other weights; None when there is nothing to vary.

    Args:
        roots: the weighed scorecard of every line that has a score, the best line first.
        chance: how weights are drawn.
    """
    import numpy as np

    chance = chance or Chance()
    trees = [_used(root) for root in roots.values()]
    parts = [weighed_parts(tree) for tree in trees]
    kinds = {tree.node.aggregation for tree in trees}
    common = [key for key in parts[0] if all(key in own for own in parts)] if parts else []
    if len(roots) < 2 or len(common) < 2 or len(kinds) != 1:
        return None
    kind = kinds.pop()
    kernel = METHODS[_KERNELS[kind]]
    x = np.array([[own[key].score for key in common] for own in parts], dtype=float)
    shares = np.array([parts[0][key].share for key in common])
    w = shares / shares.sum()
    drawn = draw_ranks(x, w, kernel, chance)
    errors = _errors(parts, common)
    both = None if errors is None else draw_ranks(x, w, kernel, chance, np.array(errors))
    exact = all(
        own.keys() == parts[0].keys()
        and all(math.isclose(own[key].share, parts[0][key].share) for key in common)
        for own in parts
    )
    columns = tuple(Column(key, parts[0][key].node.name, "dimension") for key in common)
    lead = (drawn if both is None else both).p_first[0]
    swap = None
    if exact and kind in _ASSOCIATIVE:
        swap = _swap(list(roots), x.tolist(), w.tolist(), columns, geometric=kind == "geometric")
    return Varied(
        Weights(
            parts=columns,
            weights=tuple(float(weight) for weight in w),
            draws=chance.draws,
            concentration=chance.concentration,
            stable=False if lead < STABLE else (None if both is None else True),
            p_first=lead,
            swap=swap,
        ),
        drawn,
        exact,
    )


def weighed_parts(tree: Weighed, prefix: str = "") -> dict[str, Weighed]:
    """Return the parts the score of a tree is a mean of: down to its dimensions where that holds.

    A part without a score or weight is left out.
    """
    found: dict[str, Weighed] = {}
    for child in tree.children:
        inner = any(grandchild.children for grandchild in child.children)
        same = child.node.aggregation == tree.node.aggregation and child.instead is None
        if inner and same and child.node.aggregation in _ASSOCIATIVE:
            found |= weighed_parts(child, f"{prefix}{child.node.id}.")
        elif child.score is not None and child.share > 0:
            found[prefix + child.node.id] = child
    return found


def _used(root: Weighed) -> Weighed:
    return root if root.instead is None else root.instead


def _errors(
    parts: Sequence[Mapping[str, Weighed]], common: Sequence[str]
) -> list[list[float]] | None:
    """Return the standard errors of the parts; None when one of them was not resampled."""
    found = []
    for own in parts:
        drawn = [own[key].drawn for key in common]
        if any(part is None for part in drawn):
            return None
        found.append([float(part.std(ddof=1)) for part in drawn if part is not None])
    return found


def _swap(
    names: Sequence[str],
    x: Sequence[Sequence[float]],
    w: Sequence[float],
    columns: Sequence[Column],
    *,
    geometric: bool,
) -> Swap | None:
    """Return the smallest change of one weight at which the first two lines are level.

    With weight v on one part and the others in proportion, the lead of the first line is
    v·d + (1 − v)·r: d its lead in that part, r its lead in the others together. It is 0 at
    v = r / (r − d). A geometric mean has the same form in logarithms.
    """
    first, second = x[:2]
    if geometric:
        if min(*first, *second) <= 0:
            return None
        first, second = ([math.log(score) for score in row] for row in (first, second))
    leads = [one - two for one, two in zip(first, second, strict=True)]
    lead = sum(weight * gap for weight, gap in zip(w, leads, strict=True))
    found: list[Swap] = []
    for at, column in enumerate(columns):
        weight, gap = w[at], leads[at]
        if weight >= 1 or lead <= 0:
            continue
        rest = (lead - weight * gap) / (1 - weight)
        if rest == gap:
            continue
        needed = rest / (rest - gap) + 0.0  # no negative zero
        if 0 <= needed <= 1:
            found.append(Swap(names[0], names[1], column.id, column.name, weight, needed))
    return min(found, key=lambda swap: abs(swap.needed - swap.weight), default=None)
