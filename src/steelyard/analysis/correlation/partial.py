"""`corr.partial`: what is left of a correlation once a third thing is held fixed?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from steelyard.analysis.correlation.triples import check_triple
from steelyard.analysis.statistics.register import statistic
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "corr.partial"


def partial_correlation(rxy: float, rxz: float, ryz: float) -> float | None:
    """Return the correlation of x and y with z held fixed; None when z determines either."""
    left = (1 - rxz**2) * (1 - ryz**2)
    if left <= 1e-15:
        return None
    return max(-1.0, min(1.0, (rxy - rxz * ryz) / math.sqrt(left)))


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    value = partial_correlation(*check_triple(_ID, inputs, ("rxy", "rxz", "ryz")))
    return {"value": value, "notes": [t("analysis.determined")] if value is None else []}


statistic(
    _ID,
    (
        Words("Partial correlation", "偏相关系数"),
        Words(
            "The correlation of two measures once a third, such as difficulty, is held fixed.",
            "固定第三个因素（如难度）后，两种度量之间的相关系数。",
        ),
    ),
    "(r_xy − r_xz r_yz) / √((1 − r_xz²)(1 − r_yz²))",
    (
        (
            Port("rxy", "float", Words("correlation of the two", "两者的相关系数")),
            Port("rxz", "float", Words("first and the third", "前者与第三者的相关系数")),
            Port("ryz", "float", Words("second and the third", "后者与第三者的相关系数")),
        ),
        (Port("value", "float", Words("partial correlation", "偏相关系数")),),
    ),
    _compute,
    examples=(Example({"rxy": -0.6, "rxz": 0.7, "ryz": -0.8}, {"value": -0.0934}),),
)
