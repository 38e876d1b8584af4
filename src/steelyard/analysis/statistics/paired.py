"""`stat.paired_diff`, `stat.mcnemar_exact`: two agents on the same cases."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from steelyard.analysis.statistics.proportions import BOUNDS
from steelyard.analysis.statistics.register import (
    CONFIDENCE,
    check_confidence,
    check_numbers,
    statistic,
)
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.intervals import se_mean, t_interval
from steelyard.model import Example, Port, Words


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Return the two-sided exact p of McNemar's test; 1 when no case is decided differently."""
    from scipy.special import bdtr

    fewer, n = min(only_first, only_second), only_first + only_second
    return min(1.0, 2 * float(bdtr(fewer, n, 0.5)))


def _diff(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    id_ = "stat.paired_diff"
    a, b = (check_numbers(id_, name, inputs[name]) for name in ("a", "b"))
    if len(a) != len(b):
        raise InputError(t("agreement.lengths", id=id_, a=len(a), b=len(b)))
    confidence = check_confidence(id_, params)
    apart = [x - y for x, y in zip(a, b, strict=True)]
    se = se_mean(apart)
    low = high = None
    if se is not None:
        low, high = t_interval(fmean(apart), se, len(apart) - 1, confidence)
    return {"diff": fmean(apart) if apart else None, "lo": low, "hi": high, "se": se}


def _mcnemar(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    for name in ("b", "c"):
        if inputs[name] < 0:
            found = inputs[name]
            raise InputError(t("agreement.count", id="stat.mcnemar_exact", name=name, found=found))
    return {"p": mcnemar_exact(inputs["b"], inputs["c"])}


statistic(
    "stat.paired_diff",
    (
        Words("Paired difference", "配对差"),
        Words(
            "Mean difference of two agents on the same cases, with a t interval; far narrower than "
            "if the cases were taken as different ones.",
            "两个智能体在同一批用例上的平均差及 t 区间；比当作不同用例时窄得多。",
        ),
    ),
    "d = a − b; mean(d) ± t_{n−1} · s_d / √n",
    (
        (
            Port("a", "list", Words("scores of the first, case by case", "第一个的逐例得分")),
            Port("b", "list", Words("scores of the second on the same", "第二个的逐例得分")),
        ),
        (
            Port("diff", "float", Words("first minus second", "平均差")),
            *BOUNDS,
            Port("se", "float", Words("standard error", "标准误")),
        ),
    ),
    _diff,
    params=(CONFIDENCE,),
    examples=(
        Example(
            {"a": [1, 1, 1, 1, 0, 1, 1, 0, 1, 1], "b": [1, 0, 1, 1, 0, 0, 1, 0, 1, 0]},
            {"diff": 0.3, "se": 0.1528, "lo": -0.0456, "hi": 0.6456},
        ),
    ),
)

statistic(
    "stat.mcnemar_exact",
    (
        Words("McNemar's exact test", "McNemar 精确检验"),
        Words(
            "Whether two agents differ on the same cases, from those only one of them got right.",
            "根据只有一方答对的用例，检验两个智能体在同一批用例上是否有差异。",
        ),
    ),
    "p = min(1, 2 · P(Bin(b + c, ½) ≤ min(b, c)))",
    (
        (
            Port("b", "int", Words("cases only the first got right", "仅第一个答对的用例数")),
            Port("c", "int", Words("cases only the second got right", "仅第二个答对的用例数")),
        ),
        (Port("p", "float", Words("two-sided p value", "双侧 p 值")),),
    ),
    _mcnemar,
    examples=(
        Example({"b": 10, "c": 2}, {"p": 0.0386}),
        Example({"b": 3, "c": 0}, {"p": 0.25}),
        Example({"b": 0, "c": 0}, {"p": 1.0}),
    ),
)
