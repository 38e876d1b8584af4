"""`corr.pareto`: which agents no other agent beats in everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.analysis.correlation.columns import check_columns
from steelyard.analysis.statistics.register import statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "corr.pareto"
_SIDES = ("up", "down")


def dominators(
    points: Sequence[Sequence[float | None]], directions: Sequence[str]
) -> list[list[int] | None]:
    """Return for each point which others are as good in everything and better in something.

    A point with a number missing is not compared: None, and it beats no other.
    """
    signs = [1 if direction == "up" else -1 for direction in directions]
    turned = [
        None if None in point else [s * (x or 0.0) for s, x in zip(signs, point, strict=True)]
        for point in points
    ]
    return [
        None
        if point is None
        else [
            at
            for at, other in enumerate(turned)
            if other is not None and other != point and all(map(_no_less, other, point))
        ]
        for point in turned
    ]


def _no_less(a: float, b: float) -> bool:
    return a >= b


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    directions = inputs["directions"]
    if not directions or any(side not in _SIDES for side in directions):
        raise InputError(t("correlation.directions", id=_ID, allowed=", ".join(_SIDES)))
    points = check_columns(_ID, inputs["points"], len(directions)).T.tolist()
    found = dominators(points, directions)
    return {
        "front": [not beaten for beaten in found],
        "dominated_by": [[at + 1 for at in beaten or ()] for beaten in found],
    }


statistic(
    _ID,
    (
        Words("Pareto front", "帕累托前沿"),
        Words(
            "Agents for which no other is at least as good in everything and better in something.",
            "没有其他智能体在各方面都不逊于它且至少一方面更优的那些智能体。",
        ),
    ),
    "i is on the front unless some j has x_j ≥ x_i in every direction and > in one",
    (
        (
            Port("points", "list", Words("numbers of each agent", "各智能体的一组数值")),
            Port("directions", "list", Words("up or down per number", "各数值越大越好或越小越好")),
        ),
        (
            Port("front", "list", Words("whether each is on the front", "是否位于前沿")),
            Port("dominated_by", "list", Words("who beats each, from 1", "被哪些智能体支配")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {"points": [[0.9, 2.0], [0.8, 1.0], [0.7, 1.5]], "directions": ["up", "down"]},
            {"front": [True, True, False], "dominated_by": [[], [], [2]]},
        ),
        Example(
            {"points": [[0.9, 2.0], [0.9, 2.0]], "directions": ["up", "down"]},
            {"front": [True, True], "dominated_by": [[], []]},
            note="equals do not beat each other",
        ),
    ),
)
