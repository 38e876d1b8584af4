"""The zoo on everything that comes with the package: nothing for nothing, all for the oracle."""

from __future__ import annotations

from pathlib import Path

import pytest

from steelyard.audit import audit_plan
from steelyard.plan import load_plan
from steelyard.scorecards import template_names

ROOT = Path(__file__).parents[2]
FOLDERS = ("src/steelyard", "examples")
PLANS = {
    "demo": ROOT / "src/steelyard/demo/plan.yaml",
    "ci": ROOT / "examples/ci/plan.yaml",
    "mission": ROOT / "examples/mission/plan.yaml",
    "template": ROOT / "src/steelyard/cli/template/plan.yaml",
}
AUTO = ("scorers=auto", "verdict=null")
MOST = 0.02


def check(name, *overrides):
    path = PLANS[name]
    found = audit_plan(load_plan(path, overrides), path.parent)
    assert found.passed, found.problems
    assert found.oracle.passes >= 0.99 * found.oracle.judged
    assert found.oracle.overall is None or found.oracle.overall >= 0.99
    assert len(found.agents) >= 50
    assert {agent.rule for agent in found.agents} == {found.oracle.rule}
    return found


def scored(found):
    """Return the agents that get more than 2 % without knowing the answers of other cases."""
    return {
        agent.id: (agent.value, agent.overall)
        for agent in found.agents
        if not agent.knows and max(agent.value or 0.0, agent.overall or 0.0) > MOST
    }


def test_no_dataset_that_is_shipped_is_left_out():
    shipped = {path for folder in FOLDERS for path in (ROOT / folder).rglob("cases.jsonl")}
    assert {path.parent / "cases.jsonl" for path in PLANS.values()} == shipped


@pytest.mark.slow
@pytest.mark.parametrize("name", ["template", "ci"])
def test_a_bundled_plan_as_it_stands(name):
    assert scored(check(name)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("template", template_names())
@pytest.mark.parametrize("name", PLANS)
def test_every_dataset_with_every_template(name, template):
    own = AUTO if name != "mission" else ()
    assert scored(check(name, *own, f"scorecard={template}", "gates=[]")) == {}
