"""`stat.newcombe`: the difference of two proportions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.analysis.statistics.proportions import BOUNDS
from steelyard.analysis.statistics.register import (
    CONFIDENCE,
    check_confidence,
    check_counts,
    statistic,
)
from steelyard.indicators.intervals import newcombe
from steelyard.model import Example, Port, Words

_ID = "stat.newcombe"


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    first = check_counts(_ID, inputs["k1"], inputs["n1"])
    second = check_counts(_ID, inputs["k2"], inputs["n2"])
    difference, low, high = newcombe(first, second, check_confidence(_ID, params))
    return {"diff": difference, "lo": low, "hi": high}


statistic(
    _ID,
    (
        Words("Newcombe interval", "Newcombe 区间"),
        Words(
            "Difference of two independent proportions, from their Wilson intervals.",
            "两个独立比例之差的区间，由各自的 Wilson 区间合成。",
        ),
    ),
    "d − √((p₁−l₁)² + (u₂−p₂)²), d + √((u₁−p₁)² + (p₂−l₂)²)",
    (
        (
            Port("k1", "float", Words("successes of the first", "第一组成功次数")),
            Port("n1", "float", Words("trials of the first", "第一组试验次数")),
            Port("k2", "float", Words("successes of the second", "第二组成功次数")),
            Port("n2", "float", Words("trials of the second", "第二组试验次数")),
        ),
        (Port("diff", "float", Words("first minus second", "两组之差")), *BOUNDS),
    ),
    _compute,
    params=(CONFIDENCE,),
    examples=(
        Example(
            {"k1": 18, "n1": 25, "k2": 45, "n2": 50},
            {"diff": -0.18, "lo": -0.384, "hi": -0.002},
        ),
    ),
)
