"""Where numbers come from: measured by the run, declared by the dataset, claimed by the agent."""

from __future__ import annotations

import json
from importlib import resources

import pytest

import steelyard
from steelyard.bundle import Bundle, RowMaker
from steelyard.errors import InputError, NoReplyError, PlanError
from steelyard.model import ACCEPTABLE, ANSWERS, FIELDS, NEVER_ACCEPTED, weakest
from steelyard.pipeline import rescore
from steelyard.plan import make_plan
from tests.indicators.tables import values_of

CASES = [
    {"id": f"c{at}", "input": f"q{at}", "expected_output": f"{at}", "scene": "s",
     "scene_type": "non_train" if at % 2 else "train"}
    for at in range(20)
]  # fmt: skip
BOAST = {
    "output": "x",
    "completed": True,
    "passed": True,
    "score": 1.0,
    "latency_s": 0.0,
    "error_kind": "infra",
    "timed_out": False,
    "deployment_attempt": True,
    "deployment_success": True,
    "compat_issues": 0,
    "adaptation_time": 0.0,
    "high_concurrency": True,
}


def demo_cases():
    text = resources.files("steelyard.demo").joinpath("cases.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def boast(case):
    return dict(BOAST)


def test_every_outcome_field_is_an_answer_or_a_claim():
    outcomes = {name for name, field in FIELDS.items() if field.role == "outcome"}
    assert outcomes <= ANSWERS | ACCEPTABLE | NEVER_ACCEPTED.keys()
    assert not ANSWERS & (ACCEPTABLE | NEVER_ACCEPTED.keys())
    assert not ACCEPTABLE & NEVER_ACCEPTED.keys()


@pytest.mark.slow
def test_an_agent_that_boasts_gets_nothing_for_it(tmp_path):
    run = steelyard.evaluate(boast, demo_cases(), out=tmp_path / "run")
    found = run.indicators
    assert len(run.cases) == 189
    assert "base.completion_rate" not in found
    dimensions = {name: part["score"] for name, part in run.summary["dimensions"].items()}
    assert dimensions["adaptivity"] == 0
    assert dimensions["portability"] is None
    assert found["base.accuracy"].value == 0
    assert found["base.accuracy"].n == 152  # `error_kind: infra` takes no case away
    assert found["base.latency_mean"].value > 0
    assert "claimed" not in run.manifest["provenance"].values()
    claims = json.loads(run.cases["claimed"][0])
    assert claims == {name: value for name, value in BOAST.items() if name != "output"}
    assert run.cases["completed"][0] is None
    assert any("completed" in note and "accept" in note for note in run.manifest["notes"])


def test_an_agent_that_says_nothing_claims_nothing(tmp_path):
    with pytest.raises(NoReplyError):
        steelyard.evaluate(lambda case: "", CASES, out=tmp_path / "run", accept=["completed"])
    run = steelyard.load_run(tmp_path / "run")
    assert set(run.cases["claimed"]) == {None}
    assert "claimed" not in run.manifest["provenance"].values()
    assert "base.completion_rate" not in run.indicators


@pytest.mark.slow
def test_an_accepted_claim_is_shown_as_one_and_meets_no_gate(tmp_path):
    gates = ["base.completion_rate: value >= 0.5", "base.completion_rate: value < 0.5"]
    run = steelyard.evaluate(
        boast,
        CASES,
        out=tmp_path / "run",
        accept=["completed"],
        scorecard="default",
        gates=[*gates, "overall: value >= 0"],
    )
    done = run.indicators["base.completion_rate"]
    assert (done.value, done.provenance, done.status) == (1.0, "claimed", "claimed")
    shifted = run.indicators["adapt.shifted_completion"]
    assert (shifted.value, shifted.provenance) == (1.0, "claimed")
    assert run.indicators["base.accuracy"].provenance == "measured"
    assert [gate["passed"] for gate in run.summary["gates"]] == [False, False, False]
    reasons = [gate["reason"] for gate in run.summary["gates"]]
    assert "claim" in reasons[0]
    assert reasons[1] is None
    assert "claim" in reasons[2]
    report = json.loads((run.path / "report.json").read_text("utf-8"))
    parts = [report["scorecard"]]
    sources = {}
    while parts:
        part = parts.pop()
        sources[part["id"]] = part["provenance"]
        parts += part["parts"]
    assert sources["adaptivity"] == "claimed"
    assert {sources[id_] for id_ in sources if id_.endswith("f1")} == {"measured"}
    page = (run.path / "report.html").read_text("utf-8")
    assert "badge claimed" in page
    assert "自称" in page


def test_claims_are_not_used_for_load():
    rows = [
        {"case_id": f"{flag}{at}", "completed": True, "passed": False, "high_concurrency": flag}
        for flag in (True, False)
        for at in range(12)
    ]
    claimed = values_of(rows, provenance={"completed": "claimed"})["robust.concurrency_stability"]
    assert claimed.value is None
    assert "claim" in claimed.notes[0]
    declared = values_of(rows, provenance={"completed": "declared"})["robust.concurrency_stability"]
    assert declared.value == 1


def test_the_weakest_source_wins():
    assert weakest([]) == "measured"
    assert weakest(["measured", None, "human"]) == "measured"
    assert weakest(["measured", "declared"]) == "declared"
    assert weakest(["declared", "claimed", "measured"]) == "claimed"


def mission(case):
    achieved = [{"id": "o", "weight": 1, "achieved": 1.0}]
    return {"output": "done", "objectives": achieved, "events_reported": ["fire"]}


MISSIONS = [
    {"id": f"m{at}", "input": "go", "eval_type": "ops", "events_truth": ["fire"]}
    for at in range(12)
]
MISSION = {"scorers": ["ops.mission"], "verdict": "ops.mission", "scorecard": "mission"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trust", "objectives", "verdict"),
    [
        ({}, None, "measured"),
        ({"accept": ["objectives"]}, "claimed", "claimed"),
        ({"witness": {"simulator": ["objectives"]}}, "measured", "measured"),
    ],
)
def test_what_scorers_make_of_a_claim_is_a_claim(tmp_path, trust, objectives, verdict):
    run = steelyard.evaluate(mission, MISSIONS, out=tmp_path / "run", **MISSION, **trust)
    sources = run.manifest["provenance"]
    assert sources.get("objectives") == objectives
    assert sources["passed"] == verdict
    assert sources["events_reported"] == "measured"  # an answer, compared with the truth
    assert run.indicators["ops.effectiveness"].provenance == verdict


@pytest.mark.slow
def test_a_dataset_declares_what_an_agent_may_not_claim(tmp_path):
    cases = [one | {"completed": False, "compat_issues": 2} for one in CASES]
    run = steelyard.evaluate(boast, cases, out=tmp_path / "run")
    assert run.indicators["base.completion_rate"].value == 0
    assert run.indicators["base.completion_rate"].provenance == "declared"
    assert run.indicators["port.compat_issues"].value == 40


@pytest.mark.slow
def test_a_recording_declares(tmp_path):
    lines = [json.dumps({"case_id": one["id"], **BOAST, "error_kind": None}) for one in CASES]
    (tmp_path / "old.jsonl").write_text("\n".join(lines), "utf-8")
    agent = {"replay": {"recording": str(tmp_path / "old.jsonl")}}
    run = steelyard.evaluate(agent, CASES, out=tmp_path / "run")
    assert run.indicators["base.completion_rate"].provenance == "declared"
    assert run.cases["latency_s"][0] == 0.0
    assert set(run.cases["claimed"]) == {None}


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ({"accept": ["passed"]}, "scorers"),
        ({"accept": ["score"]}, "scorers"),
        ({"accept": ["latency_s"]}, "measures it itself"),
        ({"accept": ["compat_issues"]}, "portability"),
        ({"accept": ["high_concurrency"]}, "conditions"),
        ({"accept": ["output"]}, "is an answer"),
        ({"accept": ["complted"]}, "did you mean 'completed'"),
        ({"accept": ["case_id"]}, "not an outcome field"),
        ({"witness": {"world": ["passed"]}}, "scorers"),
        ({"witness": {"world": []}}, "at least one field"),
        ({"accept": ["completed"], "conditions": [{"load": {"peak": 4}}]}, "load"),
        ({"accept": ["completed"], "conditions": [{"faults": {"kinds": ["reset"]}}]}, "faults"),
    ],
)
def test_what_a_plan_cannot_accept(plan, says):
    content = {"agent": {"replay": {}}, "dataset": "cases.jsonl", **plan}
    with pytest.raises(PlanError, match=says):
        make_plan(content, source="plan.yaml")


