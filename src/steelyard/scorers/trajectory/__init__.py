"""Scorers of what an agent did on the way to its answer; importing this registers them."""

from steelyard.scorers.trajectory import (
    calibration,
    cost_per_success,
    forbidden_tools,
    progress,
    recovery,
    step_efficiency,
    tool_errors,
    tool_f1,
)

__all__ = [
    "calibration",
    "cost_per_success",
    "forbidden_tools",
    "progress",
    "recovery",
    "step_efficiency",
    "tool_errors",
    "tool_f1",
]
