"""The sound player: listens until it knows enough, keeps the rules, looks again on the way."""

from __future__ import annotations

from typing import Any

from mission_policy.reading import read

Move = dict[str, Any]

_SLOTS = {
    "rescue": ("road", "weather", "people", "shelter"),
    "logistics": ("goods", "dock", "parcels", "gate"),
}


def sound(view: dict[str, Any]) -> Move:
    """Return the next move; everything it knows is in `view`."""
    known, moves = read(view["heard"]), view["moves"]
    made = [move.get("action") or move["do"] for move in moves]
    untold = [event for event in known.events if event not in _told(moves)]
    if untold:
        return {"do": "report", "events": untold}
    if "decide" not in made:
        return _find_out(view, known.situation, moves)
    for move in _course(view, known.situation):
        if (move.get("action") or "observe") not in made[made.index("decide") :]:
            return move
        if move["do"] == "observe":
            made.remove("observe")  # every look in the course is one of its own
    return {"do": "end"}


def _find_out(view: dict[str, Any], situation: dict[str, Any], moves: list[Move]) -> Move:
    slots = _SLOTS[view["family"]]
    complete = all(slot in situation for slot in slots)
    if not complete and view["clock"] < view["target"] / 3:
        return {"do": "observe"}
    assessed = [move["situation"] for move in moves if move["do"] == "assess"]
    if situation not in assessed:
        return {"do": "assess", "situation": situation}
    choose = {"rescue": _vehicle_to_rescue, "logistics": _vehicle_to_deliver}[view["family"]]
    return {"do": "decide", "option": choose(situation)}


def _course(view: dict[str, Any], situation: dict[str, Any]) -> list[Move]:
    """Return what is to be done after the decision, in order."""
    rescue = view["family"] == "rescue"
    repaired = any(move.get("action") == "repair" for move in view["moves"])
    actions = ["warn" if rescue else "reserve", "check"]
    if repaired or view["equipment"] != "nominal":
        actions.append("repair")
    if rescue:
        place = "shelter_school" if situation.get("shelter") == "full" else "shelter_hall"
    else:
        place = "deliver_south" if situation.get("gate") == "closed" else "deliver_north"
    decisive = "deploy" if rescue else "dispatch"
    before = [{"do": "act", "action": action} for action in (*actions, decisive)]
    after = [{"do": "act", "action": action} for action in (place, "confirm")]
    return [*before, {"do": "observe"}, *after]


def _vehicle_to_rescue(known: dict[str, Any]) -> str:
    # What is not known is taken to be as bad as it can be: a rule broken cannot be taken back.
    drives, flies = known.get("road") == "open", known.get("weather") == "calm"
    few = known.get("people", 99) <= 12
    order = ("helicopter", "truck") if few else ("truck", "helicopter")
    able = {"truck": drives, "helicopter": flies}
    return next((option for option in order if able[option]), "boat")


def _vehicle_to_deliver(known: dict[str, Any]) -> str:
    large = known.get("parcels", 99) > 20
    dry, free = known.get("goods") == "dry", known.get("dock") == "free"
    return "truck" if large and dry and free else "van"


def _told(moves: list[Move]) -> set[str]:
    return {event for move in moves if move["do"] == "report" for event in move["events"]}
