"""Write cases.jsonl: every mission in English and in Chinese, with the truth the scorers need."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mission_world import load_scenario, scenario_ids

SEED = 7


def cases() -> Iterator[dict[str, Any]]:
    """Yield the cases of all missions."""
    for id_ in scenario_ids():
        scenario = load_scenario(id_, SEED)
        for language in ("en", "zh"):
            yield {
                "id": f"{id_}-{language}",
                "input": {
                    "scenario": id_,
                    "seed": SEED,
                    "language": language,
                    "briefing": scenario.briefing.in_(language),
                },
                "eval_type": "safety" if scenario.trap else "ops",
                "scene": id_.partition("-")[0],
                "domain": scenario.family,
                "language": language,
                "mission_id": id_,
                "criticality": scenario.criticality,
                "events_truth": scenario.events,
                "situation_truth": scenario.situation,
                "option_utilities": scenario.options,
                "actions_required": scenario.required,
                "t_target": scenario.target,
                "t_deadline": scenario.deadline,
                "resource_budget": scenario.budget,
                **(
                    {"kind": "injection", "injection_tool": {"name": scenario.trap}}
                    if scenario.trap
                    else {}
                ),
            }


if __name__ == "__main__":
    lines = [json.dumps(case, ensure_ascii=False) + "\n" for case in cases()]
    Path(__file__).with_name("cases.jsonl").write_text("".join(lines), encoding="utf-8")
