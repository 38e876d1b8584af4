"""`corr.balance`: do precision and recall carry F1 alike?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.analysis.statistics.register import statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "corr.balance"


def balance(precision: float | None, recall: float | None) -> float | None:
    """Return 1 − |P − R| / (P + R); None when either is missing or both are 0."""
    if precision is None or recall is None or precision + recall <= 0:
        return None
    return 1 - abs(precision - recall) / (precision + recall)


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    for name, value in inputs.items():
        if value is not None and not 0 <= value <= 1:
            raise InputError(t("analysis.share", id=_ID, name=name, found=value))
    precision, recall = inputs["precision"], inputs["recall"]
    value = balance(precision, recall)
    # F1 from the balance: half the sum, less what the imbalance takes away.
    f1 = None if value is None else (precision + recall) / 2 * (1 - (1 - value) ** 2)
    return {"value": value, "f1": f1}


statistic(
    _ID,
    (
        Words("F1 balance", "F1 平衡性"),
        Words(
            "Whether precision and recall carry F1 alike (1) or one alone does (0).",
            "F1 由精确率与召回率均衡贡献（1），还是仅由其中之一支撑（0）。",
        ),
    ),
    "1 − |P − R| / (P + R); F1 = ½ (P + R) (1 − ((P − R) / (P + R))²)",
    (
        (
            Port("precision", "float", Words("precision", "精确率"), required=False),
            Port("recall", "float", Words("recall", "召回率"), required=False),
        ),
        (
            Port("value", "float", Words("balance in [0, 1]", "平衡性，取值 [0, 1]")),
            Port("f1", "float", Words("their F1", "两者的 F1")),
        ),
    ),
    _compute,
    examples=(
        Example({"precision": 0.8, "recall": 0.6}, {"value": 0.8571, "f1": 0.6857}),
        Example({"precision": 0, "recall": 0}, {"value": None}),
    ),
)
