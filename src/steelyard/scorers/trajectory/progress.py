"""`agent.progress`: the share of a case's milestones that were reached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Port, Words, nfkc
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.trajectory.steps import read_trajectory, tool_calls

_STEP_NAMES = ("milestone", "name", "state", "event", "label")


def reached_share(milestones: Iterable[str], reached: Iterable[str]) -> tuple[int, int]:
    """Return how many milestones there are and how many of them were reached."""
    wanted = {_fold(name) for name in milestones if isinstance(name, str)}
    return len(wanted), len(wanted & {_fold(name) for name in reached if isinstance(name, str)})


def find_milestones(
    milestones: Iterable[str], trajectory: list[dict[str, Any]], output: str
) -> list[str]:
    """Return the milestones that a step of the trajectory or the output names."""
    named = {_fold(call.name) for call in tool_calls(trajectory)}
    for entry in trajectory:
        named |= {_fold(entry[key]) for key in _STEP_NAMES if isinstance(entry.get(key), str)}
    text = _fold(output)
    return [
        name
        for name in milestones
        if isinstance(name, str) and (_fold(name) in named or _fold(name) in text)
    ]


def _fold(name: str) -> str:
    return nfkc(name).casefold().strip()


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        "agent_progress": [],
        "agent_milestones": [],
        "agent_milestones_reached": [],
    }
    names = ("milestones", "milestones_reached", "trajectory", "output")
    for cells in zip(*(batch[name] for name in names), strict=True):
        total, reached = _counts(*cells)
        columns["agent_progress"].append(reached / total if total and reached is not None else None)
        columns["agent_milestones"].append(total)
        columns["agent_milestones_reached"].append(reached)
    return columns


def _counts(
    milestones: list[str] | None, reached: list[str] | None, cell: Any, output: str | None
) -> tuple[int | None, int | None]:
    if not milestones:
        return None, None
    trajectory = read_trajectory(cell)
    if reached is None and trajectory is None and output is None:
        return reached_share(milestones, ())[0], None
    if reached is None:
        reached = find_milestones(milestones, trajectory or [], output or "")
    return reached_share(milestones, reached)


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    if inputs["reached"] is None:
        return {"value": None}
    total, reached = reached_share(inputs["milestones"], inputs["reached"])
    return {"value": reached / total if total else None}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="agent.progress",
            version=1,
            kind="scorer",
            title=Words("Progress", "进度率"),
            meaning=Words(
                "Share of the case's milestones that were reached: as the agent or the environment "
                "reports them, else those that a step or the answer names.",
                "已达成里程碑的比例：优先采用智能体或环境上报的结果，否则按轨迹步骤或回答中出现的名称识别。",
            ),
            formula="|milestones ∩ reached| / |milestones|",
            inputs=(
                Port("milestones", "list", Words("milestones on the way", "里程碑")),
                Port(
                    "reached", "list", Words("milestones reached", "已达成里程碑"), required=False
                ),
            ),
            outputs=(Port("value", "float", Words("share in [0, 1]", "比例，取值 [0, 1]")),),
            compute=_compute,
            examples=(
                Example(
                    {"milestones": ["a", "b", "c", "d", "e"], "reached": ["c", "a", "b"]},
                    {"value": 0.6},
                ),
                Example({"milestones": [], "reached": ["a"]}, {"value": None}),
            ),
        ),
        reads=("milestones", "milestones_reached", "trajectory", "output"),
        writes={
            "agent_progress": "float",
            "agent_milestones": "int",
            "agent_milestones_reached": "int",
        },
        score=_score,
    )
)
