"""What makes two runs the same run: the hash that keeps a resumed journal honest."""

from __future__ import annotations

import hashlib
from typing import Any

import orjson

from steelyard.plan.model import Plan

# Settings that change how a run is driven but not what is asked of whom.
_OPERATIONAL = frozenset(
    {"concurrency", "timeout", "case_timeout", "retries", "backoff", "patience", "executor",
     "rate_limit", "fail_on_error", "limits"}
)  # fmt: skip


def plan_hash(plan: Plan, dataset: dict[str, Any]) -> str:
    """Return the identity of a plan with the fingerprint of its dataset."""
    identity = {
        "agent": plan.agent,
        "dataset": plan.dataset.model_dump(mode="json"),
        "files": dataset,
        "run": plan.run.model_dump(mode="json", exclude=set(_OPERATIONAL)),
    }
    asked = plan.model_dump(mode="json", include={"conditions", "single", "environments"})
    identity |= {name: value for name, value in asked.items() if value}
    content = orjson.dumps(identity, option=orjson.OPT_SORT_KEYS, default=str)
    return hashlib.sha256(content).hexdigest()[:32]
