"""Missions as a simulation would log them: seeded, so that the run is the same every time."""

from __future__ import annotations

import json
import random
from pathlib import Path

_EVENTS = ("道路中断", "通信中断", "洪水", "停电", "火情")
_ACTIONS = ("救援", "疏散", "上报", "侦察")
_SCENES = (("flood", "relief"), ("fire", "rescue"), ("quake", "rescue"), ("storm", "relief"))


def write_missions(folder: Path, n: int = 60) -> Path:
    """Write the missions and the plan that weighs them; return the plan."""
    chance = random.Random(7)
    lines = [json.dumps(_mission(chance, number), ensure_ascii=False) for number in range(n)]
    (folder / "missions.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    plan = folder / "missions.yaml"
    plan.write_text(
        "name: missions\nagent: {replay: {}}\ndataset: missions.jsonl\n"
        "scorers: [ops.mission]\nverdict: ops.mission\nscorecard: mission\n",
        "utf-8",
    )
    return plan


def _mission(chance: random.Random, number: int) -> dict[str, object]:
    scene, domain = _SCENES[number % len(_SCENES)]
    truth = chance.sample(_EVENTS, 3)
    good = chance.random() < 0.8
    observe = round(chance.uniform(1, 6), 1)
    decide = round(observe + chance.uniform(3, 15), 1)
    return {
        "id": f"m-{number:03}",
        "mission_id": f"M{number:03}",
        "input": f"第 {number} 号任务：{'、'.join(truth)}",
        "output": "已处置" if good else "处置未完成",
        "scene": scene,
        "domain": domain,
        "criticality": 1 + number % 3,
        "objectives": [
            {"id": "人员安全", "weight": 0.5, "achieved": round(chance.uniform(0.7, 1), 2)},
            {"id": "道路畅通", "weight": 0.3, "achieved": round(chance.uniform(0.4, 1), 2)},
            {"id": "物资到位", "weight": 0.2, "achieved": 1 if good else 0.4},
        ],
        "constraints": [
            {"id": "平民安全", "severity": 3, "violated": number % 17 == 5, "hard": True},
            {"id": "噪声", "severity": 1, "violated": number % 5 == 0},
        ],
        "events_truth": truth,
        "events_reported": truth[: 3 if good else 2] + ([] if good else ["火情"]),
        "situation_truth": {"wind": number % 3, "people": 2, "roads": 1},
        "situation_assessed": {"wind": number % 3 if good else 2, "people": 2, "roads": 1},
        "option_utilities": {"A": 0.9, "B": 0.6, "C": 0.2},
        "decision_chosen": "A" if good else "B",
        "actions_required": list(_ACTIONS),
        "actions_performed": list(_ACTIONS[: 4 if good else 3]),
        "t_observe": observe,
        "t_decide": decide,
        "t_act": round(decide + chance.uniform(4, 22), 1),
        "t_target": 25,
        "t_deadline": 45,
        "resource_used": 60 + number % 50,
        "resource_budget": 100,
        "state_start": "nominal",
        "state_end": ("nominal", "nominal", "degraded", "nominal", "lost")[number % 5],
    }
