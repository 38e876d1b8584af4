"""`collab.trace`: how a team talked, from its messages and busy times."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from steelyard.analysis.generalisation.busy import parallelism
from steelyard.analysis.generalisation.cells import number_cell, truth_cell
from steelyard.analysis.generalisation.record import add_indicator
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words, nfkc

_ID = "collab.trace"


class Message(NamedTuple):
    """One message of a trace; `correct` is None when nobody judged it."""

    trace: str | None
    id: str | None
    sender: str
    receiver: str | None
    reply_to: str | None
    expects_reply: bool
    text: str | None
    correct: bool | None


class Talk(NamedTuple):
    """How a team talked; None where nothing can be said.

    Attributes:
        messages: messages between agents; those to oneself do not count.
        rounds: messages that are not replies.
        response_rate: share of the rounds that expect a reply and got one.
        info_accuracy: share of the judged messages that are correct.
        redundancy: share of messages that repeat an earlier one between the same two.
        balance: evenness of messages over the agents: 1 is alike, 0 one agent alone.
    """

    messages: int
    rounds: int
    response_rate: float | None
    info_accuracy: float | None
    redundancy: float | None
    balance: float | None


def trace(messages: Sequence[Message]) -> Talk:
    """Return how a team talked."""
    kept = [message for message in messages if message.sender != message.receiver]
    rounds = [message for message in kept if message.reply_to is None]
    answered = {(m.trace, m.reply_to) for m in kept if m.reply_to is not None}
    asking = [(m.trace, m.id) in answered for m in rounds if m.expects_reply]
    judged = [message.correct for message in kept if message.correct is not None]
    said = Counter(
        (m.trace, m.sender, m.receiver, _norm(m.text)) for m in kept if m.text is not None
    )
    return Talk(
        messages=len(kept),
        rounds=len(rounds),
        response_rate=fmean(asking) if asking else None,
        info_accuracy=fmean(judged) if judged else None,
        redundancy=sum(n - 1 for n in said.values()) / len(kept) if kept else None,
        balance=_balance(kept),
    )


def _balance(messages: Sequence[Message]) -> float | None:
    agents = {m.sender for m in messages} | {m.receiver for m in messages if m.receiver is not None}
    if len(agents) < 2:
        return None
    shares = [n / len(messages) for n in Counter(m.sender for m in messages).values()]
    return abs(math.fsum(share * math.log(share) for share in shares)) / math.log(len(agents))


def _norm(text: str) -> str:
    return nfkc(text).casefold().strip()


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
