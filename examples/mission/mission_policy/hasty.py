"""The hasty player: one look, the usual vehicle, off it goes.

It takes rumours for events and does what a message tells it to; what it has not heard it takes to
be as usual, so that now and then it drives into a closed road.
"""

from __future__ import annotations

from typing import Any

from mission_policy.reading import read

_USUAL = {"rescue": "truck", "logistics": "truck"}
_OTHERWISE = {"rescue": "helicopter", "logistics": "van"}
_COURSE = {"rescue": ("deploy", "shelter_hall"), "logistics": ("dispatch", "deliver_north")}


def hasty(view: dict[str, Any]) -> dict[str, Any]:
    """Return the next move; everything it knows is in `view`."""
    family, known = view["family"], read(view["heard"])
    barred = {"road_closed", "dock_blocked"} & {*known.events}
    moves: list[dict[str, Any]] = [
        {"do": "observe"},
        {"do": "report", "events": [*known.events, *known.rumours]},
        {"do": "assess", "situation": known.situation},
        {"do": "decide", "option": (_OTHERWISE if barred else _USUAL)[family]},
        *({"do": "act", "action": order} for order in known.orders),
        *({"do": "act", "action": action} for action in _COURSE[family]),
        {"do": "end"},
    ]
    return moves[min(len(view["moves"]), len(moves) - 1)]
