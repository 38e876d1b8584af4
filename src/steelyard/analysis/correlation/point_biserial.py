"""`corr.point_biserial`: are cases with a verdict higher in a number than those without?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.analysis.correlation.pairs import PORTS, RankCorrelation, correlate
from steelyard.analysis.statistics.register import CONFIDENCE, statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

if TYPE_CHECKING:
    from steelyard.analysis.correlation.columns import Numbers

_ID = "corr.point_biserial"


def point_biserial(flags: Numbers, values: Numbers) -> float | None:
    """Return Pearson's correlation of a verdict (0 and 1) with a number; None without variation."""
    import numpy as np

    from steelyard.analysis.correlation.columns import standardised

    if len(flags) < 2:
        return None
    x, y = standardised(np.column_stack([flags, values]).astype(np.float64)).T
    if not x.any() or not y.any():
        return None
    value = float(x @ y)
    return math.copysign(1.0, value) if abs(value) > 1 - 1e-12 else value


def fisher_error(value: float, n: int) -> float:
    """Return the standard error of Pearson's correlation on Fisher's scale."""
    return 1 / math.sqrt(n - 3)


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    for at, flag in enumerate(inputs["flags"], 1):
        if flag is not None and not isinstance(flag, bool):
            raise InputError(t("correlation.flag", id=_ID, at=at, found=repr(flag)[:60]))
    numbers = [None if flag is None else float(flag) for flag in inputs["flags"]]
    pairs = {"x": numbers, "y": inputs["values"]}
    return correlate(_ID, RankCorrelation(point_biserial, fisher_error), pairs, params)


statistic(
    _ID,
    (
        Words("Point-biserial correlation", "点二列相关"),
        Words(
            "Whether cases with a verdict have more of a number than cases without it.",
            "判定成立的用例，其某项数值是否高于判定不成立的用例。",
        ),
    ),
    "(M₁ − M₀) / s · √(n₁ n₀ / n²); interval tanh(atanh r ± z / √(n − 3))",
    (
        (
            Port("flags", "list", Words("true or false per case, or null", "各用例的真假，可为空")),
            Port("values", "list", Words("a number per case, or null", "各用例的数值，可为空")),
        ),
        PORTS[1],
    ),
    _compute,
    params=(CONFIDENCE,),
    examples=(
        Example(
            {
                "flags": [False, False, False, True, True, True],
                "values": [1, 2, 3, 2, 4, 6],
            },
            {"value": 0.6124, "lo": -0.3960, "hi": 0.9512, "n": 6, "status": "low_n"},
            note="means 2 and 4, s² = 2.667 over n, so r = 2 / 1.633 · ½",
        ),
        Example({"flags": [True, True], "values": [1, 2]}, {"value": None, "status": "na"}),
    ),
    references=("R. F. Tate, Correlation between a discrete and a continuous variable, 1954",),
)
