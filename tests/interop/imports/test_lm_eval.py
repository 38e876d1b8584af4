"""Samples that lm-evaluation-harness itself wrote (see fixtures/lm_eval/versions.json)."""

from __future__ import annotations

import json
import statistics

import pytest

from steelyard.errors import DataError, InputError
from tests.interop.imports.logs import LM_EVAL, lines, record

CHAT, GUESS = LM_EVAL / "chat", LM_EVAL / "guess"


def printed(folder, task):
    [results] = folder.glob("results_*.json")
    return json.loads(results.read_text())["results"][task]


def samples(folder, task):
    [path] = folder.glob(f"samples_{task}_*.jsonl")
    return path


@pytest.mark.parametrize(
    ("folder", "task", "settings", "metric", "stderr"),
    [
        (CHAT, "steelyard_qa", {}, "exact_match,strict", "exact_match_stderr,strict"),
        (
            CHAT,
            "steelyard_qa",
            {"filter": "last-word"},
            "exact_match,last-word",
            "exact_match_stderr,last-word",
        ),
        (GUESS, "steelyard_choice", {}, "acc,none", "acc_stderr,none"),
        (GUESS, "steelyard_choice", {"metric": "acc_norm"}, "acc_norm,none", None),
    ],
)
def test_the_numbers_are_those_it_printed(folder, task, settings, metric, stderr, tmp_path):
    recording = record(tmp_path, samples(folder, task), settings=settings)
    _, answers = lines(recording)
    passed = [float(answer["passed"]) for answer in answers.values()]
    assert statistics.fmean(passed) == pytest.approx(printed(folder, task)[metric], abs=1e-12)
    if stderr is not None:
        spread = statistics.stdev(passed) / len(passed) ** 0.5
        assert spread == pytest.approx(printed(folder, task)[stderr], abs=1e-12)
    source = recording.sources[0]
    assert source["version"] == json.loads((LM_EVAL / "versions.json").read_text())["lm_eval"]
    assert source["metrics"][metric] == printed(folder, task)[metric]
    assert source["task"] == task
    assert len(source["files"]) == 2


def test_answers_as_they_were_and_as_they_were_filtered(tmp_path):
    settings = {"filter": "last-word"}
    recording = record(tmp_path, CHAT, settings=settings)
    cases, answers = lines(recording)
    assert cases["2"]["input"] == "水的化学式是什么？"
    assert cases["2"]["expected_output"] == "H2O"
    assert cases["2"]["scene"] == "science"
    # The document's own words for question and answer are kept, not taken for anything.
    assert cases["0"]["metadata"]["source_answer"] == "Paris"
    assert answers["0", 0]["output"] == "The capital of France is Paris."
    assert answers["0", 0]["foreign_scores"] == {
        "lm_eval_exact_match": 1.0,
        "lm_eval_filtered": "Paris",
    }
    assert recording.sources[0]["model"] == "tiny"
    left_out = {one["reason"]: one["count"] for one in recording.skipped.as_list()}
    assert left_out == {"other_filter": 6, "folded": 6}


def test_of_choices_the_likeliest_is_the_answer(tmp_path):
    path = samples(GUESS, "steelyard_choice")
    recording = record(tmp_path, path)
    cases, answers = lines(recording)
    logged = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for sample in logged:
        options = sample["doc"]["choices"]
        likely = [float(answer[0]) for answer in sample["filtered_resps"]]
        answer = answers[str(sample["doc_id"]), 0]
        assert answer["output"] == options[likely.index(max(likely))]
        assert cases[str(sample["doc_id"])]["expected_output"] == options[sample["doc"]["gold"]]
        # What we take for the answer is right exactly when the tool says so.
        assert (answer["output"] == options[sample["doc"]["gold"]]) is answer["passed"]
    assert recording.sources[0]["model"] == "dummy"


def test_likelihoods_of_texts_have_no_verdict(tmp_path):
    recording = record(tmp_path, samples(GUESS, "steelyard_text"))
    _, answers = lines(recording)
    assert recording.verdicts == 0
    assert all("passed" not in answer and "score" not in answer for answer in answers.values())
    assert answers["0", 0]["foreign_scores"]["lm_eval_word_perplexity"][1] == 6


def test_several_tasks_of_one_model_are_one_run(tmp_path):
    recording = record(tmp_path, GUESS)
    cases, _ = lines(recording)
    assert recording.cases == 11
    assert cases["steelyard_choice/0"]["scene"] == "steelyard_choice"
    # A case that says its scene keeps it.
    assert cases["steelyard_text/0"]["scene"] == "geography"


def test_samples_alone_will_do(tmp_path):
    path = tmp_path / "samples_mine.jsonl"
    path.write_bytes(samples(CHAT, "steelyard_qa").read_bytes())
    recording = record(tmp_path / "r", path)
    assert (recording.answers, recording.verdicts) == (6, 6)
    source = recording.sources[0]
    assert (source["task"], source["version"], source["model"]) == ("mine", None, None)


