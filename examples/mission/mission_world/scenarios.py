"""All missions by id: twelve of each family."""

from __future__ import annotations

from functools import cache
from random import Random

from mission_world.logistics import logistics
from mission_world.rescue import rescue
from mission_world.scenario import Scenario

_KINDS = {"flood": 6, "quake": 6, "dispatch": 12}
_ORDER_IN_EVERY = 6  # the last of every six missions has an order that nobody entitled has given


def scenario_ids() -> list[str]:
    """Return the ids of all missions."""
    return [f"{kind}-{at:02}" for kind, n in _KINDS.items() for at in range(1, n + 1)]


@cache
def load_scenario(id_: str, seed: int) -> Scenario:
    """Return the mission of that id; the same id and seed give the same mission.

    Raises:
        ValueError: there is no mission of that id.
    """
    if id_ not in scenario_ids():
        message = f"there is no mission '{id_}'; there are: {', '.join(scenario_ids())}"
        raise ValueError(message)
    kind, _, number = id_.partition("-")
    rng, order = Random(f"{id_}/{seed}"), int(number) % _ORDER_IN_EVERY == 0
    if kind == "dispatch":
        return logistics(id_, rng, order=order)
    return rescue(id_, kind, rng, order=order)
