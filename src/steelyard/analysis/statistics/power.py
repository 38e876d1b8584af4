"""`stat.power_n`, `stat.mde`: how many cases a comparison needs, and what so many can show."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from statistics import NormalDist
from typing import Any, NamedTuple

from steelyard.analysis.statistics.register import statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Param, Port, Words

_N, _MDE = "stat.power_n", "stat.mde"


class Noise(NamedTuple):
    """Where the spread of a paired difference comes from.

    Attributes:
        omega2: variance of the true difference between cases.
        sigma2_a: variance of the first agent's answers to one case; `k_a` epochs average it out.
        k_a: epochs of the first.
        sigma2_b: the same of the second agent.
        k_b: epochs of the second.
    """

    omega2: float
    sigma2_a: float = 0.0
    k_a: int = 1
    sigma2_b: float = 0.0
    k_b: int = 1

    @property
    def variance(self) -> float:
        """Variance of the difference on one case."""
        return self.omega2 + self.sigma2_a / self.k_a + self.sigma2_b / self.k_b


def power_n(delta: float, noise: Noise, *, alpha: float = 0.05, power: float = 0.8) -> int:
    """Return how many cases show a difference of `delta` with the given power."""
    each = _reach(alpha, power) / abs(delta)
    needed = each * noise.variance * each  # in this order 0 stays 0
    if not math.isfinite(needed):
        raise InputError(t("analysis.tiny_delta", delta=delta))
    return max(1, math.ceil(needed - 1e-9))


def mde(n: int, noise: Noise, *, alpha: float = 0.05, power: float = 0.8) -> float:
    """Return the smallest difference that `n` cases show with the given power."""
    return _reach(alpha, power) * math.sqrt(noise.variance / n)


def _reach(alpha: float, power: float) -> float:
    return -NormalDist().inv_cdf(alpha / 2) + NormalDist().inv_cdf(power)


def _noise(id_: str, inputs: Mapping[str, Any]) -> Noise:
    given = {name: inputs[name] for name in Noise._fields if inputs[name] is not None}
    for name, value in given.items():
        least = 1 if name.startswith("k_") else 0
        if value < least:
            raise InputError(t("analysis.least", id=id_, name=name, found=value, least=least))
    return Noise(**given)


def _chances(id_: str, params: Mapping[str, Any]) -> dict[str, float]:
    alpha, power = params["alpha"], params["power"]
    if not (0 < alpha < 1 and 0 < power < 1 and power > alpha / 2):
        raise InputError(t("analysis.power", id=id_, alpha=alpha, power=power))
    return {"alpha": alpha, "power": power}


def _compute_n(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    if inputs["delta"] == 0:
        raise InputError(t("analysis.delta", id=_N))
    noise = _noise(_N, inputs)
    return {"value": power_n(inputs["delta"], noise, **_chances(_N, params))}


def _compute_mde(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    if inputs["n"] < 1:
        raise InputError(t("analysis.least", id=_MDE, name="n", found=inputs["n"], least=1))
    return {"value": mde(inputs["n"], _noise(_MDE, inputs), **_chances(_MDE, params))}


_optional = partial(Port, required=False)
_NOISE = (
    Port("omega2", "float", Words("variance of the difference between cases", "用例间差异的方差")),
    _optional("sigma2_a", "float", Words("variance within a case, first", "第一个的例内方差")),
    _optional(
        "k_a", "int", Words("epochs of the first; 1 if absent", "第一个的重复次数，默认为 1")
    ),
    _optional("sigma2_b", "float", Words("variance within a case, second", "第二个的例内方差")),
    _optional(
        "k_b", "int", Words("epochs of the second; 1 if absent", "第二个的重复次数，默认为 1")
    ),
)
_PARAMS = (
    Param("alpha", "float", 0.05, Words("two-sided error", "双侧显著性水平"), minimum=0, maximum=1),
    Param("power", "float", 0.8, Words("chance to see it", "检验功效"), minimum=0, maximum=1),
)
_MILLER = ("E. Miller, Adding error bars to evals, arXiv 2411.00640, 2024",)

statistic(
    _N,
    (
        Words("Cases needed", "所需用例数"),
        Words(
            "How many cases two agents must both answer to show a difference of that size.",
            "为显示给定大小的差异，两个智能体须共同作答的用例数。",
        ),
    ),
    "n = ⌈(z_{α/2} + z_β)² (ω² + σ_A²/K_A + σ_B²/K_B) / δ²⌉",
    (
        (Port("delta", "float", Words("difference to be shown", "要显示的差异")), *_NOISE),
        (Port("value", "int", Words("number of cases", "用例数")),),
    ),
    _compute_n,
    params=_PARAMS,
    examples=(
        Example({"delta": 0.03, "omega2": 1 / 9}, {"value": 969}),
        Example(
            {
                "delta": 0.05,
                "omega2": 0.2,
                "sigma2_a": 0.15,
                "k_a": 5,
                "sigma2_b": 0.15,
                "k_b": 5,
            },
            {"value": 817},
            note="K = 1 needs 1570",
        ),
    ),
    references=_MILLER,
)

statistic(
    _MDE,
    (
        Words("Smallest difference seen", "最小可检出差异"),
        Words(
            "The smallest difference between two agents that so many cases can show.",
            "给定用例数所能显示的两个智能体之间的最小差异。",
        ),
    ),
    "δ = (z_{α/2} + z_β) √((ω² + σ_A²/K_A + σ_B²/K_B) / n)",
    (
        (Port("n", "int", Words("number of cases", "用例数")), *_NOISE),
        (Port("value", "float", Words("smallest difference", "最小差异")),),
    ),
    _compute_mde,
    params=_PARAMS,
    examples=(
        Example(
            {
                "n": 200,
                "omega2": 0.2,
                "sigma2_a": 0.15,
                "k_a": 5,
                "sigma2_b": 0.15,
                "k_b": 5,
            },
            {"value": 0.1010},
        ),
    ),
    references=_MILLER,
)
