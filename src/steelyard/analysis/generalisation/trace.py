"""`collab.trace`: how a team talked, from its messages and busy times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.analysis.generalisation.cells import number_cell, truth_cell
from steelyard.analysis.generalisation.record import add_indicator
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words
from steelyard.scorers.collaboration import Message, parallelism, trace

_ID = "collab.trace"


def _message(at: int, row: Mapping[str, Any]) -> Message:
    texts = {}
    for name in ("trace_id", "id", "sender", "receiver", "in_reply_to", "text"):
        value = row.get(name)
        texts[name] = value if value is None or isinstance(value, str) else str(value)
    if texts["sender"] is None:
        raise InputError(t("generalisation.sender", id=_ID, at=at))
    expects = truth_cell(_ID, at, row, "expects_reply")
    return Message(
        trace=texts["trace_id"],
        id=texts["id"],
        sender=texts["sender"],
        receiver=texts["receiver"],
        reply_to=texts["in_reply_to"],
        expects_reply=expects is not False,
        text=texts["text"],
        correct=truth_cell(_ID, at, row, "correct"),
    )


def _span(at: int, row: Mapping[str, Any]) -> tuple[str, float, float] | None:
    start = number_cell(_ID, at, row, "start")
    end = number_cell(_ID, at, row, "end")
    if start is None or end is None or row.get("agent") is None:
        return None
    if end < start:
        raise InputError(t("generalisation.span", id=_ID, at=at, start=start, end=end))
    return str(row["agent"]), start, end


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    found = trace([_message(at, row) for at, row in enumerate(inputs["messages"], 1)])
    spans = [_span(at, row) for at, row in enumerate(inputs["spans"] or (), 1)]
    busy = parallelism([span for span in spans if span is not None])
    notes = [] if found.messages else [t("generalisation.no_messages")]
    return {**found._asdict(), "parallelism": busy, "notes": notes}


def _said(id_: str, way: str, text: str, reply: str | None = None, *, right: bool = True) -> Any:
    sender, receiver = way.split(">")
    facts = {"id": id_, "sender": sender, "receiver": receiver, "text": text, "correct": right}
    return facts | ({"in_reply_to": reply} if reply else {})


add_indicator(
    _ID,
    (
        Words("Collaboration trace", "协作轨迹分析"),
        Words(
            "How a team talked: rounds, answered questions, right and repeated messages, balance "
            "between agents and how much they worked at the same time.",
            "团队的沟通情况：轮次、应答率、信息准确率、重复率、各方均衡度与并行度。",
        ),
    ),
    "rounds = messages that are no reply; response_rate = rounds that got one / that expect one; "
    "redundancy = repeats / messages; balance = −Σ p ln p / ln agents; "
    "parallelism = Σ busy time / makespan",
    (
        (
            Port(
                "messages",
                "rows",
                Words(
                    "list of {id, trace_id, sender, receiver, in_reply_to, expects_reply, text, "
                    "correct}",
                    "消息列表 {id, trace_id, sender, receiver, in_reply_to, expects_reply, text, "
                    "correct}",
                ),
            ),
            Port(
                "spans",
                "rows",
                Words("busy times {agent, start, end}", "工作时段 {agent, start, end}"),
                required=False,
            ),
        ),
        (
            Port("messages", "int", Words("messages between agents", "智能体间的消息数")),
            Port("rounds", "int", Words("messages that are no reply", "轮次")),
            Port("response_rate", "float", Words("questions answered", "应答率")),
            Port("info_accuracy", "float", Words("judged messages that are right", "信息准确率")),
            Port("redundancy", "float", Words("messages that repeat", "重复率")),
            Port("balance", "float", Words("evenness over agents", "均衡度")),
            Port("parallelism", "float", Words("agents busy at once, on average", "并行度")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {
                "messages": [
                    _said("1", "a>b", "q1"),
                    _said("2", "b>a", "r1", "1"),
                    _said("3", "a>c", "q2"),
                    _said("4", "a>c", "q2"),
                    _said("5", "c>a", "r2", "4", right=False),
                ],
                "spans": [
                    {"agent": "a", "start": 0, "end": 60},
                    {"agent": "b", "start": 10, "end": 60},
                    {"agent": "c", "start": 35, "end": 75},
                ],
            },
            {
                "messages": 5,
                "rounds": 3,
                "response_rate": 0.6667,
                "info_accuracy": 0.8,
                "redundancy": 0.2,
                "balance": 0.8650,
                "parallelism": 2.0,
            },
        ),
    ),
    references=("K. Zhu et al., MultiAgentBench, arXiv 2503.01935, 2025",),
)