@pytest.mark.slow
def test_claims_of_a_finished_run_stay_as_they_were(tmp_path):
    run = steelyard.evaluate(boast, CASES, out=tmp_path / "run", accept=["completed"])
    plan = make_plan(run.manifest["plan"], source="plan")
    bundle = Bundle(run.path)
    again = rescore(bundle, plan)
    assert again.manifest.values["provenance"]["completed"] == "claimed"
    with pytest.raises(InputError, match="completed"):
        rescore(bundle, plan.model_copy(update={"accept": []}))


def test_a_claim_of_the_wrong_type_is_left_out():
    maker = RowMaker(trusted={"completed": "claimed"})
    reply = {"row": 0, "status": "ok", "output": "x", "fields": {"completed": "yes"}}
    row = maker.row({"case_id": "a", "input": "q"}, 0, reply)
    assert row.get("completed") is None
    assert row["claimed"] is None
    assert len(maker.notes()) == 1


CHATTER = [
    {"id": "1", "sender": "a", "receiver": "b", "text": "hello", "correct": True},
    {"id": "2", "sender": "b", "receiver": "a", "text": "hi", "in_reply_to": "1", "correct": True},
]


@pytest.mark.slow
@pytest.mark.parametrize(("accept", "accuracy"), [([], None), (["messages_correct"], 1.0)])
def test_a_message_does_not_vouch_for_itself(tmp_path, accept, accuracy):
    run = steelyard.evaluate(
        lambda case: {"output": str(case.input[1:]), "messages": CHATTER},
        [case | {"shared_facts": {"load": 40}} for case in CASES],
        accept=accept,
        out=tmp_path / "run",
    )
    found = run.indicators.get("collab.info_accuracy")
    assert (found and found.value) == accuracy
    assert run.indicators["collab.balance"].value == 1.0
    assert json.loads(run.cases["messages"][0])[0].get("correct") is (True if accept else None)
    if accept:
        assert found.provenance == "claimed"
    else:
        assert json.loads(run.cases["claimed"][0]) == {"messages_correct": 2}


