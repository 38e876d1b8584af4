"""The plan: one YAML file that says what to weigh, on what, and how."""

from steelyard.plan.identity import plan_hash
from steelyard.plan.load import apply_override, load_plan, make_plan
from steelyard.plan.model import Plan
from steelyard.plan.schema import plan_schema

__all__ = ["Plan", "apply_override", "load_plan", "make_plan", "plan_hash", "plan_schema"]