def test_older_samples_list_arguments_and_no_metrics(tmp_path):
    old = {
        "doc_id": 7,
        "doc": {"question": "q"},
        "target": "a",
        "arguments": [["the question", {"until": ["\n"]}]],
        "resps": [["a"]],
        "filtered_resps": ["a"],
        "exact_match": 1.0,
    }
    (tmp_path / "samples_old.jsonl").write_text(json.dumps(old))
    cases, answers = lines(record(tmp_path / "r", tmp_path / "samples_old.jsonl"))
    assert cases["7"]["input"] == "the question"
    assert answers["7", 0]["passed"] is True


def test_wrong_choices_and_missing_members(tmp_path):
    with pytest.raises(InputError, match="strict, last-word"):
        record(tmp_path, CHAT, settings={"filter": "loose"})
    with pytest.raises(InputError, match="acc, acc_norm"):
        record(tmp_path, samples(GUESS, "steelyard_choice"), settings={"metric": "f1"})
    lines_ = samples(CHAT, "steelyard_qa").read_text("utf-8").splitlines()
    broken = json.loads(lines_[1])
    del broken["resps"]
    bad = tmp_path / "samples_bad.jsonl"
    bad.write_text(f"{lines_[0]}\n{json.dumps(broken)}\n")
    with pytest.raises(DataError, match=r"samples_bad\.jsonl, line 2: resps missing"):
        record(tmp_path, bad)


def written(tmp_path, *changes):
    """Return a file of samples, each an ordinary one with some changes."""
    plain = {
        "doc": {"question": "q"},
        "target": "a",
        "arguments": [["the question", {}]],
        "resps": [["a"]],
        "filtered_resps": ["a"],
        "filter": "none",
        "metrics": ["exact_match"],
        "exact_match": 1.0,
    }
    path = tmp_path / "samples_mine.jsonl"
    samples_ = [plain | {"doc_id": number} | change for number, change in enumerate(changes)]
    path.write_text("\n".join(map(json.dumps, samples_)))
    return path


def test_metrics_whose_names_come_to_the_same_are_columns_each(tmp_path):
    long = "the_share_of_answers_that_are_right_by_"
    values = {"准确率": 0.25, "流畅度": 0.5, f"{long}a": 0.125, f"{long}b": 1.0, "filtered": 0.75}
    path = written(tmp_path, {"metrics": list(values), "filtered_resps": ["A"], **values})
    recording = record(tmp_path / "r", path)
    said = lines(recording)[1]["0", 0]["foreign_scores"]
    assert sorted(recording.scores) == sorted(set(said) - {_key(said, "A")})
    assert sorted(said[name] for name in recording.scores) == sorted(values.values())
    assert {recording.named[name] for name in recording.named} == values.keys() - {"filtered"}
    assert all(said[name] == values[metric] for name, metric in recording.named.items())


def _key(said, value):
    return next(name for name, one in said.items() if one == value)


def test_an_answer_that_is_not_there_is_missing_and_said(tmp_path):
    nothing = {"resps": [[None]], "filtered_resps": [None], "exact_match": None, "target": None}
    path = written(tmp_path, {}, nothing, {**nothing, "exact_match": 0.0})
    recording = record(tmp_path / "r", path)
    cases, answers = lines(recording)
    assert "expected_output" not in cases["1"]
    assert "references" not in cases["1"]
    missing = answers["1", 0]
    assert "output" not in missing
    assert "passed" not in missing
    assert (missing["status"], missing["error_kind"]) == ("error", "infra")
    # The tool judged the other one.
    assert answers["2", 0]["passed"] is False
    assert "status" not in answers["2", 0]
    [reason] = recording.skipped.as_list()
    assert (reason["reason"], reason["count"]) == ("no_answer", 1)
    wrong = record(tmp_path / "w", path, errors="wrong")
    assert lines(wrong)[1]["1", 0]["error_kind"] == "agent"


def test_targets_that_are_null_are_no_targets(tmp_path):
    path = written(tmp_path, {"target": [None, "b", "c"]}, {"target": []}, {"target": ["d"]})
    cases, _ = lines(record(tmp_path / "r", path))
    assert (cases["0"]["expected_output"], cases["0"]["references"]) == ("b", ["b", "c"])
    assert "expected_output" not in cases["1"]
    assert (cases["2"]["expected_output"], "references" in cases["2"]) == ("d", False)


def test_a_filter_of_null_is_none(tmp_path):
    recording = record(tmp_path / "r", written(tmp_path, {"filter": None}))
    assert (recording.answers, recording.verdicts) == (1, 1)
    assert recording.sources[0]["config"]["filter"] == "none"
