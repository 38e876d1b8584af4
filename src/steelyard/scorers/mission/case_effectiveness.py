"""`ops.case_effectiveness`: the leaves of one case as one number, 0 after a veto."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import ALGORITHMS, Algorithm, Example, Port, Words
from steelyard.scorers.mission.leaf import VALUE
from steelyard.scorers.mission.ooda import check_scores
from steelyard.scorers.mission.weights import weighted_mean, weights_param

LEAVES = {
    "mission": 0.40,
    "ooda": 0.30,
    "timeliness": 0.15,
    "compliance": 0.10,
    "resource": 0.05,
}
WEIGHTS = weights_param("weights", LEAVES, Words("weight of each leaf", "各指标权重"))


def case_effectiveness(
    scores: Mapping[str, float | None], weights: dict[str, float], *, veto: bool
) -> float | None:
    """Return the weighted mean of the leaves there are; 0 after a veto or with nothing achieved."""
    if veto or scores.get("mission") == 0:
        return 0.0  # doing nothing is quick, cheap and breaks no rule
    return weighted_mean(scores, LEAVES | weights)


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    check_scores("ops.case_effectiveness", inputs["scores"], LEAVES)
    veto = bool(inputs["veto"])
    return {"value": case_effectiveness(inputs["scores"], params["weights"], veto=veto)}


ALGORITHMS.add(
    "ops.case_effectiveness",
    Algorithm(
        id="ops.case_effectiveness",
        version=2,
        kind="aggregation",
        title=Words("Case effectiveness", "用例效能"),
        meaning=Words(
            "Weighted mean of a case's leaves; missing ones leave their weight to the others. It "
            "is 0 when a hard constraint was broken or no objective was achieved at all.",
            "用例各项得分的加权平均；缺失项的权重由其余项分担。违反硬约束或目标毫无达成则为 0。",
        ),
        formula="Σ w · s / Σ w over the leaves there are; veto or mission = 0: 0",
        inputs=(
            Port("scores", "json", Words("score of each leaf", "各项得分")),
            Port(
                "veto",
                "bool",
                Words("whether a hard constraint was broken", "是否违反硬约束"),
                required=False,
            ),
        ),
        outputs=(VALUE,),
        compute=_compute,
        params=(WEIGHTS,),
        examples=(
            Example(
                {
                    "scores": {
                        "mission": 0.68,
                        "ooda": 0.5946,
                        "timeliness": 0.5,
                        "compliance": 0.75,
                        "resource": None,
                    },
                    "veto": False,
                },
                {"value": 0.6320},
            ),
            Example({"scores": {"mission": 1.0}, "veto": True}, {"value": 0.0}),
            Example({"scores": {"mission": 0.0, "timeliness": 1.0}}, {"value": 0.0}),
        ),
    ),
)
