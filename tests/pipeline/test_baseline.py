"""A plan with a baseline: compared when the run is done, shown as gates, exit code 3."""

from __future__ import annotations

import json
import shutil

import orjson
import pytest

from steelyard.bundle import Bundle
from steelyard.errors import BundleError, InputError, PlanError, UnknownNameError
from steelyard.pipeline import Options, conclude, rescore, resume, run
from steelyard.plan import load_plan, make_plan, plan_hash
from tests.cli.shell import steelyard

AGENT = """
import os, random

def ask(text):
    number = int(text.split()[-1])
    good = random.Random(number).random() < float(os.environ.get("QUALITY", "0.9"))
    return f"answer {number}" if good else "no idea"
"""
PLAN = {
    "name": "new",
    "agent": {"function": {"target": "agent.py:ask"}},
    "dataset": "cases.jsonl",
    "scorers": ["text.exact_match"],
}
GATES = ["overall: ci_low > -0.02", "flips: broken <= 3", "scene.*: value > -0.5"]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("baseline")
    (folder / "agent.py").write_text(AGENT, encoding="utf-8")
    lines = [
        {
            "id": f"c{n}",
            "input": f"question {n}",
            "expected_output": f"answer {n}",
            "scene": ("shop", "bank")[n % 2],
        }
        for n in range(80)
    ]
    (folder / "cases.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    write(folder, "base.yaml", PLAN | {"name": "base"})
    write(folder, "plan.yaml", PLAN | {"baseline": {"run": "runs/base", "fail_on": GATES}})
    done = steelyard("run", "base.yaml", "--out", "runs/base", cwd=folder)
    assert done.code == 0, done.err
    return folder


def write(folder, name, content):
    (folder / name).write_text(json.dumps(content), encoding="utf-8")  # JSON is YAML


def gates(path):
    return {gate["text"]: gate for gate in Bundle(path).summary()["gates"]}


@pytest.mark.slow
def test_a_worse_agent_is_stopped_and_everything_says_why(home):
    page = home / "summary.md"
    words = ("run", "plan.yaml", "--out", "runs/worse", "--summary")
    done = steelyard(*words, cwd=home, QUALITY="0.6", GITHUB_STEP_SUMMARY=str(page))
    assert done.code == 3, done.err
    assert "Comparing with the baseline" in done.err
    assert "overall: ci_low > -0.02 (against base)" in done.out
    found = gates(home / "runs" / "worse")
    assert [gate["passed"] for gate in found.values()] == [False, False, True]
    broken = found["flips: broken <= 3 (against base)"]["observed"]
    assert broken == flips(0.9, 0.6)
    assert page.read_text(encoding="utf-8").startswith("## ❌ new: 2 of 3 gates failed")
    again = steelyard("report", "runs/worse", "--to", "junit", cwd=home)
    assert again.code == 0
    assert b'name="gates" tests="3" failures="2"' in (home / "runs/worse/report.xml").read_bytes()


def flips(before, now):
    """How many cases an agent of quality `before` passes and one of quality `now` fails."""
    import random

    luck = [random.Random(n).random() for n in range(80)]
    return sum(now <= one < before for one in luck)


@pytest.mark.slow
def test_the_same_agent_passes_and_scoring_anew_compares_again(home, tmp_path):
    plan = load_plan(home / "plan.yaml")
    bundle = run(plan, home, tmp_path / "same")
    first = gates(bundle.path)
    assert len(first) == 3
    assert all(gate["passed"] for gate in first.values())
    rescore(bundle, plan)
    assert gates(bundle.path) == first
    rescore(bundle, plan.model_copy(update={"baseline": None}))
    assert gates(bundle.path) == {}


@pytest.mark.slow
def test_a_run_is_not_lost_because_its_baseline_is(home, tmp_path, monkeypatch):
    monkeypatch.chdir(home)
    shutil.copytree(home / "runs" / "base", home / "runs" / "gone")
    content = PLAN | {"baseline": {"run": "runs/gone", "fail_on": ["overall: value >= -1"]}}
    plan = make_plan(content, source="here")
    bundle = run(plan, home, tmp_path / "run")
    assert gates(bundle.path)["overall: value >= -1 (against base)"]["passed"]
    shutil.rmtree(home / "runs" / "gone")
    rescore(Bundle(bundle.path), plan)
    [gate] = gates(bundle.path).values()
    assert (gate["passed"], gate["observed"]) == (False, None)
    assert "cannot be compared with" in gate["reason"]


@pytest.mark.slow
def test_a_kill_between_summary_and_comparison_costs_only_that_step(home, tmp_path, monkeypatch):
    monkeypatch.chdir(home)
    content = PLAN | {"baseline": {"run": "runs/base", "fail_on": ["overall: value >= -1"]}}
    bundle = run(make_plan(content, source="here"), home, tmp_path / "run")
    whole = Bundle(bundle.path).summary()
    half = whole | {"of": None, "gates": []}
    (bundle.path / "summary.json").write_bytes(orjson.dumps(half))
    resume(bundle.path)
    assert Bundle(bundle.path).summary()["gates"] == whole["gates"]
    conclude(Bundle(bundle.path), make_plan(content, source="here"), Options())  # nothing to do


def test_the_baseline_is_no_part_of_what_is_asked():
    files = {"files": [], "sha256": "x"}
    plain = make_plan(PLAN, source="here")
    held = make_plan(PLAN | {"baseline": {"run": "runs/x", "fail_on": GATES}}, source="here")
    assert plan_hash(plain, files) == plan_hash(held, files)


def test_mistakes_are_told_before_the_first_case_is_asked(home, tmp_path):
    def plan(**baseline):
        return make_plan(PLAN | {"baseline": baseline}, source="here")

    with pytest.raises(PlanError, match="not of the form"):
        plan(run="runs/base", fail_on=["overall > 1"])
    with pytest.raises(PlanError, match=r"baseline\.run"):
        plan(fail_on=[])
    with pytest.raises(InputError, match="Allowed: value"):
        run(plan(run="runs/base", fail_on=["overall: score > 1"]), home, tmp_path / "a")
    with pytest.raises(UnknownNameError):
        run(plan(run="runs/base", fail_on=["base.f3: value > 1"]), home, tmp_path / "b")
    with pytest.raises(BundleError, match="cannot be compared with"):
        run(plan(run="runs/nowhere"), home, tmp_path / "c")
    assert not list(tmp_path.iterdir())
    write(home, "bad.yaml", PLAN | {"baseline": {"run": "runs/base", "fail_on": ["x"]}})
    with pytest.raises(PlanError, match=r"bad.yaml:1: baseline.fail_on"):
        load_plan(home / "bad.yaml")
