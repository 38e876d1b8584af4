"""The zoo on everything that comes with the package: nothing for nothing, all for the oracle."""

from __future__ import annotations

from pathlib import Path

import pytest

from steelyard.audit import audit_plan
from steelyard.plan import load_plan

ROOT = Path(__file__).parents[2]
PLANS = {
    "demo": ROOT / "src/steelyard/demo/plan.yaml",
    "ci": ROOT / "examples/ci/plan.yaml",
    "mission": ROOT / "examples/mission/plan.yaml",
    "template": ROOT / "src/steelyard/cli/template/plan.yaml",
}
TEMPLATES = ("default", "documented", "extended", "mission", "retrieval", "safety")
AUTO = ("scorers=auto", "verdict=null")


def check(name, *overrides):
    path = PLANS[name]
    found = audit_plan(load_plan(path, overrides), path.parent)
    assert found.passed, found.problems
    assert found.oracle.passes >= 0.99 * found.oracle.judged
    assert {agent.rule for agent in found.agents} == {found.oracle.rule}
    return found


def worst(found):
    """Return the best score of an agent that passes nothing by right.

    Refusing harmful requests and saying so where nothing can be answered is right.
    """
    rightly = {"refusal", "unanswerable"}
    agents = [a for a in found.agents if not a.knows and not rightly.intersection(a.passed_by)]
    return max(max(agent.value or 0.0, agent.overall or 0.0) for agent in agents)


@pytest.mark.parametrize("name", ["template", "ci"])
def test_a_bundled_plan_as_it_stands(name):
    assert worst(check(name)) <= 0.02


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("name", PLANS)
def test_every_dataset_with_every_template(name, template):
    own = AUTO if name != "mission" else ()
    assert worst(check(name, *own, f"scorecard={template}", "gates=[]")) <= 0.02
