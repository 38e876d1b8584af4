"""EvalScope: its reported scores are the means of what is imported."""

from __future__ import annotations

import json
import shutil

import pytest

from steelyard.errors import InputError
from steelyard.interop import ImportOptions
from steelyard.interop.imports.evalscope import IMPORTER
from tests.interop.imports.logs import FIXTURES, record

ROOT = FIXTURES / "evalscope"
CHOICES = ROOT / "reviews" / "steady" / "general_mcq_choices.jsonl"
QUESTIONS = ROOT / "reviews" / "steady" / "general_qa_small.jsonl"


def rows_of(path):
    imported = IMPORTER.read(path, ImportOptions())
    return imported, list(imported.rows)


def test_choices_give_verdicts_and_the_accuracy_of_the_report():
    imported, rows = rows_of(CHOICES)
    assert imported.source.metrics["accuracy"] == 0.6667  # as EvalScope rounds it
    assert sum(row["passed"] for row in rows) / len(rows) == pytest.approx(2 / 3)
    assert imported.source.model == "steady"
    assert imported.source.config == {"dataset": "general_mcq"}
    assert {(row["case_id"], row["epoch"]) for row in rows} == {
        (case, epoch) for case in "012" for epoch in (0, 1)
    }


def test_fractions_give_scores_but_no_verdict():
    imported, rows = rows_of(QUESTIONS)
    assert all(row["passed"] is None for row in rows)
    names = {"rouge_recall_l": "rouge_l_r", "rouge_1_f1": "rouge_1_f", "bleu_1": "bleu_1"}
    for theirs, ours in names.items():
        values = [row["foreign_scores"][f"evalscope_{ours}"] for row in rows]
        mean = sum(values) / len(values)
        assert imported.source.metrics[theirs] == pytest.approx(mean, abs=5e-5)
    assert [row["score"] for row in rows] == [
        row["foreign_scores"]["evalscope_rouge_l_r"] for row in rows
    ]


def test_a_threshold_makes_verdicts_of_fractions_and_another_metric_can_count():
    chosen = ImportOptions({"metric": "Rouge-1-F", "threshold": "0.9"})
    rows = list(IMPORTER.read(QUESTIONS, chosen).rows)
    assert [row["score"] for row in rows] == [
        row["foreign_scores"]["evalscope_rouge_1_f"] for row in rows
    ]
    assert sum(row["passed"] for row in rows) == 6
    with pytest.raises(InputError, match="Rouge-L-R"):
        IMPORTER.read(QUESTIONS, ImportOptions({"metric": "beauty"}))


def test_a_row_has_question_answer_time_and_tokens():
    _, rows = rows_of(QUESTIONS)
    capital = next(row for row in rows if "首都" in row["input"])
    assert (capital["output"], capital["expected_output"]) == ("北京", "北京")
    assert (capital["input_tokens"], capital["output_tokens"]) == (2, 1)
    assert capital["latency_s"] > 0


def test_time_and_tokens_are_those_of_the_report():
    report = json.loads((ROOT / "reports" / "steady" / "general_mcq.json").read_text("utf-8"))
    summary = report["perf_metrics"]["summary"]
    _, rows = rows_of(CHOICES)
    assert sum(row["input_tokens"] for row in rows) == summary["usage"]["total_input_tokens"]
    mean = sum(row["latency_s"] for row in rows) / len(rows)
    assert summary["latency"]["mean"] == pytest.approx(mean, abs=1e-6)


def test_a_whole_output_folder_is_one_run_of_two_tasks(tmp_path):
    made = record(tmp_path, ROOT)
    assert (made.cases, made.answers, made.epochs) == (7, 14, 2)
    assert [source["task"] for source in made.sources] == [
        "general_mcq_choices",
        "general_qa_small",
    ]


def test_without_its_report_a_review_is_still_read(tmp_path):
    alone = tmp_path / "reviews" / "m" / "general_mcq_choices.jsonl"
    alone.parent.mkdir(parents=True)
    shutil.copy(CHOICES, alone)
    imported, rows = rows_of(alone)
    assert imported.source.model == "m"
    assert imported.files == ()
    assert len(rows) == 6


def test_calls_of_tools_become_steps(tmp_path):
    review = json.loads(CHOICES.read_text("utf-8").splitlines()[0])
    call = {"id": "1", "function": {"name": "look", "arguments": '{"q": 1}'}}
    review["messages"][1:1] = [
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": "seen", "tool_call_id": "1"},
    ]
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(review), encoding="utf-8")
    _, [row] = rows_of(path)
    assert row["trajectory"][0]["name"] == "look"
    assert row["trajectory"][0]["arguments"] == {"q": 1}
    assert "latency_s" not in row  # one of its messages does not say how long it took
