"""`collab.messages`: what the messages of a case say about the team behind its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from steelyard.model import Algorithm, Example, FieldType, Param, Port, Words
from steelyard.scorers.collaboration.busy import parallelism
from steelyard.scorers.collaboration.facts import Facts
from steelyard.scorers.collaboration.heard import Heard, hear
from steelyard.scorers.collaboration.talk import Message, agents_of, trace
from steelyard.scorers.plain_json import number, plain
from steelyard.scorers.scorer import Batch, Scorer, add_scorer

_ID = "collab.messages"
_READS = (
    "messages",
    "trajectory",
    "shared_facts",
    "situation_truth",
    "latency_s",
    "task_quality",
    "passed",
)


class Team(NamedTuple):
    """What is known of the team of one case; None where nothing can be said.

    Attributes:
        messages: messages between agents.
        collaboration: whether two agents or more took part, if only as one who never answers.
        judged: messages that could be judged.
        correct: those of them that are right.
        rounds: messages that are not replies.
        time: seconds from the first to the last message or busy time, else the latency.
        quality: quality of the joint result: what was reported, else the verdict as 1 or 0.
        response_rate: share of the rounds that expect a reply and got one.
        redundancy: share of messages that repeat an earlier one between the same two.
        balance: evenness of messages over the agents.
        parallelism: agents busy at once, on average.
    """

    messages: int | None = None
    collaboration: bool | None = None
    judged: int | None = None
    correct: int | None = None
    rounds: int | None = None
    time: float | None = None
    quality: float | None = None
    response_rate: float | None = None
    redundancy: float | None = None
    balance: float | None = None
    parallelism: float | None = None


_COLUMNS: dict[str, tuple[str, FieldType]] = {
    "collab_messages": ("messages", "int"),
    "collaboration": ("collaboration", "bool"),
    "messages_total": ("judged", "int"),
    "messages_correct": ("correct", "int"),
    "communication_rounds": ("rounds", "int"),
    "collab_time": ("time", "float"),
    "task_time": ("time", "float"),
    "task_quality": ("quality", "float"),
    "collab_response_rate": ("response_rate", "float"),
    "collab_redundancy": ("redundancy", "float"),
    "collab_balance": ("balance", "float"),
    "collab_parallelism": ("parallelism", "float"),
}
"""The columns it writes, what of a team they hold, and their types."""


def team(row: Mapping[str, Any], outsiders: Sequence[str] = ()) -> Team:
    """Return what the cells of one row say about the team that answered.

    Args:
        row: the cells, by the names of the columns read.
        outsiders: who is no member of the team: what they say and hear does not count.
    """
    heard = hear(row["messages"], row["trajectory"])
    if heard is None:
        return Team()
    kept = [m for m in heard.messages if not {m.sender, m.receiver} & set(outsiders)]
    kept = _judged(kept, _facts(row))
    talk = trace(kept)
    if len(agents_of(kept)) < 2:
        return Team(messages=talk.messages, collaboration=False)
    marks = [m.correct for m in kept if m.sender != m.receiver and m.correct is not None]
    return Team(
        messages=talk.messages,
        collaboration=True,
        judged=len(marks) if marks else None,
        correct=sum(marks) if marks else None,
        rounds=talk.rounds,
        time=_time(heard, number(row["latency_s"])),
        quality=_quality(row),
        response_rate=talk.response_rate,
        redundancy=talk.redundancy,
        balance=talk.balance,
        parallelism=parallelism(heard.spans),
    )


def _facts(row: Mapping[str, Any]) -> Facts:
    for name in ("shared_facts", "situation_truth"):
        given = plain(row[name])
        if isinstance(given, Mapping) and (facts := Facts(given)):
            return facts
    return Facts({})


def _judged(messages: list[Message], facts: Facts) -> list[Message]:
    """Return the messages judged by the facts; one they say nothing of keeps its own mark."""
    if not facts:
        return messages
    found = ((message, facts.judge(message.text)) for message in messages)
    return [m if verdict is None else m._replace(correct=verdict) for m, verdict in found]


def _time(heard: Heard, latency: float | None) -> float | None:
    times = [m.ts for m in heard.messages if m.ts is not None]
    times += [moment for _, start, end in heard.spans for moment in (start, end)]
    whole = max(times) - min(times) if times else 0.0
    return whole if whole > 0 else latency


def _quality(row: Mapping[str, Any]) -> float | None:
    reported = number(row["task_quality"])
    if reported is not None and 0 <= reported <= 1:
        return reported
    return None if row["passed"] is None else float(row["passed"])


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    rows = zip(*(batch[name] for name in _READS), strict=True)
    teams = [team(dict(zip(_READS, row, strict=True)), params["outsiders"]) for row in rows]
    return {
        column: [getattr(found, name) for found in teams] for column, (name, _) in _COLUMNS.items()
    }


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    row = dict.fromkeys(_READS) | dict(inputs)
    found = team(row, params["outsiders"])._asdict()
    return {"value": found.pop("messages"), **found}


def _names(value: Any) -> str | None:
    return None if all(isinstance(name, str) for name in value) else "[user]"


def _said(id_: str, way: str, text: str, ts: float, reply: str | None = None) -> dict[str, Any]:
    sender, receiver = way.split(">")
    said = {"id": id_, "sender": sender, "receiver": receiver, "text": text, "ts": ts}
    return said | ({"in_reply_to": reply} if reply else {})


_ASKED = [
    _said("1", "user>planner", "Can the truck cross the bridge?", 0),
    _said("2", "planner>scout", "What is the bridge load?", 1),
    _said("3", "scout>planner", "The bridge load is 40 t.", 3, "2"),
    _said("4", "planner>scout", "What is the truck weight?", 4),
    _said("5", "scout>planner", "Truck weight: 28 t.", 6, "4"),
    _said("6", "scout>planner", "Truck weight: 28 t.", 7, "4"),
    _said("7", "planner>user", "Yes.", 9, "1"),
]

add_scorer(
    Scorer(
        algorithm=Algorithm(
            id=_ID,
            version=1,
            kind="scorer",
            title=Words("Messages of a team", "团队消息"),
            meaning=Words(
                "How the agents behind an answer talked: messages, rounds, answered questions, "
                "right and repeated messages, balance, time, and how much they worked at once.",
                "答案背后各智能体的沟通情况：消息数、轮次、应答、正确与重复的消息、均衡度、耗时与并行度。",
            ),
            formula="counts and shares of `collab.trace` per case; a message is right if it agrees "
            "with the shared facts it speaks of, else as marked; time = last − first moment",
            inputs=(
                Port(
                    "messages",
                    "rows",
                    Words(
                        "list of {id, ts, sender, receiver, in_reply_to, expects_reply, text, "
                        "correct}, and busy times {agent, start, end}",
                        "消息列表 {id, ts, sender, receiver, in_reply_to, expects_reply, text, "
                        "correct}，以及工作时段 {agent, start, end}",
                    ),
                ),
                Port(
                    "shared_facts",
                    "json",
                    Words("facts by name: {name: value}", "共享事实 {名称: 值}"),
                    required=False,
                ),
                Port(
                    "latency_s",
                    "float",
                    Words("time, when no message has one", "消息没有时间时采用的耗时"),
                    required=False,
                ),
                Port("passed", "bool", Words("verdict on the case", "是否通过"), required=False),
            ),
            outputs=(
                Port("value", "int", Words("messages between agents", "智能体间的消息数")),
                Port("collaboration", "bool", Words("two agents or more", "是否有多个智能体")),
                Port("judged", "int", Words("messages that could be judged", "可判定的消息数")),
                Port("correct", "int", Words("those that are right", "其中正确的消息数")),
                Port("rounds", "int", Words("messages that are no reply", "轮次")),
                Port("time", "float", Words("seconds taken together", "协作耗时（秒）")),
                Port("quality", "float", Words("quality of the joint result", "任务质量")),
                Port("response_rate", "float", Words("questions answered", "应答率")),
                Port("redundancy", "float", Words("messages that repeat", "重复率")),
                Port("balance", "float", Words("evenness over agents", "均衡度")),
                Port("parallelism", "float", Words("agents busy at once", "并行度")),
            ),
            compute=_compute,
            params=(
                Param(
                    "outsiders",
                    "list",
                    ["user"],
                    Words(
                        "names that are no members of the team: their messages do not count",
                        "不属于团队的名称，其收发的消息不计入",
                    ),
                    check=_names,
                ),
            ),
            examples=(
                Example(
                    {
                        "messages": _ASKED,
                        "shared_facts": {"bridge load": 40, "truck weight": 30},
                        "passed": True,
                    },
                    {
                        "value": 5,
                        "collaboration": True,
                        "judged": 3,
                        "correct": 1,
                        "rounds": 2,
                        "time": 9.0,
                        "quality": 1.0,
                        "response_rate": 1.0,
                        "redundancy": 0.2,
                        "balance": 0.9710,
                        "parallelism": None,
                    },
                    note="5 messages inside the team, the last repeats the one before",
                ),
                Example(
                    {"messages": _ASKED[:1], "latency_s": 2.0},
                    {"value": 0, "collaboration": False, "time": None},
                ),
            ),
            references=("K. Zhu et al., MultiAgentBench, arXiv 2503.01935, 2025",),
        ),
        reads=_READS,
        writes={column: type_ for column, (_, type_) in _COLUMNS.items()},
        score=_score,
    )
)
