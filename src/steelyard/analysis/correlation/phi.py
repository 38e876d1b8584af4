"""`corr.phi`: do two verdicts on the same cases go together?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from steelyard.analysis.statistics.register import statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "corr.phi"
_COUNTS = ("both", "only_a", "only_b", "neither")


def phi(both: float, only_a: float, only_b: float, neither: float) -> float | None:
    """Return the correlation of two verdicts; None when one of them never varies."""
    margins = (both + only_a, only_b + neither, both + only_b, only_a + neither)
    if min(margins) <= 0:
        return None
    # Root by root: the product of four large counts need not fit a float.
    value = (both * neither - only_a * only_b) / math.prod(map(math.sqrt, margins))
    return max(-1.0, min(1.0, value))


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    for name in _COUNTS:
        if inputs[name] < 0:
            raise InputError(t("analysis.count", id=_ID, name=name, found=inputs[name]))
    both, only_a, only_b, neither = (inputs[name] for name in _COUNTS)
    total = both + only_a + only_b + neither
    value = phi(both, only_a, only_b, neither)
    return {
        "value": value,
        "gap": abs(only_a - only_b) / total if total else None,
        "n": total,
        "notes": [t("analysis.empty_margin")] if value is None else [],
    }


statistic(
    _ID,
    (
        Words("Phi coefficient", "φ 相关系数"),
        Words(
            "Whether two verdicts on the same cases, such as right and completed, go together; a "
            "small gap between their rates does not say so.",
            "同一批用例上的两种判定（如正确与完成）是否一致变化；两者比率接近并不说明这一点。",
        ),
    ),
    "(ad − bc) / √((a+b)(c+d)(a+c)(b+d)); gap = |b − c| / n",
    (
        (
            Port("both", "float", Words("cases both hold for", "两者皆成立的用例数")),
            Port("only_a", "float", Words("cases only the first holds for", "仅前者成立的用例数")),
            Port("only_b", "float", Words("cases only the second holds for", "仅后者成立的用例数")),
            Port("neither", "float", Words("cases neither holds for", "两者皆不成立的用例数")),
        ),
        (
            Port("value", "float", Words("correlation in [−1, 1]", "相关系数，取值 [−1, 1]")),
            Port("gap", "float", Words("how far the two rates are apart", "两个比率之差")),
            Port("n", "float", Words("cases", "用例数")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {"both": 40, "only_a": 10, "only_b": 5, "neither": 45}, {"value": 0.7035, "gap": 0.05}
        ),
        Example({"both": 40, "only_a": 0, "only_b": 5, "neither": 0}, {"value": None}),
    ),
)
