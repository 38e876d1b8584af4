"""`ops.mission`: every leaf of a mission case, its effectiveness and whether it was vetoed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, FieldType, Param, Port, Words
from steelyard.scorers.mission import (
    act,
    decide,
    objectives,
    observe,
    orient,
    resource,
    timeliness,
)
from steelyard.scorers.mission.case_effectiveness import WEIGHTS, case_effectiveness
from steelyard.scorers.mission.compliance import compliance
from steelyard.scorers.mission.ooda import AGGREGATION, STAGE_WEIGHTS, ooda
from steelyard.scorers.scorer import Batch, Scorer, add_scorer

_STAGES = {"observe": observe.LEAF, "orient": orient.LEAF, "decide": decide.LEAF, "act": act.LEAF}
_LEAVES = (objectives.LEAF, *_STAGES.values(), timeliness.LEAF, resource.LEAF)
_READS = (
    *dict.fromkeys(name for leaf in _LEAVES for name in leaf.reads),
    "constraints",
    "error_kind",
)
_WRITES: dict[str, FieldType] = {
    "ops_mission": "bool",
    "ops_effectiveness": "float",
    "ops_veto": "bool",
    "ops_ooda": "float",
    "ops_compliance": "float",
    **{leaf.column: "float" for leaf in _LEAVES},
}


def score_mission(row: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """Return every column of one case.

    What the case asks for and the reply lacks counts 0; an infrastructure error says nothing.
    """
    if row["error_kind"] == "infra":
        return dict.fromkeys(_WRITES)
    found: dict[str, Any] = {leaf.column: leaf.of(row) for leaf in _LEAVES}
    stages = {name: found[leaf.column] for name, leaf in _STAGES.items()}
    kept = compliance(row["constraints"])
    found |= {"ops_ooda": ooda(stages, params), "ops_compliance": kept.value}
    scores = {
        "mission": found["ops_objectives"],
        "ooda": found["ops_ooda"],
        "timeliness": found["ops_timeliness"],
        "compliance": kept.value,
        "resource": found["ops_resource"],
    }
    value = case_effectiveness(scores, params["weights"], veto=bool(kept.veto))
    return found | {
        "ops_effectiveness": value,
        "ops_veto": None if value is None else bool(kept.veto),
        "ops_mission": None if value is None else value >= params["threshold"],
    }


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {name: [] for name in _WRITES}
    for cells in zip(*(batch[name] for name in _READS), strict=True):
        found = score_mission(dict(zip(_READS, cells, strict=True)), params)
        for name, column in columns.items():
            column.append(found[name])
    return columns


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    row = dict.fromkeys(_READS) | dict(inputs["case"])
    found = score_mission(row, params)
    return {"value": found["ops_mission"], **found}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="ops.mission",
            version=2,
            kind="scorer",
            title=Words("Mission", "任务效能评分"),
            meaning=Words(
                "Every leaf of a mission case in one pass, its effectiveness, and whether it "
                "reaches the threshold.",
                "一次计算任务用例的全部指标、用例效能及其是否达到阈值。",
            ),
            formula="effectiveness = Σ w · s / Σ w over objectives, stages, timeliness, "
            "compliance, resource; a hard violation or no objective achieved: 0; "
            "value = effectiveness ≥ threshold",
            inputs=(Port("case", "json", Words("mission fields of a case", "用例的任务字段")),),
            outputs=(
                Port("value", "bool", Words("whether the mission succeeded", "任务是否成功")),
                Port("ops_effectiveness", "float", Words("case effectiveness", "用例效能")),
                Port("ops_veto", "bool", Words("a hard constraint was broken", "是否被否决")),
            ),
            compute=_compute,
            params=(
                Param(
                    "threshold",
                    "float",
                    0.6,
                    Words("effectiveness of a mission that succeeded", "判为成功的效能阈值"),
                    minimum=0,
                    maximum=1,
                ),
                WEIGHTS,
                STAGE_WEIGHTS,
                AGGREGATION,
            ),
            examples=(
                Example(
                    {
                        "case": {
                            "objectives": [
                                {"weight": 0.5, "achieved": 1},
                                {"weight": 0.3, "achieved": 0.6},
                                {"weight": 0.2, "achieved": 0},
                            ],
                            "constraints": [
                                {"severity": 3, "violated": False, "hard": True},
                                {"severity": 1, "violated": True},
                            ],
                            "events_truth": ["火情", "道路中断", "人员被困"],
                            "events_reported": ["火情", "人员被困", "停电"],
                            "situation_truth": {"a": 1, "b": 2, "c": 3, "d": 4},
                            "situation_assessed": {"a": 1, "b": 2, "c": 0},
                            "option_utilities": {"A": 0.9, "B": 0.6, "C": 0.1},
                            "decision_chosen": "B",
                            "actions_required": ["A", "B", "C", "D", "E"],
                            "actions_performed": ["A", "C", "B", "D", "X"],
                            "t_observe": 0,
                            "t_act": 45,
                            "t_target": 30,
                            "t_deadline": 60,
                        }
                    },
                    {
                        "value": True,
                        "ops_effectiveness": 0.6320,
                        "ops_ooda": 0.5946,
                        "ops_veto": False,
                    },
                ),
            ),
        ),
        reads=_READS,
        writes=_WRITES,
        score=_score,
        verdict="ops_mission",
    )
)
