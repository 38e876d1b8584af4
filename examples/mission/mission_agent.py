"""The agent that Steelyard asks: a case goes in, a whole mission is played, the outcome comes back.

A plan names one of three functions: `sound` and `hasty` start that player as a server of their own;
`mine` plays with the server whose address is in MISSION_PLAYER_URL. Every move is one request to
the player: it is sent what it may know and answers with what it does.
"""

from __future__ import annotations

import atexit
import http.client
import json
import os
from contextlib import ExitStack
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from mission_policy import POLICIES, serving
from mission_world import World, load_scenario

MOST_MOVES = 40
_SERVERS = ExitStack()
atexit.register(_SERVERS.close)  # while threads still run: a server waits for its own to end


def sound(case: Any) -> dict[str, Any]:
    """Play the case's mission with the sound player."""
    return play(case, _bundled("sound"))


def hasty(case: Any) -> dict[str, Any]:
    """Play the case's mission with the hasty player."""
    return play(case, _bundled("hasty"))


def mine(case: Any) -> dict[str, Any]:
    """Play the case's mission with the player at MISSION_PLAYER_URL."""
    return play(case, os.environ["MISSION_PLAYER_URL"])


def play(case: Any, address: str) -> dict[str, Any]:
    """Play one mission with the player at `address` and return what became of it."""
    asked = case.input
    scenario = load_scenario(asked["scenario"], asked["seed"])
    world = World(scenario, epoch=case.epoch, language=asked["language"])
    where = urlsplit(address)
    line = http.client.HTTPConnection(where.hostname or "", where.port, timeout=20)
    try:
        while not world.over and len(world.trajectory) < MOST_MOVES:
            line.request("POST", where.path or "/", json.dumps(world.view()))
            answer = line.getresponse()
            body = answer.read()
            if answer.status != 200:
                message = f"the player answered {answer.status}: {body[:200]!r}"
                raise RuntimeError(message)
            world.play(json.loads(body))
    finally:
        line.close()
    outcome = world.outcome()
    said = f"{outcome['state_end']}: {', '.join(outcome['actions_performed']) or '-'}"
    return {"output": said, "trajectory": world.trajectory, **outcome}


@cache
def _bundled(name: str) -> str:
    """Start a bundled player at its first mission; it ends with the program."""
    return _SERVERS.enter_context(serving(POLICIES[name]))
