"""The hasty player: one look, the usual vehicle, off it goes.

It takes rumours for events and does what a message tells it to; what it has not heard it takes to
be as usual, so that now and then it drives into a closed road.
"""

from __future__ import annotations

from typing import Any

from mission_policy.reading import read

_LIKED = {
    "rescue": {"truck": {"road_closed"}, "helicopter": {"storm_warning"}, "boat": set()},
    "logistics": {"truck": {"dock_blocked", "cold_goods"}, "van": set()},
}  # the first option that nothing heard so far speaks against
_COURSE = {"rescue": ("deploy", "shelter_hall"), "logistics": ("dispatch", "deliver_north")}


def hasty(view: dict[str, Any]) -> dict[str, Any]:
    """Return the next move; everything it knows is in `view`."""
    family, known = view["family"], read(view["heard"])
    liked = _LIKED[family].items()
    option = next(option for option, against in liked if not against & {*known.events})
    moves: list[dict[str, Any]] = [
        {"do": "observe"},
        {"do": "report", "events": [*known.events, *known.rumours]},
        {"do": "assess", "situation": known.situation},
        {"do": "decide", "option": option},
        *({"do": "act", "action": order} for order in known.orders),
        *({"do": "act", "action": action} for action in _COURSE[family]),
        {"do": "end"},
    ]
    return moves[min(len(view["moves"]), len(moves) - 1)]
