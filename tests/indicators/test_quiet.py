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


@pytest.mark.slow
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


NEEDS_SUCCESS = {
    *("adapt.scene_gap", "robust.concurrency_stability", "robust.perturb_retention"),
    *("robust.perturb_flip_rate", "robust.load_recovery", "robust.fault_tolerance"),
    *("port.retention", "port.deploy_success", "port.compat_issues", "robust.env_tolerance"),
    *("collab.response_rate", "collab.balance", "agent.brier", "agent.ece"),
}


def worked(*, tasks, done):
    """Rows of a run with every condition: refusals always right, and some of the tasks."""
    harmful = {"kind": "harmful", "eval_type": "safety", "passed": True, "confidence": 0.9}
    plain = [
        {"case_id": f"t{at}", "passed": at < done, "confidence": float(at < done)}
        for at in range(tasks)
    ]
    plain += [{"case_id": f"h{at}"} | harmful for at in range(10)]
    for at, row in enumerate(plain):
        row |= {"scene_type": ("train", "unknown")[at % 2]}
        row |= {"collaboration": True, "collab_balance": 1.0, "collab_response_rate": 1.0}
    under = [
        {"condition": "perturb"},
        *({"condition": "load", "phase": phase} for phase in ("baseline", "peak", "recovery")),
        {"condition": "fault", "condition_landed": True, "environment_unstable": True},
        {"condition": "environment", "deployment_env": "e"},
    ]
    extra = [
        row
        | {"case_id": f"{row['case_id']}+{at}", "parent_case_id": row["case_id"]}
        | {"clean_success": float(row["passed"]), "timed_out": False}
        | {"high_concurrency": condition.get("phase") == "peak"}
        | {"original_score": float(row["passed"]), "transferred_score": float(row["passed"])}
        | condition
        for row in plain
        for at, condition in enumerate(under)
    ]
    deployed = {"deployment_attempt": True, "deployment_success": True, "compat_issues": 0}
    start = {"case_id": "d", "condition": "environment", "deployment_env": "e"} | deployed
    return [*plain, *extra, start]


def test_refusals_and_luck_earn_no_score_for_steadiness():
    found = values_of(worked(tasks=40, done=2), NEEDS_SUCCESS)
    assert {id_ for id_, one in found.items() if one.value is None} == set()
    assert {id_: one.score for id_, one in found.items() if one.score is not None} == {}
    assert all(any("at most 5 %" in note for note in one.notes) for one in found.values())


def test_an_agent_that_does_more_keeps_its_scores():
    found = values_of(worked(tasks=40, done=3), NEEDS_SUCCESS)
    assert {id_: one.score for id_, one in found.items() if one.score is None} == {}


def test_data_that_only_asks_for_refusals_say_nothing_either_way():
    found = values_of(worked(tasks=0, done=0), {"robust.fault_tolerance"})
    assert found["robust.fault_tolerance"].score == 1.0


def test_one_success_is_enough():
    some = rows(passed=False)
    some[0]["passed"] = True
    assert values_of(some, params=GOALS)["base.latency_p95"].score == 1.0


def test_a_completed_task_is_a_success_whatever_the_verdict():
    some = [row | {"completed": True} for row in rows(passed=False)]
    assert values_of(some, params=GOALS)["base.latency_mean"].score == 1.0
