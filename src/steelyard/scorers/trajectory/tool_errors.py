"""`agent.tool_errors`: how many tool errors a trajectory holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.trajectory.steps import error_steps, read_trajectory


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    trajectories = map(read_trajectory, batch["trajectory"])
    counts = [None if entries is None else len(error_steps(entries)) for entries in trajectories]
    return {
        "agent_tool_errors": counts,
        "agent_had_tool_error": [None if count is None else count > 0 for count in counts],
    }


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    entries = read_trajectory(inputs["trajectory"])
    steps = [] if entries is None else error_steps(entries)
    return {"value": None if entries is None else len(steps), "steps": steps}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="agent.tool_errors",
            version=1,
            kind="scorer",
            title=Words("Tool errors", "工具错误数"),
            meaning=Words(
                "Steps of the trajectory that report an error; what recovery is measured on.",
                "轨迹中报告错误的步骤数，是纠错率的依据。",
            ),
            formula="steps with error, is_error, arguments_error, success = false, or a status of "
            "failure; a call and its result count once",
            inputs=(Port("trajectory", "list", Words("steps of the agent", "执行轨迹")),),
            outputs=(
                Port("value", "int", Words("number of errors", "错误数")),
                Port("steps", "list", Words("their places, from 0", "出错步骤序号，从 0 起")),
            ),
            compute=_compute,
            examples=(
                Example(
                    {
                        "trajectory": [
                            {"type": "tool_call", "id": "1", "name": "search", "arguments": {}},
                            {"type": "tool_result", "tool_call_id": "1", "is_error": True},
                            {"type": "tool_call", "name": "search", "status": "ok"},
                        ]
                    },
                    {"value": 1, "steps": [1]},
                ),
            ),
        ),
        reads=("trajectory",),
        writes={"agent_tool_errors": "int", "agent_had_tool_error": "bool"},
        score=_score,
    )
)
