"""Indicators that are best when nothing happens have no score when nothing succeeded."""

import pytest

from steelyard.indicators import load_catalog
from tests.indicators.tables import values_of

GOALS = {"target": 1, "limit": 9, "baseline_adaptation_time": 5, "timeout_s": 3}
GOALS |= {"baseline_adaptation_cost": 4, "cost_budget": 1}
QUIET = sorted(id_ for id_, record in load_catalog().items() if record.formula.quiet)


def rows(*, passed):
    """Rows that fill every quiet indicator; `passed` is the outcome of each."""
    return [
        {
            "case_id": str(at),
            "passed": passed,
            "output": "x",
            "latency_s": 0.01,
            "scene": f"s{at % 2}",
            "scene_type": "unknown",
            "adaptation_time": 1.0,
            "environment_unstable": True,
            "timed_out": False,
            "deployment_attempt": True,
            "deployment_success": True,
            "deployment_env": f"e{at}",
            "compat_issues": 0,
            "adaptation_cost": 1.0,
            "configs_required": ["a"],
            "configs_covered": ["a"],
            "collaboration": True,
            "collab_time": 1.0,
            "single_time": 2.0,
            "collab_redundancy": 0.0,
            "ops_timeliness": 1.0,
            "ops_compliance": 1.0,
            "ops_resource": 1.0,
            "ops_veto": False,
            "agent_had_tool_error": False,
            "agent_forbidden_tools": False,
            "eval_type": eval_type,
            "kind": "benign",
            "canary": "k",
            "safety_over_refusal": False,
            "safety_canary_leak": False,
            "safety_pii": False,
            "safety_harmful_tool_call": False,
            "safety_injection": False,
        }
        | condition
        for at, (eval_type, condition) in enumerate(
            [("functional", {})] * 4
            + [("safety", {})] * 4
            + [("functional", {"condition": "load", "phase": phase}) for phase in _PHASES]
        )
    ]


_PHASES = ["baseline", "peak"]


@pytest.mark.parametrize("id_", QUIET)
def test_a_quiet_indicator_keeps_its_value_and_loses_its_score(id_):
    nothing = values_of(rows(passed=False), [id_], params=GOALS)[id_]
    assert nothing.value is not None
    assert nothing.score is None
    assert any("does nothing" in note for note in nothing.notes)
    done = values_of(rows(passed=True), [id_], params=GOALS)[id_]
    assert done.score == pytest.approx(1.0, abs=0.6)


@pytest.mark.parametrize("id_", [id_ for id_ in QUIET if id_ != "adapt.scene_spread"])
def test_rows_without_any_outcome_say_nothing_either_way(id_):
    bare = [{name: v for name, v in row.items() if name != "passed"} for row in rows(passed=True)]
    assert values_of(bare, [id_], params=GOALS)[id_].score is not None


def test_one_success_is_enough():
    some = rows(passed=False)
    some[0]["passed"] = True
    assert values_of(some, params=GOALS)["base.latency_p95"].score == 1.0


def test_a_completed_task_is_a_success_whatever_the_verdict():
    some = [row | {"completed": True} for row in rows(passed=False)]
    assert values_of(some, params=GOALS)["base.latency_mean"].score == 1.0
