"""Two agents inside the demo agent: a planner who asks, and a specialist who knows and talks.

Questions about emergencies and machines go to both. The specialist is talkative: nobody thanks it
in time, so it says everything twice. Asked at an address of its own, it answers alone.
"""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any, NamedTuple

from steelyard.demo.answer import Answer
from steelyard.i18n import t

PLANNER, SPECIALIST = "planner", "specialist"
PLANNING_S = 0.010  # to see whom to ask
COMPOSING_S = 0.008  # to make an answer of what was heard
PATIENCE_S = 0.004  # how long the specialist waits for thanks

_SPECIAL = re.compile(
    "急救|胸外按压|烫伤|火警|火灾|地震|求救信号|电动机|液压|轴承"
    r"|\b(?:cpr|nosebleed|fire|earthquake|motor|hydraulic|grease|torque)\b",
    re.IGNORECASE,
)


class Talk(NamedTuple):
    """What the two said, when each was busy, and what of the work was done."""

    messages: list[dict[str, Any]]
    subtasks: list[dict[str, float]]


def needs_team(question: str) -> bool:
    """Whether the planner takes the question on."""
    return _SPECIAL.search(question) is not None


class Meeting:
    """The talk about one question; times are seconds since it began."""

    def __init__(self, question: str) -> None:
        self._began = time.perf_counter()
        self._messages: list[dict[str, Any]] = []
        self._question = question

    async def plan(self) -> None:
        """Let the planner think and put the question to the specialist."""
        await self._work(PLANNER, PLANNING_S)
        self._say(PLANNER, SPECIALIST, self._question)

    async def report(self, found: Answer, thinking_s: float) -> Talk:
        """Let the specialist, who thought for `thinking_s`, tell what it found; twice."""
        now = self._now()
        self._messages.append({"agent": SPECIALIST, "start": _r(now - thinking_s), "end": _r(now)})
        memory = found.memory
        said = found.output
        if memory is not None:
            said = t("demo.agent_note", topic=memory.topic, fact=memory.fact)
        self._say(SPECIALIST, PLANNER, said, reply=1)
        await asyncio.sleep(PATIENCE_S)
        self._say(SPECIALIST, PLANNER, said, reply=1)
        await self._work(PLANNER, COMPOSING_S)
        looked_up = {"share": 0.0 if found.abstained else 1.0, "weight": 2.0}
        return Talk(self._messages, [looked_up, {"share": 1.0, "weight": 1.0}])

    async def _work(self, who: str, seconds: float) -> None:
        start = self._now()
        await asyncio.sleep(seconds)
        self._messages.append({"agent": who, "start": _r(start), "end": _r(self._now())})

    def _say(self, sender: str, receiver: str, text: str, reply: int | None = None) -> None:
        number = 1 + sum("text" in item for item in self._messages)
        said: dict[str, Any] = {"id": number, "ts": _r(self._now())}
        said |= {"sender": sender, "receiver": receiver, "text": text}
        self._messages.append(said if reply is None else said | {"in_reply_to": reply})

    def _now(self) -> float:
        return time.perf_counter() - self._began


def _r(seconds: float) -> float:
    return round(seconds, 5)
