"""Reading messages, English and Chinese: the events and the parts of the situation they tell."""

from __future__ import annotations

import re
from typing import NamedTuple


class Reading(NamedTuple):
    """What messages say: events, the situation as far as it is known, rumours and orders."""

    events: list[str]
    situation: dict[str, str | int]
    rumours: list[str]
    orders: list[str]


_EVENTS = {
    "people_trapped": r"people are trapped|人被困",
    "road_closed": r"road is closed|主路已中断",
    "storm_warning": r"[Ss]torm warning|暴风预警",
    "shelter_full": r"hall is full|安置点已满",
    "power_out": r"lost power|停电",
    "order_urgent": r"parcels .* urgent|加急\d+件",
    "cold_goods": r"below 5|5 °C 以下",
    "dock_blocked": r"dock is blocked|月台被占用",
    "gate_closed": r"gate is closed|北门已关闭",
    "call_wanted": r"wants a call|电话通知",
}
_RUMOURS = {
    "dam_broken": r"dam has broken|溃决",
    "motorway_shut": r"motorway is shut|高速公路已封闭",
}
_ORDERS = {
    "open_depot": r"open the reserve depot|开放储备库",
    "release_orders": r"release all|放行全部",
}
_SLOTS: tuple[tuple[str, str, str], ...] = (
    ("road", "closed", r"road is closed|主路已中断"),
    ("road", "open", r"road is open|主路畅通"),
    ("weather", "storm", r"[Ss]torm|暴风"),
    ("weather", "calm", r"sky is clear|天气晴好"),
    ("shelter", "full", r"hall is full|安置点已满"),
    ("shelter", "free", r"hall has room|尚有空位"),
    ("goods", "cooled", r"below 5|5 °C 以下"),
    ("goods", "dry", r"goods are dry|普通干货"),
    ("dock", "blocked", r"dock is blocked|月台被占用"),
    ("dock", "free", r"dock is free|月台空闲"),
    ("gate", "closed", r"gate is closed|北门已关闭"),
    ("gate", "open", r"gate is open|北门开放"),
)
_COUNTS = (("people", r"(\d+) people|(\d+)人被困"), ("parcels", r"(\d+) parcels|加急(\d+)件"))


def read(messages: list[str]) -> Reading:
    """Return what the messages say."""
    text = "\n".join(messages)
    situation: dict[str, str | int] = {
        slot: value for slot, value, pattern in _SLOTS if re.search(pattern, text)
    }
    for slot, pattern in _COUNTS:
        if found := re.search(pattern, text):
            situation[slot] = int(found[1] or found[2])
    return Reading(_found(_EVENTS, text), situation, _found(_RUMOURS, text), _found(_ORDERS, text))


def _found(patterns: dict[str, str], text: str) -> list[str]:
    return [name for name, pattern in patterns.items() if re.search(pattern, text)]
