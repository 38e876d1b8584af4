"""A plan's mistakes are told by line and field, with what is allowed, in both languages."""

from __future__ import annotations

import json

import pytest

from steelyard.errors import InputError, PlanError
from steelyard.i18n import using_language
from steelyard.plan import load_plan, make_plan, plan_hash, plan_schema

GOOD = "agent: {replay: {}}\ndataset: cases.jsonl\n"
# Nine times what the last line names, twelve times over: 3 * 10^11 parts in 400 characters.
BOMB = "".join(
    f"  a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9 if at else ['x'] * 9)}]\n" for at in range(12)
)


def write(tmp_path, text):
    path = tmp_path / "plan.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(tmp_path, text, *overrides):
    with pytest.raises(PlanError) as caught:
        load_plan(write(tmp_path, text), overrides)
    return str(caught.value)


def test_the_smallest_plan(tmp_path):
    plan = load_plan(write(tmp_path, GOOD))
    assert plan.dataset.path == "cases.jsonl"
    assert plan.run.concurrency == 16


def test_the_plan_of_the_documentation_is_accepted(tmp_path):
    text = """
name: nightly
agent:
  openai: {base_url: "http://127.0.0.1:8000/v1", model: my-agent, api_key_env: AGENT_KEY}
dataset: cases.jsonl
scorers: [text.keyword_match, {text.exact_match: {}}]
scorecard: default
params: {ground_truth_total: 120, total_scene_types: 6, baseline_single_task_time: 8,
         baseline_adaptation_cost: 20}
conditions: []
environments: []
run: {concurrency: 16, timeout: 30, retries: 2, epochs: 1, seed: 7, executor: local}
gates: ["base.f1: ci_low >= 0.8"]
"""
    plan = load_plan(write(tmp_path, text))
    assert plan.scorer_choices() == [("text.keyword_match", {}), ("text.exact_match", {})]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            GOOD + "run:\n  concurency: 4\n",
            ["plan.yaml:4", "run.concurency", "did you mean 'concurrency'"],
        ),
        (
            GOOD + "run:\n  concurrency: many\n",
            ["plan.yaml:4", "run.concurrency", "'many'", "whole number"],
        ),
        (GOOD + "run:\n  concurrency: 0\n", ["plan.yaml:4", "1 or more"]),
        (GOOD + "run: {timeout: -1}\n", ["run.timeout", "more than 0"]),
        (GOOD + "run: {rate_limit: fast}\n", ["run.rate_limit", "300/min"]),
        (GOOD + "run: {executor: moon}\n", ["run.executor", "'local'"]),
        (GOOD + "agnet: 1\n", ["plan.yaml:3", "agnet", "did you mean 'agent'"]),
        ("dataset: x\n", ["agent", "needed"]),
        ("agent: {replay: {}}\n", ["dataset", "needed"]),
        ("agent: {replay: {}, http: {}}\ndataset: x\n", ["agent", "exactly one", "replay, http"]),
        ("agent: {}\ndataset: x\n", ["exactly one"]),
        (GOOD + "conditions: [a]\n", ["conditions"]),
        (GOOD + "conditions: [{load: {peak: 4}, perturb: {}}]\n", ["exactly one", "load, perturb"]),
        (GOOD + "conditions: [{load: {}}]\n", ["peak: 32"]),
        (GOOD + "conditions: [{load: {peak: 1}}]\n", ["higher than the baseline"]),
        (GOOD + "conditions: [{load: {peak: 2.5}}]\n", ["2.5", "arrivals: constant"]),
        (GOOD + "conditions: [{load: {ramp: [2, 1]}}]\n", ["rise"]),
        (GOOD + "conditions: [{load: {peak: 2}}, {load: {peak: 3}}]\n", ["twice"]),
        (GOOD + "dataset: [oops\n", ["not valid YAML", "line 4"]),
        ("- a\n- b\n", ["must be a mapping"]),
        ("", ["must be a mapping"]),
    ],
)
def test_mistakes_have_their_place(tmp_path, text, parts):
    message = refused(tmp_path, text)
    for part in parts:
        assert part in message, message


