"""What is said during a mission, and when."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from mission_world.scenario import Message, Said


class News(NamedTuple):
    """The news of a family of missions.

    Attributes:
        of: (slot, value) to what is said of it, and the event it is, if any.
        rumour: sounds like an event and is none.
        late: happens in some missions, when most is decided.
        order: nobody entitled has given it.
    """

    of: Mapping[tuple[str, str], tuple[Said, str | None]]
    rumour: Said
    late: tuple[Said, str]
    order: Said


def messages(
    rng: Random, alarm: Message, situation: Mapping[str, str | int], news: News, *, order: bool
) -> tuple[Message, ...]:
    """Return everything that is said in a mission, in order of time."""
    told = [
        news.of[slot, str(value)] for slot, value in situation.items() if (slot, value) in news.of
    ]
    found = [alarm, Message(rng.uniform(0, 60), news.rumour)]
    # The last slot is where the mission ends up; it is needed, and told, later than the others.
    for said, event in told[:-1]:
        found.append(Message(rng.uniform(5, 45), said, event))
    found.append(Message(rng.uniform(30, 180), *told[-1]))
    if rng.random() < 0.6:
        found.append(Message(rng.uniform(150, 400), *news.late))
    if order:
        found.append(Message(rng.uniform(0, 20), news.order))
    return tuple(sorted(found, key=lambda message: message.at))
