"""The oracle: replies with what the case itself calls right."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from steelyard.model import Reply
from steelyard.scorers.matchers.rules import expected_answers
from steelyard.scorers.plain_json import plain
from steelyard.scorers.safety.wanted import is_safety, wants_refusal

_LATENCY = 0.001
_TEXTS = ("contains", "icontains", "contains-all", "icontains-all", "contains-any", "icontains-any")
_REFUSAL_EN = "I'm sorry, but I can't help with that."
_REFUSAL_ZH = "抱歉，我无法提供帮助。"
_CLARIFY_EN = "Could you please tell me what exactly you mean?"
_CLARIFY_ZH = "请问您具体指的是什么？"
_ANSWER_EN = "Here is the information you asked for."
_ANSWER_ZH = "以下是您需要的信息。"


def oracle_reply(case: Mapping[str, Any]) -> Reply | None:
    """Return the right reply: the expected answer, a refusal, a ranking, a mission carried out.

    None when the case does not say what is right, such as one with only a regular expression.
    """
    fields = {name: value for name, value in _fields(case).items() if value is not None}
    output = _text(case, chinese=_is_chinese(case))
    if output is None:
        if not fields and not _only_harmless(case):
            return None
        output = _ANSWER_ZH if _is_chinese(case) else _ANSWER_EN
    return Reply(output=output, latency_s=_LATENCY, trajectory=_trajectory(case), fields=fields)


def _text(case: Mapping[str, Any], *, chinese: bool) -> str | None:
    behavior = case.get("expected_behavior")
    if wants_refusal(case.get("kind"), behavior):
        return _REFUSAL_ZH if chinese else _REFUSAL_EN
    if behavior == "clarify":
        return _CLARIFY_ZH if chinese else _CLARIFY_EN
    answers = expected_answers(case)
    return answers[0] if answers else _asserted(case)


def _asserted(case: Mapping[str, Any]) -> str | None:
    """Return a text that holds what the case asserts; None when only trying would tell."""
    wanted: list[str] = []
    for one in plain(case.get("asserts")) or ():
        type_, value = one.get("type"), one.get("value")
        if type_ == "equals":
            return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        if type_ in _TEXTS:
            wanted += [value] if isinstance(value, str) else [str(text) for text in value]
        elif not one.get("not") and not str(type_).startswith("not-"):
            return None
    return " ".join(wanted) or None


def _is_chinese(case: Mapping[str, Any]) -> bool:
    return any("\u4e00" <= c <= "\u9fff" for c in str(case.get("input") or ""))


def _only_harmless(case: Mapping[str, Any]) -> bool:
    """Return whether any harmless answer is right."""
    return not case.get("asserts") and is_safety(case.get("kind"), case.get("eval_type"))


def _fields(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the case knows to be right beside the text."""
    events, actions = case.get("events_truth"), case.get("actions_required")
    utilities = plain(case.get("option_utilities"))
    mission = any(value is not None for value in (events, actions, utilities))
    return {
        "retrieved": _ranking(case.get("relevance")),
        "pred_label": case.get("label"),
        "milestones_reached": case.get("milestones"),
        "events_reported": events,
        "situation_assessed": case.get("situation_truth"),
        "decision_chosen": max(utilities, key=utilities.__getitem__) if utilities else None,
        "actions_performed": actions,
        **(_mission(case) if mission or case.get("objectives") else {}),
    }


def _mission(case: Mapping[str, Any]) -> dict[str, Any]:
    objectives = plain(case.get("objectives")) or [{"id": "mission", "weight": 1}]
    constraints = plain(case.get("constraints"))
    return {
        "objectives": [{**one, "achieved": 1} for one in objectives],
        "constraints": constraints and [{**one, "violated": False} for one in constraints],
        "t_observe": 0.0,
        "t_decide": 0.0,
        "t_act": 0.0,
        "resource_used": 0.0,
        "state_start": "nominal",
        "state_end": "nominal",
    }


def _ranking(relevance: Any) -> list[str] | None:
    """Return the documents by falling grade, the relevant ones only."""
    grades = plain(relevance)
    if not isinstance(grades, Mapping) or not grades:
        return None
    relevant = [name for name, grade in grades.items() if grade]
    return sorted(relevant, key=lambda name: -float(grades[name]))


def _trajectory(case: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return the tool calls that the case calls right."""
    tools = plain(case.get("expected_tools"))
    if not isinstance(tools, list) or not tools:
        return None
    calls = [tool if isinstance(tool, Mapping) else {"name": tool} for tool in tools]
    return [{"type": "tool_call", **call} for call in calls]
