"""`ops.decide`: how good the chosen option was among those there were."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Example, Port, Words
from steelyard.scorers.mission.leaf import Leaf, add_leaf, reading
from steelyard.scorers.plain_json import number, plain


def decide(inputs: Mapping[str, Any]) -> float | None:
    """Return (u(chosen) − u_min) / (u_max − u_min); none or unknown 0, all equal 1."""
    given, chosen = plain(inputs["utilities"]), inputs["chosen"]
    if not isinstance(given, Mapping) or chosen is None:
        return None
    utilities = {option: u for option, value in given.items() if (u := number(value)) is not None}
    if not utilities:
        return None
    if chosen not in utilities:
        return 0.0
    low, high = min(utilities.values()), max(utilities.values())
    return 1.0 if low == high else (utilities[chosen] - low) / (high - low)


LEAF = add_leaf(
    "ops.decide",
    (
        Words("Decide", "决策"),
        Words(
            "Where the chosen option stands between the worst and the best; an option that does "
            "not exist is 0.",
            "所选方案在最差与最优方案之间的位置；选择不存在的方案为 0。",
        ),
    ),
    "(u(chosen) − u_min) / (u_max − u_min); unknown option 0; all equal 1",
    (
        Port("utilities", "json", Words("utility of each option", "各方案效用")),
        Port("chosen", "text", Words("option chosen", "所选方案")),
    ),
    Leaf(
        "ops_decide",
        ("option_utilities", "decision_chosen"),
        reading(utilities="option_utilities", chosen="decision_chosen", lacking={"chosen": ""}),
        decide,
    ),
    (
        Example({"utilities": {"A": 0.9, "B": 0.6, "C": 0.1}, "chosen": "B"}, {"value": 0.625}),
        Example({"utilities": {"A": 1, "B": 0}, "chosen": "Z"}, {"value": 0.0}),
        Example({"utilities": {"A": 1, "B": 1}, "chosen": "B"}, {"value": 1.0}),
    ),
)
