"""Pairs of numbers, and the interval of a rank correlation."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

from steelyard.analysis.statistics.proportions import BOUNDS
from steelyard.analysis.statistics.register import check_confidence, check_numbers
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Port, Words

LOW_N, LEAST = 10, 5
PORTS = (
    (
        Port("x", "list", Words("first of each pair, or null", "各对的前者，可为空")),
        Port("y", "list", Words("second of each pair, or null", "各对的后者，可为空")),
    ),
    (
        Port("value", "float", Words("correlation in [−1, 1]", "相关系数，取值 [−1, 1]")),
        *BOUNDS,
        Port("n", "int", Words("pairs counted", "计入的对数")),
        Port("n_missing", "int", Words("pairs with a null", "含空值的对数")),
        Port("status", "text", Words("ok, low_n or na", "状态：ok、low_n 或 na")),
    ),
)


class RankCorrelation(NamedTuple):
    """How a rank correlation is computed, and its standard error on Fisher's scale."""

    value: Callable[[list[float], list[float]], float | None]
    error: Callable[[float, int], float]


def correlate(
    id_: str, method: RankCorrelation, inputs: Mapping[str, Any], params: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the correlation of the pairs that have both numbers, with interval and status."""
    x, y, missing = _pairs(id_, inputs["x"], inputs["y"])
    n = len(x)
    value = method.value(x, y)
    confidence = check_confidence(id_, params)
    limits = None if value is None else interval_of(value, n, method.error, confidence)
    low, high = limits or (None, None)
    notes = []
    if value is not None and limits is None:
        notes.append(t("analysis.no_corr_interval"))
    if value is None:
        notes.append(t("analysis.constant"))
    elif n < LOW_N:
        notes.append(t("analysis.few_pairs", n=n))
    status = "na" if value is None else "low_n" if n < LOW_N else "ok"
    found = {"value": value, "lo": low, "hi": high, "n": n, "n_missing": missing}
    return found | {"status": status, "notes": notes}


def interval_of(
    value: float, n: int, error: Callable[[float, int], float], confidence: float
) -> tuple[float, float] | None:
    """Return the limits of a correlation on Fisher's scale; None with too few pairs, or at ±1."""
    if n < LEAST or abs(value) >= 1:
        return None
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * error(value, n)
    low, high = (math.tanh(math.atanh(value) + side * reach) for side in (-1, 1))
    return low, high


def _pairs(id_: str, x: Sequence[Any], y: Sequence[Any]) -> tuple[list[float], list[float], int]:
    if len(x) != len(y):
        raise InputError(t("analysis.pairs", id=id_, x=len(x), y=len(y)))
    kept = [at for at in range(len(x)) if x[at] is not None and y[at] is not None]
    for name, values in (
        ("x", x),
        ("y", y),
    ):  # all of them, so that a message names the right place
        check_numbers(id_, name, [0 if value is None else value for value in values])
    return [float(x[at]) for at in kept], [float(y[at]) for at in kept], len(x) - len(kept)