def test_marks_in_a_recording_are_data(tmp_path):
    rows = [case | {"output": case["expected_output"], "messages": CHATTER} for case in CASES]
    run = steelyard.evaluate({"replay": {}}, rows, out=tmp_path / "run")
    assert run.indicators["collab.info_accuracy"].value == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("rest", [{"output": "x"}, {"output": ""}])
def test_a_query_without_a_ranking_counts_0(tmp_path, rest):
    cases = [
        {"id": f"c{at}", "input": f"q{at}", "relevance": {f"d{at}": 2, "other": 0}}
        for at in range(10)
    ]
    run = steelyard.evaluate(
        lambda case: {"output": "x", "retrieved": ["d0"]} if case.input == "q0" else dict(rest),
        cases,
        out=tmp_path / "run",
    )
    assert (run.headline.id, run.headline.n) == ("ir.ndcg_at_10", 10)
    assert run.headline.value == pytest.approx(0.1)


@pytest.mark.slow
def test_a_case_with_an_answer_asks_for_no_ranking(tmp_path):
    cases = [case | {"relevance": {"d": 1}} for case in CASES]
    run = steelyard.evaluate(lambda case: case.input[1:], cases, out=tmp_path / "run")
    assert "ir.ndcg_at_10" not in run.indicators
    assert run.headline.value == 1.0


@pytest.mark.slow
def test_the_headline_says_when_it_was_not_measured(tmp_path):
    rows = [{"original_score": 0.9, "transferred_score": 0.8} for _ in range(3)]
    recorded = steelyard.evaluate({"replay": {}}, rows, out=tmp_path / "recorded")
    measured = steelyard.evaluate(lambda case: case.input[1:], CASES, out=tmp_path / "measured")
    for kind in ("html", "md"):
        said = recorded.report(kind, tmp_path / f"recorded.{kind}").read_text("utf-8")
        assert "made from results that the dataset brought along" in said, kind
        said = measured.report(kind, tmp_path / f"measured.{kind}").read_text("utf-8")
        assert "brought along" not in said, kind
