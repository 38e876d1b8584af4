"""One rule says which grades are relevant, at every door; where nothing is, the reason says so."""

from __future__ import annotations

import json

import pytest

import steelyard
from steelyard.errors import NoReplyError
from steelyard.model import relevance_threshold
from steelyard.retrieval import Choices, Rules, evaluate_files

# Two of five queries have nothing relevant; the highest grade is 3.
CASES = [
    {"id": f"q{at}", "input": f"q{at}", "relevance": {"a": 3, "b": 1} if at < 3 else {"a": 0}}
    for at in range(5)
]
REASON = "no query has a document of grade >= 5; the highest is 3"


def finds(question):
    return {"output": "a b", "retrieved": ["a", "b"]}


def precision(run):
    found = run.indicators["ir.precision_at_5"]
    return found.value, found.n


def test_the_rule():
    assert [relevance_threshold(grade) for grade in (None, 0, 1, 4, 4.5, 10)] == [5, 1, 1, 1, 5, 5]


@pytest.mark.slow
def test_a_run_takes_the_scale_of_its_dataset_and_says_so(tmp_path):
    run = steelyard.evaluate(finds, CASES, out=tmp_path / "run")
    assert precision(run) == (pytest.approx(0.4), 3)
    assert run.manifest["scorers"][0]["params"]["min_relevance"] == 1
    assert any("at least 1" in note for note in run.manifest["notes"])
    graded = [*CASES, {"id": "q9", "input": "q9", "relevance": {"z": 9}}]
    other = steelyard.evaluate(finds, graded, out=tmp_path / "other")
    assert precision(other) == (0, 1)
    assert any("at least 5" in note for note in other.manifest["notes"])


def test_files_and_compute_follow_the_same_rule(tmp_path):
    (tmp_path / "qrels").write_text("q0 0 a 3\nq0 0 b 1\nq3 0 a 0\n")
    (tmp_path / "run").write_text("q0 Q0 a 1 2 r\nq0 Q0 b 2 1 r\nq3 Q0 a 1 1 r\n")
    paths = tmp_path / "qrels", [tmp_path / "run"]
    found = evaluate_files(*paths, Rules(cutoffs=(5,)))
    assert found["runs"][0]["metrics"]["precision@5"] == pytest.approx(0.4)
    few = evaluate_files(*paths, Rules(cutoffs=(5,)), Choices(min_relevance=5, per_query=True))
    assert few["runs"][0]["metrics"]["precision@5"] is None
    assert REASON in few["notes"]
    assert few["notes"][0] == "relevant means a grade of at least 5, as was set."
    assert few["runs"][0]["per_query"]["q0"]["dcg@5"] == pytest.approx(7 + 1 / 1.584962500721156)
    query = {"retrieved": ["a", "b"], "relevance": {"a": 3, "b": 1}}
    assert steelyard.compute("ir.precision_at_k", query, {"k": 5})["value"] == pytest.approx(0.4)


@pytest.mark.slow
def test_nothing_relevant_has_a_reason(tmp_path):
    scorers = [{"ir.metrics": {"min_relevance": 5}}]
    run = steelyard.evaluate(finds, CASES, out=tmp_path / "run", scorers=scorers)
    undefined = {one["id"]: one["notes"] for one in run.summary["undefined"]}
    assert undefined["ir.precision_at_5"] == undefined["ir.map"] == [REASON]
    assert REASON in run.manifest["notes"]
    assert "relevant means a grade of at least 5, as was set." in run.manifest["notes"]
    assert "ir.ndcg_at_5" in run.indicators  # gains need no threshold


@pytest.mark.slow
def test_documented_mode_counts_a_query_without_relevant_documents_as_zero(tmp_path):
    run = steelyard.evaluate(finds, CASES, out=tmp_path / "run", params={"mode": "documented"})
    assert precision(run) == (pytest.approx(0.4 * 3 / 5), 5)
    assert run.indicators["ir.mrr"].value == pytest.approx(3 / 5)


def test_an_agent_that_retrieves_nothing(tmp_path):
    nothing = {"output": "", "retrieved": []}
    with pytest.raises(NoReplyError):
        steelyard.evaluate(lambda question: nothing, CASES, out=tmp_path / "run")
    run = steelyard.load_run(tmp_path / "run")
    assert precision(run) == (0, 3)
    assert run.cases["ir_dcg_at_5"][0] == 0
    assert run.cases["ir_idcg_at_5"][0] == pytest.approx(7 + 1 / 1.584962500721156)


def test_names_of_the_documents():
    # Document B's example: DCG 248.7 and IDCG 380.3 with rounded logarithms; exactly:
    graded = {"retrieved": list("CEAFBGHIJD"), "relevance": {"A": 8, "B": 7, "C": 6, "D": 5}}
    found = steelyard.compute("ir.ndcg_at_k", graded, {"k": 10})
    assert (found["dcg"], found["idcg"]) == (pytest.approx(248.5913), pytest.approx(379.979052))
    assert found["value"] == pytest.approx(found["dcg"] / found["idcg"])
    moved = {"original_score": 0.9, "transferred_score": 0.85}
    lost = steelyard.compute("port.retention", moved)["performance_loss"]
    assert lost == pytest.approx((0.9 - 0.85) / 0.9)
    texts = {"references": ["the cat sat"], "output": "the cat"}
    rouge = steelyard.compute("text.rouge_l", texts)
    assert (rouge["rouge_l_precision"], rouge["rouge_l_recall"]) == (1, pytest.approx(2 / 3))
    assert rouge["rouge_l"] == rouge["value"] == pytest.approx(0.8)


def test_the_documented_averages_stand_in_the_results(tmp_path):
    rows = [
        {"input": "a", "output": "x", "collaboration": True, "collab_time": 3, "single_time": 2},
        {"input": "b", "output": "x", "adaptation_cost": 4, "environment_unstable": True,
         "timed_out": True},
        {"original_score": 0.8, "transferred_score": 0.6},
    ]  # fmt: skip
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    run = steelyard.evaluate({"replay": {}}, str(path), out=tmp_path / "run")
    values = {id_: found.value for id_, found in run.indicators.items()}
    assert values["collab.team_time"] == 3
    assert values["collab.baseline_time"] == 2
    assert values["port.adaptation_cost"] == 4
    assert values["robust.timeout_rate"] == 1
    assert values["port.performance_loss"] == pytest.approx(0.25)