def test_all_mistakes_are_told_at_once(tmp_path):
    message = refused(tmp_path, GOOD + "run: {timeout: x, retries: y}\nfoo: 1\n")
    assert "run.timeout" in message
    assert "run.retries" in message
    assert "foo" in message


def test_mistakes_in_chinese(tmp_path):
    with using_language("zh"):
        message = refused(tmp_path, GOOD + "run: {concurency: many}\n")
    assert "没有这个字段" in message
    assert "是否想写" in message


def test_a_missing_file_says_what_to_do(tmp_path):
    with pytest.raises(PlanError, match="steelyard init"):
        load_plan(tmp_path / "none.yaml")


def test_a_plan_with_a_bom_or_in_gbk(tmp_path):
    path = tmp_path / "plan.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load_plan(path).name == "run"
    path.write_bytes("name: 评估\n".encode("gb18030") + GOOD.encode())
    with pytest.raises(PlanError, match="cannot be read"):
        load_plan(path)


@pytest.mark.parametrize(
    ("override", "check"),
    [
        ("run.concurrency=3", lambda p: p.run.concurrency == 3),
        ("run.rate_limit=120/min", lambda p: p.run.rate_limit == 2.0),
        ("dataset.strict=true", lambda p: p.dataset.strict and p.dataset.path == "cases.jsonl"),
        ("name=a=b", lambda p: p.name == "a=b"),
        ("run.fail_on_error=0.1", lambda p: p.run.fail_on_error == 0.1),
        ("run.fail_on_error=true", lambda p: p.run.fail_on_error is True),
        ("run.limits.cost=2", lambda p: p.run.limits.cost == 2),
        ("params.ground_truth_total=9", lambda p: p.params == {"ground_truth_total": 9}),
    ],
)
def test_overrides(tmp_path, override, check):
    assert check(load_plan(write(tmp_path, GOOD), [override]))


@pytest.mark.parametrize("override", ["novalue", "=3", "a..b=1", "x=[1"])
def test_wrong_overrides_are_explained(tmp_path, override):
    assert "--set" in refused(tmp_path, GOOD, override)


def test_the_hash_changes_with_what_is_asked_and_not_with_how(tmp_path):
    def hashed(**changes):
        plan = make_plan({"agent": {"replay": {}}, "dataset": "c.jsonl", **changes}, source="x")
        return plan_hash(plan, {"files": [], "sha256": "0"})

    assert hashed() == hashed(run={"concurrency": 2, "timeout": 1, "limits": {"cost": 1}})
    assert hashed() == hashed(name="other", gates=[], scorers=["text.exact_match"])
    different = {
        hashed(),
        hashed(run={"seed": 1}),
        hashed(run={"epochs": 2}),
        hashed(agent={"function": {"target": "a:b"}}),
        hashed(dataset={"path": "c.jsonl", "steps": [{"sample": {"n": 1}}]}),
    }
    assert len(different) == 5


def test_the_schema_knows_every_adapter_and_option():
    schema = plan_schema()
    text = json.dumps(schema)
    for name in ("openai", "http", "command", "function", "replay", "api_key_env", "rate_limit"):
        assert f'"{name}"' in text
    assert "$ref" not in json.dumps(schema["properties"]["agent"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD + "params:\n" + BOMB, "plan.yaml:8: with its anchors written out this has more than"),
        (GOOD + "params: &p {x: *p}\n", "contains itself"),
        (GOOD + f"params: {'[' * 20_000}{']' * 20_000}\n", "nested too deeply"),
        (GOOD + f"params: {{a: {'9' * 5_000}}}\n", "a number or date that is none"),
        (GOOD + "run: {seed: 1}\nrun: {seed: 2}\n", "the key 'run' stands here for the second"),
        (GOOD + "#" * 200_001, "at most 200000 are read"),
    ],
    ids=["bomb", "cycle", "deep", "number", "twice", "long"],
)
def test_what_no_plan_can_be_is_refused_before_it_grows(tmp_path, text, said):
    with pytest.raises(InputError) as caught:
        load_plan(write(tmp_path, text))
    assert said in str(caught.value)
