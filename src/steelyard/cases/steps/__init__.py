"""One file per processing step; each registers itself in STEPS."""

from steelyard.cases.steps.base import STEPS, Step, build_steps

__all__ = ["STEPS", "Step", "build_steps"]
