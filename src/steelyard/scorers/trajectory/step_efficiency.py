"""`agent.step_efficiency`: the fewest steps that solve a case, over the steps it took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.trajectory.steps import count_steps, read_trajectory


def step_efficiency(
    passed: bool | None,  # noqa: FBT001
    optimal: int | None,
    actual: int | None,
) -> float | None:
    """Return optimal / actual, at most 1; 0 for a case that did not pass."""
    if passed is None or optimal is None or actual is None:
        return None
    if not passed:
        return 0.0
    return min(1.0, optimal / actual) if actual > 0 else 1.0


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    trajectories = map(read_trajectory, batch["trajectory"])
    steps = [None if entries is None else count_steps(entries) for entries in trajectories]
    rows = zip(batch["passed"], batch["optimal_steps"], steps, strict=True)
    return {"agent_step_efficiency": [step_efficiency(*row) for row in rows], "agent_steps": steps}


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    values = (inputs["passed"], inputs["optimal_steps"], inputs["actual_steps"])
    return {"value": step_efficiency(*values)}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="agent.step_efficiency",
            version=1,
            kind="scorer",
            title=Words("Step efficiency", "步骤效率"),
            meaning=Words(
                "How close a solved case came to the fewest steps that solve it; an unsolved case "
                "is 0.",
                "已解决用例的步数与最优步数的接近程度；未解决为 0。",
            ),
            formula="passed ? min(1, optimal_steps / actual_steps) : 0",
            inputs=(
                Port("passed", "bool", Words("verdict on the case", "是否通过"), required=False),
                Port("optimal_steps", "int", Words("fewest steps", "最优步数"), required=False),
                Port("actual_steps", "int", Words("steps taken", "实际步数"), required=False),
            ),
            outputs=(Port("value", "float", Words("efficiency in [0, 1]", "效率，取值 [0, 1]")),),
            compute=_compute,
            examples=(
                Example({"passed": True, "optimal_steps": 4, "actual_steps": 6}, {"value": 0.6667}),
                Example({"passed": True, "optimal_steps": 4, "actual_steps": 3}, {"value": 1.0}),
                Example({"passed": False, "optimal_steps": 4, "actual_steps": 4}, {"value": 0.0}),
            ),
        ),
        reads=("passed", "optimal_steps", "trajectory"),
        writes={"agent_step_efficiency": "float", "agent_steps": "int"},
        score=_score,
    )
)
