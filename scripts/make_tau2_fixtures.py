"""Write the tau2-bench files that tests import.

    .venv/bin/python scripts/make_tau2_fixtures.py

tau2-bench is not on the package index, so these files were not made by running it: they follow its
published data model (sierra-research/tau2-bench, src/tau2/data_model: simulation.py, message.py,
tasks.py, as of 2026) field by field, with contents of our own. The same results are written in both
forms it has: one document, and a folder with one file per simulation.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parents[1] / "tests" / "interop" / "imports" / "fixtures" / "tau2"
COMMIT = "143a213f3998f714e5b06dff642f99c668ad6790"


def main() -> None:
    """Write both forms."""
    simulations = [
        _simulation("0", 0, 1.0),
        _simulation("0", 1, 0.0, wrong=True),
        _simulation("1", 0, 1.0, chinese=True),
        _simulation("1", 1, 0.0, reason="max_steps", chinese=True),
        _simulation("2", 0, 0.0, reason="too_many_errors", tool_error=True),
        _simulation("2", 1, None, reason="infrastructure_error"),
    ]
    _write(FIXTURES / "results.json", {**_head(), "simulations": simulations})
    folder = FIXTURES / "folder"
    names = ("id", "task_id", "trial", "termination_reason", "agent_cost", "duration")
    index = [{name: one[name] for name in names} for one in simulations]
    _write(folder / "results.json", {**_head(), "simulation_index": index})
    for one in simulations:
        _write(folder / "simulations" / f"{one['id']}.json", one)
    facts = {
        "tool": "tau2-bench",
        "version": COMMIT,
        "made_by": "hand, from the published data model; tau2-bench was not run",
        "successes": 2,
        "evaluable": 5,
    }
    _write(FIXTURES / "versions.json", facts)


def _head() -> dict[str, Any]:
    agent = {"implementation": "llm_agent", "llm": "local/steady", "llm_args": {"temperature": 0.0}}
    user = {"implementation": "user_simulator", "llm": "local/user", "llm_args": {}}
    info = {
        "git_commit": COMMIT,
        "num_trials": 2,
        "max_steps": 100,
        "max_errors": 10,
        "user_info": {**user, "global_simulation_guidelines": None},
        "agent_info": agent,
        "environment_info": {"domain_name": "airline", "policy": "Be kind.", "tool_defs": None},
        "seed": 300,
    }
    return {"timestamp": "2026-05-01T08:00:00", "info": info, "tasks": _tasks()}


def _tasks() -> list[dict[str, Any]]:
    wishes = (
        ("0", "Cancel reservation X1Y2Z3.", "You are Ann Lee, user id ann_lee_1.", "Be brief."),
        ("1", "改签到 5 月 3 日的航班。", "你是李安，用户编号 li_an_2。", "不接受额外费用。"),
        ("2", "Ask for a refund of a delayed flight.", None, "Insist twice."),
    )
    return [
        {
            "id": id_,
            "description": {"purpose": f"task {id_}", "relevant_policies": None, "notes": None},
            "user_scenario": {
                "persona": None,
                "instructions": {
                    "domain": "airline",
                    "reason_for_call": reason,
                    "known_info": known,
                    "unknown_info": None,
                    "task_instructions": told,
                },
            },
            "ticket": None,
            "initial_state": None,
            "evaluation_criteria": {
                "actions": [
                    {
                        "action_id": f"{id_}_0",
                        "requestor": "assistant",
                        "name": "cancel_reservation",
                        "arguments": {"reservation_id": "X1Y2Z3"},
                        "info": None,
                        "compare_args": None,
                    }
                ],
                "env_assertions": None,
                "communicate_info": [],
                "nl_assertions": None,
                "reward_basis": ["DB", "COMMUNICATE"],
            },
        }
        for id_, reason, known, told in wishes
    ]


def _simulation(
    task: str, trial: int, reward: float | None, reason: str = "user_stop", **how: bool
) -> dict[str, Any]:
    given = None
    if reward is not None:
        matched = bool(reward)
        given = {
            "reward": reward,
            "db_check": {"db_match": matched, "db_reward": reward},
            "env_assertions": None,
            "action_checks": [{"action": {}, "action_match": matched, "action_reward": reward}],
            "nl_assertions": None,
            "communicate_checks": [],
            "reward_basis": ["DB", "COMMUNICATE"],
            "reward_breakdown": {"DB": reward, "COMMUNICATE": 1.0},
            "info": None,
        }
    return {
        "id": f"sim-{task}-{trial}",
        "task_id": task,
        "timestamp": "2026-05-01T08:00:00",
        "start_time": "2026-05-01T08:00:00",
        "end_time": "2026-05-01T08:00:12",
        "duration": 12.5 + trial,
        "termination_reason": reason,
        "agent_cost": 0.012 if reward is not None else None,
        "user_cost": 0.004,
        "reward_info": given,
        "messages": [] if reward is None else _messages(**how),
        "trial": trial,
        "seed": 300 + trial,
        "mode": "half_duplex",
    }


def _messages(
    *, wrong: bool = False, chinese: bool = False, tool_error: bool = False
) -> list[dict[str, Any]]:
    id_ = "A0B0C0" if wrong else "X1Y2Z3"
    call = {
        "id": "call-1",
        "name": "cancel_reservation",
        "arguments": {"reservation_id": id_},
        "requestor": "assistant",
    }
    done = "已为您办理。" if chinese else "It is cancelled."
    usage = {"prompt_tokens": 200, "completion_tokens": 20}
    said = [
        {"role": "assistant", "content": "Hi! How can I help you today?", "tool_calls": None},
        {"role": "user", "content": "请帮我改签。" if chinese else "Cancel my trip, please."},
        {"role": "assistant", "content": None, "tool_calls": [call], "cost": 0.006, "usage": usage},
        {
            "role": "tool",
            "id": "call-1",
            "content": "Error: no such reservation" if tool_error else '{"status": "cancelled"}',
            "requestor": "assistant",
            "error": tool_error,
        },
        {"role": "assistant", "content": done, "tool_calls": None, "cost": 0.006, "usage": usage},
        {"role": "user", "content": "###STOP###", "cost": 0.002},
    ]
    return [{**one, "turn_idx": n, "timestamp": None} for n, one in enumerate(said)]


def _write(path: Path, document: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
