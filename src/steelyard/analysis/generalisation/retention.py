"""`port.retention`: how much of its performance an agent keeps in another environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.analysis.generalisation.record import SCORE, VALUE, add_indicator
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "port.retention"


def retention(shifted: float | None, base: float | None) -> float | None:
    """Return shifted / base, which may exceed 1; None when either is missing or the base is 0."""
    if shifted is None or base is None or base == 0:
        return None
    return shifted / base


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    for name, given in inputs.items():
        if given is not None and given < 0:
            raise InputError(t("generalisation.negative", id=_ID, name=name, found=given))
    value = retention(inputs["transferred_score"], inputs["original_score"])
    score = None if value is None else min(1.0, value)
    loss = None if value is None else 1 - value
    notes = [t("generalisation.no_base")] if value is None else []
    return {
        "value": value,
        "score": score,
        "portability": value,
        "performance_loss": loss,
        "notes": notes,
    }


add_indicator(
    _ID,
    (
        Words("Performance retention", "性能保持率"),
        Words(
            "Score after the move divided by the score before; a base of 0 leaves it undefined.",
            "迁移后得分与迁移前得分之比；迁移前为 0 时无定义。",
        ),
    ),
    "value = transferred / original; score = min(1, value)",
    (
        (
            Port("original_score", "float", Words("score before", "迁移前得分"), required=False),
            Port("transferred_score", "float", Words("score after", "迁移后得分"), required=False),
        ),
        (
            VALUE,
            SCORE,
            Port("portability", "float", Words("the same as value", "即 value")),
            Port("performance_loss", "float", Words("1 − value", "性能损失：1 − value")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {"original_score": 0.9, "transferred_score": 0.85},
            {"value": 0.9444, "score": 0.9444, "performance_loss": 0.0556},
        ),
        Example({"original_score": 0.8, "transferred_score": 0.9}, {"value": 1.125, "score": 1.0}),
        Example({"original_score": 0, "transferred_score": 0.9}, {"value": None, "score": None}),
    ),
)
