"""`stat.holm`, `stat.bh`: p values of many tests, adjusted for their number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from steelyard.analysis.statistics.register import check_numbers, statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words


def holm(p: Sequence[float]) -> list[float]:
    """Return p values adjusted so that any false alarm at all is as rare as promised."""
    n, largest = len(p), 0.0
    adjusted = [0.0] * n
    for rank, at in enumerate(sorted(range(n), key=p.__getitem__)):
        largest = max(largest, min(1.0, (n - rank) * p[at]))
        adjusted[at] = largest
    return adjusted


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Return p values adjusted so that the share of false alarms is as small as promised."""
    n, smallest = len(p), 1.0
    adjusted = [0.0] * n
    for rank, at in enumerate(sorted(range(n), key=p.__getitem__, reverse=True)):
        smallest = min(smallest, p[at] * n / (n - rank))
        adjusted[at] = smallest
    return adjusted


def _compute(
    id_: str,
    method: Callable[[Sequence[float]], list[float]],
    inputs: Mapping[str, Any],
    params: Mapping[str, Any],
) -> dict[str, Any]:
    values = check_numbers(id_, "p", inputs["p"])
    for at, value in enumerate(values, 1):
        if not 0 <= value <= 1:
            raise InputError(t("analysis.p_value", id=id_, at=at, found=value))
    return {"values": method(values)}


_PORTS = (
    (Port("p", "list", Words("p values", "p 值")),),
    (Port("values", "list", Words("adjusted p values, same order", "校正后的 p 值，顺序不变")),),
)

statistic(
    "stat.holm",
    (
        Words("Holm correction", "Holm 校正"),
        Words(
            "Adjusts p values of many comparisons so that not even one false alarm is likely.",
            "对多重比较的 p 值加以校正，使出现任何一次误报的概率受控。",
        ),
    ),
    "max over smaller p of min(1, (n − rank + 1) · p)",
    _PORTS,
    partial(_compute, "stat.holm", holm),
    examples=(Example({"p": [0.01, 0.04, 0.03, 0.005]}, {"values": [0.03, 0.06, 0.06, 0.02]}),),
    references=("S. Holm, A simple sequentially rejective multiple test procedure, 1979",),
)

statistic(
    "stat.bh",
    (
        Words("Benjamini–Hochberg correction", "Benjamini–Hochberg 校正"),
        Words(
            "Adjusts p values of many tests so that few of those called real are false alarms.",
            "对多重检验的 p 值加以校正，使被判为显著者中的误报比例受控。",
        ),
    ),
    "min over larger p of n · p / rank",
    _PORTS,
    partial(_compute, "stat.bh", benjamini_hochberg),
    examples=(Example({"p": [0.01, 0.04, 0.03, 0.005]}, {"values": [0.02, 0.04, 0.04, 0.02]}),),
    references=(
        "Y. Benjamini, Y. Hochberg, Controlling the false discovery rate, JRSS B 57, 1995",
    ),
)
