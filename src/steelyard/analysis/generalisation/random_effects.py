"""`stat.random_effects`: what several groups have in common, and what the next may show."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

from steelyard.analysis.statistics.proportions import BOUNDS
from steelyard.analysis.statistics.register import (
    CONFIDENCE,
    check_confidence,
    check_numbers,
    statistic,
)
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "stat.random_effects"
LEAST = 3  # groups; with two, nothing is left to tell how much groups differ


class RandomEffects(NamedTuple):
    """Groups as draws from one population of groups, after DerSimonian and Laird.

    Attributes:
        mean: of the population.
        error: standard error of the mean.
        tau2: variance between groups, beyond what chance inside them explains.
        q: Cochran's heterogeneity.
        scale: by how much Q rises, on average, with τ².
        i2: share of the spread that is between groups.
        low: where the next group is expected to lie from, by the prediction interval.
        high: where to.
    """

    mean: float
    error: float
    tau2: float
    q: float
    scale: float
    i2: float
    low: float
    high: float


def random_effects(
    values: Sequence[float], variances: Sequence[float], confidence: float = 0.95
) -> RandomEffects | None:
    """Return the population of groups; None for fewer than three.

    Args:
        values: an estimate per group.
        variances: their sampling variances, above 0.
        confidence: of the prediction interval, which uses t with two degrees of freedom less than
            there are groups.
    """
    from scipy.special import stdtrit

    k = len(values)
    if k < LEAST:
        return None
    weights = [1 / variance for variance in variances]
    total = math.fsum(weights)
    fixed = math.fsum(w * y for w, y in zip(weights, values, strict=True)) / total
    q = math.fsum(w * (y - fixed) ** 2 for w, y in zip(weights, values, strict=True))
    scale = total - math.fsum(w * w for w in weights) / total
    tau2 = max(0.0, (q - (k - 1)) / scale)
    wider = [1 / (variance + tau2) for variance in variances]
    mean = math.fsum(w * y for w, y in zip(wider, values, strict=True)) / math.fsum(wider)
    error = 1 / math.sqrt(math.fsum(wider))
    i2 = max(0.0, (q - (k - 1)) / q) if q > 0 else 0.0
    reach = float(stdtrit(k - 2, 0.5 + confidence / 2)) * math.sqrt(tau2 + error**2)
    return RandomEffects(mean, error, tau2, q, scale, i2, mean - reach, mean + reach)


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    values = check_numbers(_ID, "values", inputs["values"])
    variances = check_numbers(_ID, "variances", inputs["variances"])
    if len(values) != len(variances):
        raise InputError(
            t("generalisation.unequal", id=_ID, values=len(values), variances=len(variances))
        )
    for at, variance in enumerate(variances, 1):
        if not variance > 0:
            raise InputError(t("generalisation.variance", id=_ID, at=at, found=variance))
    confidence = check_confidence(_ID, params)
    found = random_effects(values, variances, confidence)
    names = ("value", "se", "lo", "hi", "tau2", "q", "i2", "next_lo", "next_hi")
    if found is None:
        return dict.fromkeys(names) | {"notes": [t("generalisation.few_groups", n=len(values))]}
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * found.error
    limits = (found.mean - reach, found.mean + reach)
    rest = (found.tau2, found.q, found.i2, found.low, found.high)
    return dict(zip(names, (found.mean, found.error, *limits, *rest), strict=True)) | {"notes": []}


statistic(
    _ID,
    (
        Words("Random effects over groups", "分组随机效应（DerSimonian–Laird）"),
        Words(
            "The mean of groups that differ, how much they differ beyond chance, and where the "
            "next group is expected to lie.",
            "彼此有差异的各组的总体均值、超出偶然的组间差异，以及下一组的预测区间。",
        ),
    ),
    "τ² = max(0, (Q − (k − 1)) / (Σw − Σw²/Σw)), w = 1/v; mean by 1/(v + τ²); next: mean ± "
    "t(k − 2) √(τ² + se²)",
    (
        (
            Port("values", "list", Words("an estimate per group", "各组估计值")),
            Port("variances", "list", Words("its sampling variance", "各组估计的抽样方差")),
        ),
        (
            Port("value", "float", Words("mean of the groups", "总体均值")),
            Port("se", "float", Words("its standard error", "均值的标准误")),
            *BOUNDS,
            Port("tau2", "float", Words("variance between groups", "组间方差 τ²")),
            Port("q", "float", Words("heterogeneity", "异质性 Q")),
            Port("i2", "float", Words("share of the spread between groups", "组间差异占比 I²")),
            Port("next_lo", "float", Words("next group, lower end", "下一组的预测下限")),
            Port("next_hi", "float", Words("next group, upper end", "下一组的预测上限")),
        ),
    ),
    _compute,
    params=(CONFIDENCE,),
    examples=(
        Example(
            {"values": [0.0, 1.0, 2.0], "variances": [0.5, 0.5, 0.5]},
            {"value": 1.0, "se": 0.5774, "tau2": 0.5, "q": 4.0, "i2": 0.5},
            note="w = 2: Q = 2 (1 + 0 + 1), τ² = (4 − 2) / (6 − 12/6)",
        ),
        Example({"values": [0.0, 1.0], "variances": [1, 1]}, {"value": None, "tau2": None}),
    ),
    references=(
        "R. DerSimonian, N. Laird, Meta-analysis in clinical trials, Control. Clin. Trials 7, 1986",
        "J. P. T. Higgins, S. G. Thompson, D. J. Spiegelhalter, A re-evaluation of random-effects "
        "meta-analysis, JRSS A 172, 2009",
    ),
)
