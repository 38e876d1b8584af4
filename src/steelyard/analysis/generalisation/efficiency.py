"""`collab.efficiency`: quality per round and second of talking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.analysis.generalisation.record import SCORE, VALUE, add_indicator
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Param, Port, Words

_ID = "collab.efficiency"


def efficiency(quality: float, rounds: float, seconds: float) -> float:
    """Return quality / (rounds · seconds + 1)."""
    return quality / (rounds * seconds + 1)


def efficiency_score(quality: float, rounds: float, seconds: float, reference: float) -> float:
    """Return the quality, cut down as talking took more than `reference` (rounds · seconds)."""
    return quality * min(1.0, (reference + 1) / (rounds * seconds + 1))


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    quality, rounds, seconds = (
        _checked(name, inputs[name])
        for name in ("task_quality", "communication_rounds", "task_time")
    )
    if quality is None or rounds is None or seconds is None:
        found = dict.fromkeys(("value", "score", "efficiency", "quality"))
        return found | {"notes": [t("generalisation.incomplete")]}
    value = efficiency(quality, rounds, seconds)
    if params["mode"] == "documented" and seconds == 0:
        value = 0.0
    documented = {"efficiency": value, "quality": quality}
    ref_rounds, ref_time = params["ref_rounds"], params["ref_time"]
    if ref_rounds is None or ref_time is None:
        notes = [t("generalisation.no_reference")]
        return documented | {"value": value, "score": None, "notes": notes}
    score = efficiency_score(quality, rounds, seconds, ref_rounds * ref_time)
    return documented | {"value": value, "score": score, "notes": []}


def _checked(name: str, value: float | None) -> float | None:
    if value is not None and value < 0:
        raise InputError(t("generalisation.negative", id=_ID, name=name, found=value))
    if value is not None and name == "task_quality" and value > 1:
        raise InputError(t("analysis.share", id=_ID, name=name, found=value))
    return value


add_indicator(
    _ID,
    (
        Words("Collaboration efficiency", "协作效率"),
        Words(
            "Quality per round and second of talking; the score compares it with a reference, for "
            "the value alone depends on the unit of time.",
            "单位通信轮次与时间所得的任务质量；取值取决于时间单位，故得分以参照值为准。",
        ),
    ),
    "value = q / (r · t + 1), t in seconds; score = q · min(1, (r₀ t₀ + 1) / (r t + 1))",
    (
        (
            Port(
                "task_quality",
                "float",
                Words("quality, 0 to 1", "任务质量，0 至 1"),
                required=False,
            ),
            Port("communication_rounds", "float", Words("rounds", "通信轮次"), required=False),
            Port("task_time", "float", Words("seconds", "用时（秒）"), required=False),
        ),
        (
            VALUE,
            SCORE,
            Port("efficiency", "float", Words("the same as value", "即 value")),
            Port("quality", "float", Words("the quality given", "即 task_quality")),
        ),
    ),
    _compute,
    params=(
        Param(
            "mode",
            "text",
            "continuous",
            Words("documented: 0 when the time is 0", "documented：用时为 0 时取 0"),
            choices=("continuous", "documented"),
        ),
        Param("ref_rounds", "float", None, Words("reference rounds", "参照轮次"), minimum=0),
        Param("ref_time", "float", None, Words("reference seconds", "参照用时（秒）"), minimum=0),
    ),
    examples=(
        Example(
            {"task_quality": 0.9, "communication_rounds": 3, "task_time": 10},
            {"value": 0.0290, "score": None},
        ),
        Example(
            {"task_quality": 0.9, "communication_rounds": 3, "task_time": 10},
            {"score": 0.9},
            {"ref_rounds": 3, "ref_time": 10},
        ),
        Example(
            {"task_quality": 0.9, "communication_rounds": 3, "task_time": 20},
            {"score": 0.4574},
            {"ref_rounds": 3, "ref_time": 10},
        ),
        Example(
            {"task_quality": 0.9, "communication_rounds": 3, "task_time": 0},
            {"value": 0.9},
            note="no jump at 0",
        ),
        Example(
            {"task_quality": 0.9, "communication_rounds": 3, "task_time": 0},
            {"value": 0.0},
            {"mode": "documented"},
        ),
    ),
)
