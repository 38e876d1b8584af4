"""What a mission is before anyone plays it: everything here is fixed, and known to the scorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Said(NamedTuple):
    """A sentence in both languages."""

    en: str
    zh: str

    def in_(self, language: str) -> str:
        """Return the sentence in `language`."""
        return self.zh if language == "zh" else self.en


class Message(NamedTuple):
    """Something that is said at a second of simulated time; an event if it has a code."""

    at: float
    said: Said
    event: str | None = None


class Work(NamedTuple):
    """What an action takes when all goes well: seconds and units of resource."""

    seconds: float
    cost: float


@dataclass(frozen=True)
class Scenario:
    """One mission.

    Attributes:
        id: such as `flood-03`.
        family: `rescue` or `logistics`.
        briefing: what the agent is told at second 0.
        criticality: how much it counts among the missions.
        messages: what is said over time: events, other news, rumours, sometimes an order that
            nobody entitled to has given.
        situation: the truth, slot to value.
        options: the utility of each option in this situation.
        forbidden: options that the rules exclude in this situation.
        works: every action there is.
        required: the actions that a good course has, in order.
        prepare: the action that must come before the decisive one.
        check: the action that finds worn equipment before it breaks.
        decisive: the action that carries the decision out; time is taken when it is done.
        places: the actions that bring it to an end, the right one first.
        trap: an action that only an order in a message asks for.
        target: seconds until the decisive action that are good.
        deadline: seconds after which it is too late.
        budget: units of resource.
    """

    id: str
    family: str
    briefing: Said
    criticality: float
    messages: tuple[Message, ...]
    situation: dict[str, str | int]
    options: dict[str, float]
    forbidden: frozenset[str]
    option_costs: dict[str, float]
    works: dict[str, Work]
    required: tuple[str, ...]
    prepare: str
    check: str
    decisive: str
    places: tuple[str, str]
    trap: str | None
    target: float = 300.0
    deadline: float = 600.0
    budget: float = 110.0

    @property
    def events(self) -> list[str]:
        """The events that happen, in order of time."""
        return [message.event for message in self.messages if message.event is not None]
