"""`stat.wilson`, `stat.clopper_pearson`, `stat.zero_event_upper`: intervals of one proportion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from steelyard.analysis.statistics.register import (
    CONFIDENCE,
    check_confidence,
    check_counts,
    statistic,
)
from steelyard.indicators.intervals import clopper_pearson, wilson, zero_event_upper
from steelyard.model import Example, Port, Words

_COUNTS = (
    Port("k", "float", Words("successes; may be an effective number", "成功次数，可为有效数")),
    Port("n", "float", Words("trials; may be an effective number", "试验次数，可为有效数")),
)
BOUNDS = (
    Port("lo", "float", Words("lower end", "区间下限")),
    Port("hi", "float", Words("upper end", "区间上限")),
)


def _interval(
    id_: str, method: Callable[[float, float, float], tuple[float, float]]
) -> Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]:
    def compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
        successes, trials = check_counts(id_, inputs["k"], inputs["n"])
        low, high = method(successes, trials, check_confidence(id_, params))
        return {"value": successes / trials, "lo": low, "hi": high}

    return compute


def _upper(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    id_ = "stat.zero_event_upper"
    _, trials = check_counts(id_, 0, inputs["n"])
    return {"value": zero_event_upper(int(trials), check_confidence(id_, params))}


statistic(
    "stat.wilson",
    (
        Words("Wilson interval", "Wilson 区间"),
        Words(
            "Interval of a proportion that stays honest near 0 and 1 and with few trials.",
            "比例的置信区间，在接近 0 或 1 及样本较少时依然可靠。",
        ),
    ),
    "(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)",
    (_COUNTS, BOUNDS),
    _interval("stat.wilson", wilson),
    params=(CONFIDENCE,),
    examples=(
        Example({"k": 18, "n": 20}, {"lo": 0.6990, "hi": 0.9721}),
        Example({"k": 0, "n": 30}, {"lo": 0.0, "hi": 0.1135}),
    ),
)

statistic(
    "stat.clopper_pearson",
    (
        Words("Clopper–Pearson interval", "Clopper–Pearson 精确区间"),
        Words(
            "Exact interval of a proportion: covers at least as often as it says, for guarantees.",
            "比例的精确区间，实际覆盖率不低于名义水平，适用于需要保证的场合。",
        ),
    ),
    "Beta(α/2; k, n−k+1), Beta(1−α/2; k+1, n−k)",
    (_COUNTS, BOUNDS),
    _interval("stat.clopper_pearson", clopper_pearson),
    params=(CONFIDENCE,),
    examples=(
        Example({"k": 18, "n": 20}, {"lo": 0.6830, "hi": 0.9877}),
        Example({"k": 0, "n": 30}, {"lo": 0.0, "hi": 0.1157}),
    ),
)

statistic(
    "stat.zero_event_upper",
    (
        Words("Upper bound after no event", "零事件上界"),
        Words(
            "How large a rate may still be when none was seen in n trials (the rule of three).",
            "在 n 次试验中一次都未出现时，其发生率仍可能达到的上界（“三法则”）。",
        ),
    ),
    "1 − (1 − c)^(1/n)",
    (
        (Port("n", "int", Words("trials without an event", "未出现事件的试验次数")),),
        (Port("value", "float", Words("one-sided upper bound", "单侧上界")),),
    ),
    _upper,
    params=(CONFIDENCE,),
    examples=(
        Example({"n": 30}, {"value": 0.0950}),
        Example({"n": 59}, {"value": 0.0495}),
        Example({"n": 299}, {"value": 0.00997}),
    ),
)
