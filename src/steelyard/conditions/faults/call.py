"""Faults at the boundary of a call, for agents that are reached without a wire."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from steelyard.conditions.faults.fault import FAULTS, Ask, Event, Planned
from steelyard.conditions.faults.schedule import Schedule
from steelyard.model import Case, Reply

OnEvent = Callable[[Event], None]


class Asks(Protocol):
    """Whatever answers a case."""

    async def ask(self, case: Case) -> Reply:
        """Return the reply, or raise AskError."""


class FaultyAgent:
    """An agent some of whose asks are disturbed.

    Args:
        agent: the one that answers.
        schedule: which cases are disturbed, and how; the key is `key_of(case)`.
        on_event: called with what became of every decision to disturb.
    """

    def __init__(self, agent: Asks, schedule: Schedule, on_event: OnEvent = lambda _: None) -> None:
        self._agent = agent
        self._schedule = schedule
        self._on_event = on_event

    async def ask(self, case: Case) -> Reply:
        """Ask, disturbed or not."""
        planned = self._schedule.attempt(key_of(case))
        if planned is None:
            return await self._agent.ask(case)
        return await disturb_call(lambda: self._agent.ask(case), planned, self._on_event)


def key_of(case: Case) -> str:
    """Return what tells one ask from all others."""
    return f"{case.case_id}#{case.epoch}"


async def disturb_call(
    ask: Ask,
    planned: Planned,
    on_event: OnEvent,
    *,
    pids: Callable[[], Iterable[int]] | None = None,
) -> Reply:
    """Carry one call through, disturbed, and tell what became of it.

    Args:
        ask: asks the agent.
        planned: the fault.
        on_event: called once, also when the call fails or is cancelled.
        pids: finds the processes that answer, for faults that need them.
    """
    shot = planned.shot(pids)
    shot.miss("not_reached")
    try:
        return await FAULTS.get(planned.kind).at_call(ask, shot)
    finally:
        on_event(planned.event(shot))
