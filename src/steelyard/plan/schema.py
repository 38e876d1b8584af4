"""The plan's JSON Schema, for editors that complete and check while one types."""

from __future__ import annotations

from typing import Any

from steelyard.agents import adapter_schema
from steelyard.plan.model import Plan


def plan_schema() -> dict[str, Any]:
    """Return the schema of a plan with every registered adapter."""
    schema = Plan.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "Steelyard plan"
    agent = adapter_schema()
    schema.setdefault("$defs", {}).update(agent.pop("$defs", {}))
    schema["properties"]["agent"] = agent
    schema["properties"]["feature_config"] = schema["properties"]["params"] | {
        "description": "the same as params, under its name in the original documents",
        "title": "Feature Config",
    }
    schema["properties"]["judges"]["additionalProperties"] = agent
    return schema
