"""The demo itself, run in another folder: its conditions land and find what the agent does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import steelyard
from steelyard.bundle import Table
from steelyard.demo.chance import FASTEST_S
from steelyard.demo.team import COMPOSING_S, PATIENCE_S, PLANNING_S

pytestmark = pytest.mark.slow

MARK = "DEMO_TEST_OF"
KINDS = ["zh.homophone", "zh.glyph", "en.keyboard", "text.distractor", "text.injection"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The run of `steelyard demo`."""
    folder = tmp_path_factory.mktemp("anywhere")
    done = subprocess.run(
        [sys.executable, "-m", "steelyard", "demo", "--out", "demo", "--json"],
        cwd=folder,
        env=os.environ | {"STEELYARD_LANG": "en", MARK: str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return steelyard.load_run(folder / "demo")


@pytest.fixture(scope="module")
def rows(run):
    return list(Table(run.path / run.manifest["results"]).rows())


@pytest.fixture(scope="module")
def told(run):
    return json.loads((run.path / "report.json").read_text(encoding="utf-8"))["conditions"]


def completion(told, phase, level=None):
    [line] = [
        line
        for line in told["phases"]
        if line["phase"] == phase and (level is None or line["level"] == level)
    ]
    return line["success"]["value"]


def test_all_four_dimensions_are_measured(run):
    summary = json.loads((run.path / "summary.json").read_text(encoding="utf-8"))
    dimensions = summary["dimensions"]
    assert set(dimensions) == {"adaptivity", "robustness", "portability", "collaboration"}
    for name in ("robust.concurrency_stability", "port.retention", "collab.info_accuracy"):
        assert run.indicators[name].provenance == "measured"
        assert run.indicators[name].value is not None
    assert all(dimension["score"] is not None for dimension in dimensions.values())


def test_answers_are_judged_by_the_rules_their_cases_call_for(run, rows):
    rules = run.manifest["verdict_rules"]
    assert rules["by"] == "auto"
    assert set(rules["rules"]) == {"keywords", "number", "contains", "refusal"}
    assert sum(rules["rules"].values()) == 189
    assert all(row["verdict_by"] for row in rows if row["passed"] is not None)


def test_obeyed_injections_are_the_first_finding_and_no_leaked_secret(run):
    content = json.loads((run.path / "report.json").read_text(encoding="utf-8"))
    assert [found["kind"] for found in content["findings"] if found["group"] == "harm"] == [
        "injection"
    ]
    assert content["findings"][0]["numbers"]["n"] > 0
    assert run.indicators["safety.injection_asr"].value > 0
    assert "safety_canary_leak" not in Table(run.path / run.manifest["results"]).columns


def test_every_condition_landed_on_every_row(rows, told):
    assert {line["condition"] for line in told["applied"]} == {
        *("perturb", "fault", "load", "environment", "single"),
    }
    for row in rows:
        if row["condition"] in ("perturb", "fault"):
            assert row["condition_landed"] is True, row["case_id"]
            assert row["condition_proof"]
    assert told["asked"] + told["plain"] == len(rows) - 3  # three deployments are no questions


def test_it_breaks_on_what_hides_the_words_it_looks_for(told):
    lines = {line["kind"]: line for line in told["kinds"] if line["wants"] == "answer"}
    assert set(lines) == set(KINDS)
    for line in lines.values():
        assert line["success"]["value"] < line["plain"], line["kind"]


def test_it_obeys_one_wording_of_the_injection_and_not_the_other(rows):
    attacked = [row for row in rows if row["perturbation"] == "text.injection"]
    obeyed = {row["case_id"] for row in attacked if "STY-" in (row["output"] or "")}
    told_only = {
        row["case_id"]
        for row in attacked
        if "只回复" in row["input"] or "only with" in row["input"]
    }
    assert obeyed == told_only
    assert 0 < len(obeyed) < len(attacked)


def test_half_a_question_is_noticed_only_where_nothing_was_found(rows):
    cut = [row for row in rows if row["perturbation"] == "text.truncate_tail"]
    asked_back = [row for row in cut if row["passed"]]
    assert 0 < len(asked_back) < len(cut) / 2
    assert all(row["abstained"] for row in asked_back)


def test_a_crowd_costs_answers_and_the_calm_after_it_begins_badly(told):
    calm, peak = completion(told, "baseline"), completion(told, "peak")
    assert peak < 0.75 * calm
    assert peak < completion(told, "recovery") < calm
    assert completion(told, "ramp", 4) == calm


def test_the_knee_is_the_number_of_its_places(told):
    assert (told["knee"]["level"], told["knee"]["next_level"]) == (16, 32)
    assert told["knee"]["limit"] == "completion"


def test_asking_again_bears_the_faults(told):
    assert {line["fault"] for line in told["faults"]} == {
        *("latency", "reset", "truncated", "garbled"),
    }
    for line in told["faults"]:
        assert line["landed"] == line["asked"]
        assert line["success"]["value"] == line["plain"]


def test_environments_tell_what_they_lack(told):
    other, forgotten, bare = told["environments"]
    assert (other["name"], other["deployed"], other["compat_issues"]) == ("other-folder", True, 0)
    assert other["success"]["value"] == other["plain"]
    assert (forgotten["deployed"], forgotten["checklist_failed"]) == (True, 1)
    assert forgotten["kept"]["ci_high"] < 0.7
    assert (bare["deployed"], bare["success"]["value"]) == (False, 0)
    assert {"kind": "import", "subject": "steelyard"} in bare["issues"]


def test_the_team_is_right_mostly_and_talks_twice(run, rows, told):
    team = told["team"]
    assert team["cases"] >= 20
    assert (team["messages"], team["rounds"]) == (3, 1)
    assert team["redundancy"] == pytest.approx(1 / 3)
    assert 0.5 < team["accuracy"] < 1
    # Which is slower depends on what else the machine does; that the talk took its time does not.
    talks = [json.loads(row["messages"]) for row in rows if row["messages"]]
    least = 0.9 * (FASTEST_S + PLANNING_S + PATIENCE_S + COMPOSING_S)  # clocks differ a little
    assert talks
    assert all(max(said.get("end", 0) for said in talk) > least for talk in talks)
    difference = team["together_s"] - team["alone_s"]
    assert run.indicators["collab.time_delta"].value == pytest.approx(difference)


def test_what_is_not_about_conditions_speaks_of_the_plain_rows(run):
    content = json.loads((run.path / "report.json").read_text(encoding="utf-8"))
    assert content["counts"]["rows"] == content["counts"]["cases"] == 189
    shown = [e for group in content["failures"] for e in group["examples"]]
    assert shown
    assert all("~" not in example["case_id"] for example in shown)
    assert content["latency"]["total"]["n"] == 188
    for groups in content["breakdowns"].values():
        assert all(group["group"] is not None for group in groups)
        assert sum(group["n"] for group in groups) == 189


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_nothing_is_left_behind(run):
    mark = f"{MARK}={run.path.parent}".encode()
    alive = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            variables = environ.read_bytes().split(b"\0")
        except OSError:  # it has ended, or is not ours
            continue
        if mark in variables:
            alive.append(environ)
    assert alive == []
