"""`stat.mover_ratio`: the ratio of two proportions, for what is kept of a base rate."""

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
from steelyard.i18n import t
from steelyard.indicators.intervals import mover_ratio
from steelyard.model import Example, Port, Words

_ID = "stat.mover_ratio"


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    first = check_counts(_ID, inputs["k1"], inputs["n1"])
    second = check_counts(_ID, inputs["k2"], inputs["n2"])
    value, low, high = mover_ratio(first, second, check_confidence(_ID, params))
    notes = [t("analysis.ratio_of_zero")] if value is None else []
    return {"value": value, "lo": low, "hi": high, "notes": notes}


statistic(
    _ID,
    (
        Words("MOVER-R interval of a ratio", "比值的 MOVER-R 区间"),
        Words(
            "Ratio of two independent proportions, from their Wilson intervals; undefined when the "
            "second is 0.",
            "两个独立比例之比的区间，由各自的 Wilson 区间合成；第二个比例为 0 时无定义。",
        ),
    ),
    "L = (pq − √((pq)² − l₁(2p − l₁)u₂(2q − u₂))) / (u₂(2q − u₂)); U with u₁, l₂ and +√",
    (
        (
            Port("k1", "float", Words("successes of the first", "第一组成功次数")),
            Port("n1", "float", Words("trials of the first", "第一组试验次数")),
            Port("k2", "float", Words("successes of the second", "第二组成功次数")),
            Port("n2", "float", Words("trials of the second", "第二组试验次数")),
        ),
        (Port("value", "float", Words("first divided by second", "两组之比")), *BOUNDS),
    ),
    _compute,
    params=(CONFIDENCE,),
    examples=(
        Example(
            {"k1": 18, "n1": 25, "k2": 45, "n2": 50}, {"value": 0.8, "lo": 0.5795, "hi": 0.9977}
        ),
        Example({"k1": 5, "n1": 9, "k2": 0, "n2": 9}, {"value": None, "lo": None, "hi": None}),
    ),
    references=(
        "A. Donner, G. Y. Zou, Closed-form confidence intervals for functions of the "
        "normal mean and standard deviation, Stat. Methods Med. Res. 21, 2012",
    ),
)
