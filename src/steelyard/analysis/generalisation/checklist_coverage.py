"""`port.checklist_coverage`: how much of what must be checked was checked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from steelyard.analysis.generalisation.record import SCORE, VALUE, add_indicator
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

_ID = "port.checklist_coverage"


def checklist_coverage(covered: Iterable[Hashable], required: Iterable[Hashable]) -> float | None:
    """Return |covered ∩ required| / |required|; None when nothing is required."""
    needed = set(required)
    return len(needed & set(covered)) / len(needed) if needed else None


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    for name in ("covered", "required"):
        for at, item in enumerate(inputs[name], 1):
            if not isinstance(item, str):
                raise InputError(t("generalisation.item", id=_ID, name=name, at=at, found=item))
    value = checklist_coverage(inputs["covered"], inputs["required"])
    covered = set(inputs["covered"])
    lacking = [item for item in dict.fromkeys(inputs["required"]) if item not in covered]
    notes = [t("generalisation.nothing_required")] if value is None else []
    return {"value": value, "score": value, "lacking": lacking, "notes": notes}


add_indicator(
    _ID,
    (
        Words("Checklist coverage", "兼容性清单覆盖率"),
        Words(
            "Share of the required configurations that were checked.",
            "已检查的关键配置占应检查者的比例。",
        ),
    ),
    "|covered ∩ required| / |required|",
    (
        (
            Port("covered", "list", Words("what was checked", "已检查的配置")),
            Port("required", "list", Words("what must be checked", "应检查的配置")),
        ),
        (
            VALUE,
            SCORE,
            Port("lacking", "list", Words("required but not checked", "尚未检查的配置")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {"covered": ["os", "gpu", "x"], "required": ["os", "gpu", "ram", "python"]},
            {"value": 0.5, "lacking": ["ram", "python"]},
        ),
        Example({"covered": ["os"], "required": []}, {"value": None}),
    ),
)
