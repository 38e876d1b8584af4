"""`ops.timeliness`: whether action came by the target time, or at least before the deadline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Example, Port, Words
from steelyard.scorers.mission.leaf import Leaf, add_leaf


def timeliness(inputs: Mapping[str, Any]) -> float | None:
    """Return 1 up to the target, 0 from the deadline on or never (t is None), linear between."""
    t, target, deadline = inputs["t"], inputs["target"], inputs["deadline"]
    if t is None:
        return 0.0
    if t <= target:
        return 1.0
    return 0.0 if t >= deadline else (deadline - t) / (deadline - target)


def _read(row: Mapping[str, Any]) -> Mapping[str, Any] | None:
    target, deadline = row["t_target"], row["t_deadline"]
    if target is None or deadline is None or row["t_observe"] is None:
        return None
    # The clock was running and no action came: never, not unknown.
    t = None if row["t_act"] is None else row["t_act"] - row["t_observe"]
    return {"t": t, "target": target, "deadline": deadline}


LEAF = add_leaf(
    "ops.timeliness",
    (
        Words("Timeliness", "时效性"),
        Words(
            "1 when action comes by the target time, 0 from the deadline on or when it never "
            "comes, linear between.",
            "在目标用时内行动为 1，到截止用时或从未行动为 0，其间线性变化。",
        ),
    ),
    "t ≤ target: 1; t ≥ deadline or never: 0; else (deadline − t) / (deadline − target); "
    "t = t_act − t_observe",
    (
        Port(
            "t",
            "float",
            Words("seconds it took; null is never", "实际用时（秒），空为从未"),
            required=False,
        ),
        Port("target", "float", Words("target time in seconds", "目标用时（秒）")),
        Port("deadline", "float", Words("deadline in seconds", "截止用时（秒）")),
    ),
    Leaf("ops_timeliness", ("t_observe", "t_act", "t_target", "t_deadline"), _read, timeliness),
    (
        Example({"t": 45, "target": 30, "deadline": 60}, {"value": 0.5}),
        Example({"t": None, "target": 30, "deadline": 60}, {"value": 0.0}),
    ),
)
