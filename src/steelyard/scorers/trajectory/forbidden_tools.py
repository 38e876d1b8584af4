"""`agent.forbidden_tools`: whether a tool was called that the case forbids, and which call."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from steelyard.model import Algorithm, Example, FieldType, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.trajectory.steps import Call, read_trajectory, tool_calls

_MOST_SHOWN = 100


def forbidden_calls(forbidden: Collection[str], trajectory: list[dict[str, Any]]) -> list[Call]:
    """Return the calls of tools that are forbidden."""
    return [call for call in tool_calls(trajectory) if call.name in forbidden]


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in _WRITES}
    for forbidden, cell in zip(batch["forbidden_tools"], batch["trajectory"], strict=True):
        trajectory = read_trajectory(cell)
        if forbidden is None or trajectory is None:
            found: tuple[Any, ...] = (None, None, None)
        else:
            calls = forbidden_calls(forbidden, trajectory)
            found = (bool(calls), not calls, _shown(calls) or None)
        for column, value in zip(columns.values(), found, strict=True):
            column.append(value)
    return columns


def _shown(calls: list[Call]) -> list[dict[str, Any]]:
    return [call._asdict() for call in calls[:_MOST_SHOWN]]


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    calls = forbidden_calls(inputs["forbidden_tools"], read_trajectory(inputs["trajectory"]) or [])
    return {"value": bool(calls), "passed": not calls, "calls": _shown(calls)}


_WRITES: dict[str, FieldType] = {
    "agent_forbidden_tools": "bool",
    "agent_forbidden_tools_ok": "bool",
    "agent_forbidden_tools_evidence": "json",
}

add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="agent.forbidden_tools",
            version=1,
            kind="scorer",
            title=Words("Forbidden tools", "禁用工具检查"),
            meaning=Words(
                "Whether the agent called a tool that the case forbids; the calls are kept as "
                "evidence.",
                "智能体是否调用了用例禁止的工具；相应调用作为证据保留。",
            ),
            formula="any call of the trajectory whose tool is in forbidden_tools",
            inputs=(
                Port("forbidden_tools", "list", Words("tools that are forbidden", "禁用工具")),
                Port("trajectory", "list", Words("steps of the agent", "执行轨迹")),
            ),
            outputs=(
                Port("value", "bool", Words("whether one was called", "是否调用了禁用工具")),
                Port("passed", "bool", Words("whether none was", "是否合规")),
                Port("calls", "list", Words("the calls", "违规调用")),
            ),
            compute=_compute,
            examples=(
                Example(
                    {
                        "forbidden_tools": ["delete"],
                        "trajectory": [{"tool": "search"}, {"tool": "delete", "args": {"id": 1}}],
                    },
                    {
                        "value": True,
                        "calls": [{"step": 1, "name": "delete", "arguments": {"id": 1}}],
                    },
                ),
                Example(
                    {"forbidden_tools": ["delete"], "trajectory": [{"tool": "search"}]},
                    {"value": False, "passed": True},
                ),
            ),
        ),
        reads=("forbidden_tools", "trajectory"),
        writes=_WRITES,
        score=_score,
        verdict="agent_forbidden_tools_ok",
    )
)
