"""`mcdm.vikor`: the compromise between the majority's benefit and the worst regret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorecards.aggregation.record import RANKS, Kernel, checked_arrays
from steelyard.scorecards.matrix import MATRIX, WEIGHTS
from steelyard.scorecards.ranks import rank_list

if TYPE_CHECKING:
    from steelyard.scorecards.aggregation.record import Array

_ID = "mcdm.vikor"
_ROUNDING = 1e-12


class Vikor(NamedTuple):
    """Group regret S, worst regret R and their compromise Q; lower is better in all three."""

    s: Array
    r: Array
    q: Array


class Compromise(NamedTuple):
    """Which agents are the compromise (from 1), and which conditions the first one meets.

    Attributes:
        agents: one when both conditions hold; else all that cannot be told from the best.
        advantage: C1: it leads the second by at least 1 / (m − 1).
        stability: C2: it is also the best by S or by R.
    """

    agents: list[int]
    advantage: bool
    stability: bool


def vikor(x: Array, w: Array, v: float = 0.5) -> Vikor:
    """Return S, R and Q of every agent; a column in which all agents are equal counts nothing."""
    import numpy as np

    best = x.max(axis=-2, keepdims=True)
    span = best - x.min(axis=-2, keepdims=True)
    regret = w[..., None, :] * (best - x) / np.where(span > 0, span, 1.0)
    s, r = regret.sum(axis=-1), regret.max(axis=-1)
    return Vikor(s, r, v * _scaled(s) + (1 - v) * _scaled(r))


def compromise(found: Vikor) -> Compromise:
    """Return the compromise solution of one ranking."""
    s, r, q = (values.tolist() for values in found)
    order = sorted(range(len(q)), key=lambda at: (q[at], s[at], r[at], at))
    first = order[0]
    stable = s[first] <= min(s) + _ROUNDING or r[first] <= min(r) + _ROUNDING
    if len(order) == 1:
        return Compromise([1], advantage=True, stability=stable)
    needed = 1 / (len(order) - 1)
    near = [at + 1 for at in order if q[at] - q[first] < needed - _ROUNDING]
    if len(near) > 1:
        return Compromise(near, advantage=False, stability=stable)
    agents = [first + 1] if stable else [at + 1 for at in order[:2]]
    return Compromise(agents, advantage=True, stability=stable)


def _scaled(values: Array) -> Array:
    """Return the values from 0 (best) to 1 (worst); all 0 when they differ only by rounding."""
    import numpy as np

    low = values.min(axis=-1, keepdims=True)
    span = values.max(axis=-1, keepdims=True) - low
    found: Array = np.where(span > _ROUNDING, (values - low) / np.where(span > 0, span, 1.0), 0.0)
    return found


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    found = vikor(*checked_arrays(_ID, inputs, None, None), v=params["v"])
    s, r, q = (values.tolist() for values in found)
    agents, advantage, stability = compromise(found)
    notes = []
    if len(agents) > 1:
        notes.append(t("aggregation.compromise", agents=", ".join(map(str, agents))))
    return {
        "S": s,
        "R": r,
        "Q": q,
        "ranks": rank_list([-value for value in q]),
        "compromise": agents,
        "advantage": advantage,
        "stability": stability,
        "notes": notes,
    }


def _negative_q(x: Array, w: Array) -> Array:
    return -vikor(x, w).q


KERNEL = Kernel(_negative_q)

ALGORITHMS.add(
    _ID,
    Algorithm(
        id=_ID,
        version=1,
        kind="aggregation",
        title=Words("VIKOR", "VIKOR 折衷排序法"),
        meaning=Words(
            "A compromise between the sum of regrets and the largest one; lower is better. Another "
            "agent can turn the ranking round, so take it as a second opinion.",
            "在总体遗憾与最大遗憾之间折衷，越小越好；增减智能体可能使排名逆转，宜作参考。",
        ),
        formula="g = w (max − x) / (max − min); S = Σ g, R = max g; "
        "Q = v (S − S*) / (S⁻ − S*) + (1 − v) (R − R*) / (R⁻ − R*); "
        "C1: Q₂ − Q₁ ≥ 1 / (m − 1); C2: best also by S or R",
        inputs=(MATRIX, WEIGHTS),
        outputs=(
            Port("S", "list", Words("sum of regrets", "群体遗憾")),
            Port("R", "list", Words("largest regret", "最大个体遗憾")),
            Port("Q", "list", Words("compromise, lower is better", "折衷值，越小越好")),
            RANKS,
            Port("compromise", "list", Words("the best agents, from 1", "折衷解，从 1 编号")),
            Port("advantage", "bool", Words("condition C1 holds", "条件 C1 是否成立")),
            Port("stability", "bool", Words("condition C2 holds", "条件 C2 是否成立")),
        ),
        compute=_compute,
        params=(
            Param(
                "v",
                "float",
                0.5,
                Words("weight of the sum against the largest", "群体遗憾所占权重"),
                minimum=0.0,
                maximum=1.0,
            ),
        ),
        examples=(
            Example(
                {
                    "matrix": [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]],
                    "weights": [0.5, 0.3, 0.2],
                },
                {
                    "S": [0.5, 0.43, 0.62, 0.325],
                    "R": [0.3, 0.25, 0.5, 0.2],
                    "Q": [0.4633, 0.2613, 1.0, 0.0],
                    "compromise": [4, 2],
                    "advantage": False,
                    "stability": True,
                },
            ),
        ),
        references=(
            "S. Opricovic, G.-H. Tzeng, Compromise solution by MCDM methods, EJOR 156, 2004",
        ),
    ),
)
