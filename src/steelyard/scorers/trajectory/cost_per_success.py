"""`agent.cost_per_success`: what one passed case costs, the failed ones paid for too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorers.trajectory.paired import pairs


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    rows = pairs("agent.cost_per_success", inputs, "costs", "passed")
    successes = sum(passed for _, passed in rows)
    if not successes:
        return {"value": None, "score": None}
    value, budget = sum(cost for cost, _ in rows) / successes, params["budget"]
    if budget is None:
        return {"value": value, "score": None}
    return {"value": value, "score": 1.0 if value <= 0 else min(1.0, budget / value)}


ALGORITHMS.add(
    "agent.cost_per_success",
    Algorithm(
        id="agent.cost_per_success",
        version=1,
        kind="aggregation",
        title=Words("Cost per success", "单位成功成本"),
        meaning=Words(
            "Cost of all cases divided by the number that passed; undefined when none did.",
            "全部用例的费用除以通过用例数；无一通过时无定义。",
        ),
        formula="Σ cost / Σ passed; score = min(1, budget / value)",
        inputs=(
            Port("costs", "list", Words("cost of each case", "各用例费用")),
            Port("passed", "list", Words("verdict on each case", "各用例是否通过")),
        ),
        outputs=(
            Port("value", "float", Words("cost of one success", "单位成功成本")),
            Port("score", "float", Words("score, when there is a budget", "得分（设有预算时）")),
        ),
        compute=_compute,
        params=(
            Param(
                "budget",
                "float",
                None,
                Words("cost of one success that scores 1", "得分为 1 的单位成功成本"),
                minimum=0,
            ),
        ),
        examples=(
            Example({"costs": [0.2] * 10, "passed": [1] * 8 + [0] * 2}, {"value": 0.25}),
            Example(
                {"costs": [3, 1], "passed": [True, True]},
                {"value": 2.0, "score": 0.5},
                {"budget": 1},
            ),
            Example({"costs": [1], "passed": [False]}, {"value": None, "score": None}),
        ),
    ),
)
