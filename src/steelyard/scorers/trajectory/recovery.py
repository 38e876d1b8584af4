"""`agent.recovery`: how often a case passes although a tool failed on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import ALGORITHMS, Algorithm, Example, Port, Words
from steelyard.scorers.trajectory.paired import pairs


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    rows = pairs("agent.recovery", inputs, "tool_errors", "passed")
    verdicts = [passed for errors, passed in rows if errors > 0]
    return {"value": sum(verdicts) / len(verdicts) if verdicts else None, "n": len(verdicts)}


ALGORITHMS.add(
    "agent.recovery",
    Algorithm(
        id="agent.recovery",
        version=1,
        kind="aggregation",
        title=Words("Recovery rate", "纠错率"),
        meaning=Words(
            "Among cases with at least one tool error, the share that passed all the same.",
            "在出现过工具错误的用例中，最终仍通过的比例。",
        ),
        formula="P(passed | ≥ 1 tool error in the trace)",
        inputs=(
            Port("tool_errors", "list", Words("tool errors of each case", "各用例的工具错误数")),
            Port("passed", "list", Words("verdict on each case", "各用例是否通过")),
        ),
        outputs=(
            Port("value", "float", Words("share; None without an error", "比例；无错误时为空")),
            Port("n", "int", Words("cases with an error", "出错用例数")),
        ),
        compute=_compute,
        examples=(
            Example(
                {"tool_errors": [0, 2, 1, 1], "passed": [True, True, False, True]},
                {"value": 0.6667, "n": 3},
            ),
            Example({"tool_errors": [0], "passed": [True]}, {"value": None, "n": 0}),
        ),
    ),
)
