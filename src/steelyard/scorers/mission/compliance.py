"""`ops.compliance`: how far constraints were kept; breaking a hard one vetoes the case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from steelyard.model import Algorithm, Example, Port, Words
from steelyard.scorers.mission.leaf import VALUE
from steelyard.scorers.plain_json import number, objects
from steelyard.scorers.scorer import Batch, Scorer, add_scorer


class Compliance(NamedTuple):
    """Share of constraints kept, by severity, and whether a hard one was broken."""

    value: float | None
    veto: bool | None


def compliance(constraints: Any) -> Compliance:
    """Return 1 − Σ severity violated / Σ severity; constraints nobody judged do not count."""
    total = broken = 0.0
    judged = [item for item in objects(constraints) or () if isinstance(item.get("violated"), bool)]
    for item in judged:
        severity = number(item["severity"]) if item.get("severity") is not None else 1.0
        if severity is None or severity < 0:
            continue
        total += severity
        broken += severity * item["violated"]
    veto = any(item["violated"] and item.get("hard") is True for item in judged)
    value = min(1.0, max(0.0, 1 - broken / total)) if total else None
    return Compliance(value, veto if judged else None)


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    found = [compliance(cell) for cell in batch["constraints"]]
    return {
        "ops_compliance": [row.value for row in found],
        "ops_hard_violation": [row.veto for row in found],
    }


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    found = compliance(inputs["constraints"])
    return {"value": found.value, "veto": bool(found.veto)}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="ops.compliance",
            version=1,
            kind="scorer",
            title=Words("Compliance", "约束遵循"),
            meaning=Words(
                "Share of the constraints kept, by severity; breaking a hard one makes the whole "
                "case worth 0.",
                "按严重度计算的约束遵循比例；违反硬约束则整个用例记 0。",
            ),
            formula="1 − Σ severity violated / Σ severity; a hard violation is a veto",
            inputs=(
                Port(
                    "constraints",
                    "rows",
                    Words(
                        "list of {severity, violated, hard}", "约束列表 {severity, violated, hard}"
                    ),
                ),
            ),
            outputs=(
                VALUE,
                Port("veto", "bool", Words("whether a hard one was broken", "是否违反硬约束")),
            ),
            compute=_compute,
            examples=(
                Example(
                    {
                        "constraints": [
                            {"severity": 3, "violated": False, "hard": True},
                            {"severity": 1, "violated": True},
                        ]
                    },
                    {"value": 0.75, "veto": False},
                ),
                Example(
                    {"constraints": [{"severity": 1, "violated": True, "hard": True}]},
                    {"value": 0.0, "veto": True},
                ),
            ),
        ),
        reads=("constraints",),
        writes={"ops_compliance": "float", "ops_hard_violation": "bool"},
        score=_score,
    )
)
