"""`steelyard audit` on the command line: table, JSON, exit codes, both languages."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from steelyard.cli.audit_command import command
from steelyard.i18n import using_language

PLAN = "agent: {function: {target: 'missing.py:answer'}}\ndataset: cases.jsonl\n"


@pytest.fixture
def plan(tmp_path):
    rows = [
        {"id": f"c{n}", "input": f"Which? {n}", "choices": ["red", "blue"], "answer": "AB"[n % 2]}
        for n in range(10)
    ]
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, rows)))
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    return path


@pytest.mark.slow
def test_a_good_plan(plan):
    result = CliRunner().invoke(command, [str(plan)])
    assert result.exit_code == 0, result.output
    assert "10 cases · judged by choice 100 %" in result.output
    assert "The plan's agent was not called." in result.output
    assert "Guess level: 50.0 % is reached by an agent that always answers “A”." in result.output


def test_in_chinese(plan):
    with using_language("zh"):
        result = CliRunner().invoke(command, [str(plan), "--all"])
    assert "未调用方案中的智能体" in result.output
    assert "猜测水平：总是回答“A”的智能体即可得到 50.0 %。" in result.output
    assert "silent" in result.output


def test_json_and_a_gate_that_guessing_meets(plan):
    plan.write_text(PLAN + 'gates: ["base.accuracy: value >= 0.4"]\n')
    result = CliRunner().invoke(command, [str(plan), "--json"])
    assert result.exit_code == 1
    found = json.loads(result.output)
    assert found["passed"] is False
    assert {one["kind"] for one in found["problems"]} == {"gate"}


@pytest.mark.slow
@pytest.mark.parametrize(("strict", "code"), [([], 0), (["--strict"], 1)])
def test_contamination_fails_a_strict_audit_wherever_that_is_said(plan, strict, code):
    lines = plan.with_name("cases.jsonl").read_text().splitlines()
    rows = [json.loads(line) | {"scene_type": "train"} for line in lines]
    rows.append(rows[0] | {"id": "again", "scene_type": "unknown"})
    plan.with_name("cases.jsonl").write_text("\n".join(map(json.dumps, rows)))
    shown = CliRunner().invoke(command, [str(plan), *strict])
    told = CliRunner().invoke(command, [str(plan), *strict, "--json"])
    assert (shown.exit_code, told.exit_code) == (code, code)
    found = json.loads(told.output)
    assert found["contamination"]
    assert not found["problems"]
    assert found["passed"] is (code == 0)
    assert shown.output.rstrip().endswith("OK") is (code == 0)


def test_a_strict_audit_of_clean_data_passes(plan):
    result = CliRunner().invoke(command, [str(plan), "--strict", "--json"])
    assert (result.exit_code, json.loads(result.output)["passed"]) == (0, True)


def test_a_wrong_plan_exits_2(plan):
    plan.write_text(PLAN + "scorers: [no.such]\n")
    result = CliRunner().invoke(command, [str(plan)])
    assert result.exception is not None
    assert result.exception.exit_code == 2


def test_all_names_the_gates_an_agent_meets(plan):
    plan.write_text(PLAN + 'gates: ["base.accuracy: value >= 0.4"]\n')
    agents = json.loads(CliRunner().invoke(command, [str(plan), "--json"]).output)["agents"]
    meeting = [one["id"] for one in agents if any(gate["met"] for gate in one["gates"])]
    assert "letter_A" in meeting
    assert "silent" not in meeting
    shown = " ".join(CliRunner().invoke(command, [str(plan), "--all"]).output.split())
    assert shown.count("; meets base.accuracy: value >= 0.4") == len(meeting)
