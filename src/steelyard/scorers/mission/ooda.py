"""`ops.ooda`: the stages observe, orient, decide and act as one loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorers.mission.leaf import VALUE
from steelyard.scorers.mission.weights import weighted_mean, weights_param
from steelyard.scorers.plain_json import number

STAGES = {"observe": 0.25, "orient": 0.25, "decide": 0.25, "act": 0.25}
STAGE_WEIGHTS = weights_param("stage_weights", STAGES, Words("weight of each stage", "各环节权重"))
AGGREGATION = Param(
    "aggregation",
    "text",
    "geometric",
    Words(
        "geometric: a broken stage breaks the loop; arithmetic: stages make up for one another",
        "geometric：任一环节断裂则整体断裂；arithmetic：环节之间可相互弥补",
    ),
    choices=("geometric", "arithmetic"),
)


def ooda(stages: Mapping[str, float | None], params: Mapping[str, Any]) -> float | None:
    """Return the weighted mean of the stages there are."""
    weights = STAGES | params["stage_weights"]
    geometric = params["aggregation"] == "geometric"
    return weighted_mean(stages, weights, geometric=geometric)


def check_scores(id_: str, scores: Mapping[str, Any], known: Mapping[str, float]) -> None:
    """Raise unless every score has a known name and lies in [0, 1] or is None."""
    for name, value in scores.items():
        if name not in known:
            raise InputError(
                t("mission.unknown_score", id=id_, name=name, allowed=", ".join(known))
            )
        found = number(value)
        if value is not None and (found is None or not 0 <= found <= 1):
            raise InputError(t("mission.score", id=id_, name=name, found=repr(value)))


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    check_scores("ops.ooda", inputs["stages"], STAGES)
    return {"value": ooda(inputs["stages"], params)}


ALGORITHMS.add(
    "ops.ooda",
    Algorithm(
        id="ops.ooda",
        version=1,
        kind="aggregation",
        title=Words("Quality of the loop", "环节质量"),
        meaning=Words(
            "Observe, orient, decide and act as one loop: a broken stage breaks the loop.",
            "观察、判断、决策、行动构成一个闭环，任一环节断裂则闭环断裂。",
        ),
        formula="∏ stage^w (weights renormalised over the stages there are)",
        inputs=(Port("stages", "json", Words("score of each stage", "各环节得分")),),
        outputs=(VALUE,),
        compute=_compute,
        params=(STAGE_WEIGHTS, AGGREGATION),
        examples=(
            Example(
                {"stages": {"observe": 2 / 3, "orient": 0.5, "decide": 0.625, "act": 0.6}},
                {"value": 0.5946},
            ),
            Example({"stages": {"observe": 1.0, "act": 0.0}}, {"value": 0.0}),
            Example(
                {"stages": {"observe": 1.0, "act": 0.0, "decide": None}},
                {"value": 0.5},
                {"aggregation": "arithmetic"},
            ),
        ),
        references=("T. Grant, B. Kooter: Comparing OODA and other models, 10th ICCRTS (2005)",),
    ),
)
