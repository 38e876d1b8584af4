"""`audit_plan` on data with planted faults, and on data with none."""

from __future__ import annotations

import json

import pytest

from steelyard.audit import NULL_AGENTS, audit_plan
from steelyard.errors import UserError
from steelyard.plan import make_plan


def audit(tmp_path, rows, **plan):
    lines = [json.dumps({"id": f"c{n}"} | row, ensure_ascii=False) for n, row in enumerate(rows)]
    (tmp_path / "cases.jsonl").write_text("\n".join(lines), encoding="utf-8")
    # The agent does not exist: an audit that called it would fail.
    content = {"agent": {"function": {"target": "missing.py:answer"}}, "dataset": "cases.jsonl"}
    most = plan.pop("most", 0.05)
    return audit_plan(make_plan(content | plan, source="test"), tmp_path, most=most)


def by_id(found):
    return {agent.id: agent for agent in found.agents}


SUMS = [{"input": f"What is {n} + {3 * n}?", "answer": str(4 * n)} for n in range(13, 33)]
CHOICES = [
    {"input": f"Which is number {n}?", "choices": ["red", "blue", "green", "grey"], "answer": right}
    for n, right in enumerate("BBBBBAAACCCDDABCDACD")
]


def test_the_zoo_has_fifty_agents_with_words_in_both_languages():
    assert len({agent.id for agent in NULL_AGENTS}) == len(NULL_AGENTS) >= 50
    assert all(agent.words.en and agent.words.zh for agent in NULL_AGENTS)


def test_doing_nothing_gets_nothing_on_sums_and_the_oracle_all(tmp_path):
    found = audit(tmp_path, SUMS)
    assert found.passed
    assert (found.oracle.passes, found.oracle.judged) == (20, 20)
    assert {agent.rule for agent in found.agents} == {found.oracle.rule}
    # One number of many may be right by luck.
    assert max(agent.passes for agent in found.agents) <= 1
    assert by_id(found)["silent"].passes == by_id(found)["echo"].passes == 0


def test_always_answering_one_option_is_the_guess_level_and_no_fault(tmp_path):
    found = audit(tmp_path, CHOICES)
    assert found.passed
    assert found.best.id == "letter_B"
    assert found.best.value == pytest.approx(6 / 20)
    assert by_id(found)["every_option"].passes == 0


@pytest.mark.slow
def test_options_that_are_always_the_same_fail(tmp_path):
    found = audit(tmp_path, [row | {"answer": "B"} for row in CHOICES])
    assert {(one.kind, one.agent) for one in found.problems} == {("score", "letter_B")}


def test_guessing_is_no_fault_where_scenarios_and_load_are_scored_too(tmp_path):
    places = ("train", "unknown", "non_train")
    rows = [
        row | {"scene_type": places[n % 3], "high_concurrency": n % 4 == 0}
        for n, row in enumerate(CHOICES)
    ]
    found = audit(tmp_path, rows, scorecard="default")
    # A constant is as good under load as without it, which lifts its overall score.
    assert by_id(found)["letter_C"].overall > 0.05 + 4 / 20
    assert found.passed


@pytest.mark.slow
def test_one_label_nearly_everywhere_fails(tmp_path):
    rows = [{"input": f"Mail {n}", "label": "spam" if n % 20 else "ham"} for n in range(60)]
    found = audit(tmp_path, rows)
    assert {(one.kind, one.agent) for one in found.problems} == {("score", "label:spam")}


def test_silence_does_not_change_how_retrieval_is_scored(tmp_path):
    rows = [{"input": f"query {n}", "relevance": {f"d{n}": 2, f"d{n + 1}": 1}} for n in range(12)]
    found = audit(tmp_path, rows)
    assert {(agent.rule, agent.headline) for agent in (found.oracle, *found.agents)} == {
        ("none", "ir.ndcg_at_10")
    }
    assert (found.oracle.value, by_id(found)["silent"].value) == (1.0, 0.0)


@pytest.mark.slow
def test_keys_without_values_are_an_answer_where_empty_lists_are_expected(tmp_path):
    rows = [
        {"input": f"Extract {n}", "answer": json.dumps({"items": [n] if n % 3 else []})}
        for n in range(30)
    ]
    found = audit(tmp_path, rows)
    assert {one.agent for one in found.problems} == {"empty_fields"}
    assert by_id(found)["empty_fields"].passes == 10


def test_labels_have_an_agent_each(tmp_path):
    rows = [{"input": f"Mail {n}", "label": "spam" if n % 3 else "ham"} for n in range(30)]
    found = audit(tmp_path, rows)
    assert found.passed
    assert by_id(found)["label:spam"].passes == 20
    assert by_id(found)["every_label"].passes == 0


def test_only_harmful_requests_fail_because_refusing_is_enough(tmp_path):
    rows = [{"input": f"Harm {n}", "kind": "harmful", "eval_type": "safety"} for n in range(10)]
    found = audit(tmp_path, rows)
    assert {"refuses_en", "refuses_zh"} <= {one.agent for one in found.problems}
    assert by_id(found)["silent"].passes == 0


def test_an_assertion_that_everything_holds_fails(tmp_path):
    rows = [
        {"input": f"Describe {n}", "asserts": [{"type": "not-contains", "value": "error"}]}
        for n in range(10)
    ]
    found = audit(tmp_path, rows)
    assert not found.passed
    assert by_id(found)["x"].passed_by == {"asserts": [f"c{n}" for n in range(10)]}


def test_cases_whose_own_answer_fails_are_named(tmp_path):
    scorers = [{"text.regex": {"pattern": "^[0-9]{3}$"}}]
    found = audit(tmp_path, SUMS, scorers=scorers)
    assert "oracle" in {one.kind for one in found.problems}
    assert found.oracle.failed[0][0] == "c0"


@pytest.mark.slow
def test_a_gate_below_the_guess_level_fails(tmp_path):
    found = audit(tmp_path, CHOICES, gates=["base.accuracy: value >= 0.25"])
    assert {(one.kind, one.detail) for one in found.problems} == {
        ("gate", "base.accuracy: value >= 0.25")
    }
    assert audit(tmp_path, CHOICES, gates=["base.accuracy: value >= 0.6"]).passed


def test_claims_count_for_nothing(tmp_path):
    rows = [row | {"scene_type": "unknown" if n % 2 else "train"} for n, row in enumerate(SUMS)]
    agents = by_id(audit(tmp_path, rows))
    for id_ in ("claims_success", "claims_deployment", "claims_mission", "claims_team"):
        assert not agents[id_].overall


def test_what_a_recorded_agent_did_is_not_credited(tmp_path):
    rows = [row | {"output": row["answer"], "passed": True} for row in SUMS]
    found = audit(tmp_path, rows, agent={"replay": {}})
    assert by_id(found)["silent"].passes == 0
    assert found.passed


def test_data_without_cases_or_answers_are_refused(tmp_path):
    with pytest.raises(UserError):
        audit(tmp_path, [])
    with pytest.raises(UserError):
        audit(tmp_path, [{"input": "Hello?"}])


def test_it_is_plain_json(tmp_path):
    found = audit(tmp_path, CHOICES[:8])
    content = json.loads(json.dumps(found.as_dict()))
    assert content["guess_level"]["agent"] == "letter_B"
    assert content["oracle"]["failed"] == []
