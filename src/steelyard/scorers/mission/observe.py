"""`ops.observe`: whether what happened was reported, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Example, Port, Words
from steelyard.scorers.mission.leaf import Leaf, add_leaf, reading


def observe(inputs: Mapping[str, Any]) -> float | None:
    """Return the F1 of the two sets of events; None when nothing happened."""
    truth = {event for event in inputs["truth"] if isinstance(event, str)}
    reported = {event for event in inputs["reported"] if isinstance(event, str)}
    if not truth:
        return None
    return 2 * len(truth & reported) / (len(truth) + len(reported))


LEAF = add_leaf(
    "ops.observe",
    (
        Words("Observe", "观察"),
        Words(
            "F1 of the events reported against those that happened.",
            "上报事件与真实事件集合的 F1。",
        ),
    ),
    "2 |truth ∩ reported| / (|truth| + |reported|)",
    (
        Port("truth", "list", Words("events that happened", "真实事件")),
        Port("reported", "list", Words("events reported", "上报事件")),
    ),
    Leaf(
        "ops_observe",
        ("events_truth", "events_reported"),
        reading(truth="events_truth", reported="events_reported", lacking={"reported": ()}),
        observe,
    ),
    (
        Example(
            {"truth": ["火情", "道路中断", "人员被困"], "reported": ["火情", "人员被困", "停电"]},
            {"value": 0.6667},
        ),
        Example({"truth": [], "reported": ["火情"]}, {"value": None}),
    ),
)
