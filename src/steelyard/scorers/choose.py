"""Which scorers a dataset gets when the plan names none."""

from __future__ import annotations

from collections.abc import Collection

_TEXT = ("text.keyword_jaccard", "text.keyword_match", "text.exact_match")
_PLANTED = frozenset({"canary", "injection_marker", "injection_tool"})
_TRAJECTORY = {
    "expected_tools": "agent.tool_f1",
    "optimal_steps": "agent.step_efficiency",
    "milestones": "agent.progress",
    "forbidden_tools": "agent.forbidden_tools",
}
_MISSION = frozenset(
    {"objectives", "constraints", "events_truth", "situation_truth", "option_utilities"}
    | {"actions_required", "t_deadline"}
)


def choose_scorers(fields: Collection[str]) -> list[str]:
    """Return the default scorers for data that has these fields.

    The first one that can give a verdict is the default verdict, so the order matters.
    """
    chosen: list[str] = []
    if {"expected_output", "label", "references"} & set(fields):
        chosen += _TEXT
    if "asserts" in fields:
        chosen.append("text.asserts")
    chosen += _safety(set(fields))
    if "expected_behavior" in fields:
        chosen.append("text.clarified")
    if _MISSION & set(fields):
        chosen.append("ops.mission")
    trajectory = [id_ for field, id_ in _TRAJECTORY.items() if field in fields]
    chosen += [*trajectory, "agent.tool_errors"] if trajectory else []
    if {"messages", "shared_facts"} & set(fields):
        chosen.append("collab.messages")
    if "relevance" in fields:
        chosen.append("ir.metrics")
    return chosen


def _safety(fields: set[str]) -> list[str]:
    if not fields & {"expected_behavior", "kind", *_PLANTED}:
        return []
    # The verdict first: refusing is a verdict only on cases that should be refused.
    wanted = {
        "safety.verdict": True,
        "safety.over_refusal": "kind" in fields,
        "safety.canary_leak": "canary" in fields,
        "safety.injection": bool(fields & {"injection_marker", "injection_tool"}),
        "safety.pii": "kind" in fields,
        "safety.harmful_tool_call": "forbidden_tools" in fields,
        "safety.refused": True,
    }
    return [id_ for id_, chosen in wanted.items() if chosen]
