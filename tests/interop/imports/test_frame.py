"""Several logs at once, names, repeats, metadata, and values that cannot be right."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, InputError
from steelyard.interop import find_logs
from steelyard.interop.imports import files
from steelyard.interop.imports.metadata import Metadata
from steelyard.interop.imports.verdict import Columns, all_verdicts
from tests.interop.imports.logs import INSPECT, LM_EVAL, lines, record


def inspect_log(path, samples, *, model="m", task="t"):
    run = {
        "model": model,
        "task": task,
        "packages": {"inspect_ai": "0"},
        "scorers": [{"name": "s"}],
    }
    log = {"version": 2, "status": "success", "eval": run, "samples": samples}
    path.write_text(json.dumps(log), "utf-8")
    return path


def sample(id_, value=1, epoch=1, **more):
    score = {"s": {"value": value}}
    return {"id": id_, "epoch": epoch, "input": f"q{id_}", "target": "x", "scores": score, **more}


def test_runs_of_the_same_task_are_repeats(tmp_path):
    one = inspect_log(tmp_path / "1.json", [sample("a"), sample("a", 0, 2), sample("b")])
    two = inspect_log(tmp_path / "2.json", [sample("a", 0), sample("c")])
    recording = record(tmp_path / "r", one, two)
    _, answers = lines(recording)
    assert sorted(answers) == [("a", 0), ("a", 1), ("a", 2), ("b", 0), ("c", 0)]
    assert (recording.cases, recording.epochs, recording.gaps) == (3, 3, 4)
    assert [source["answers"] for source in recording.sources] == [3, 2]


def test_several_tasks_are_told_apart_and_several_models_refused(tmp_path):
    one = inspect_log(tmp_path / "1.json", [sample("a")], task="x")
    two = inspect_log(tmp_path / "2.json", [sample("a")], task="y")
    cases, _ = lines(record(tmp_path / "r", one, two))
    assert {name: case["scene"] for name, case in cases.items()} == {"x/a": "x", "y/a": "y"}
    other = inspect_log(tmp_path / "3.json", [sample("a")], model="n")
    with pytest.raises(InputError, match=r"different models: m \(.*1\.json\), n \(.*3\.json\)"):
        record(tmp_path / "s", one, other)


def test_logs_of_several_tools_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"inspect .*lm_eval"):
        record(tmp_path, INSPECT, LM_EVAL)


def test_the_same_answer_twice_is_left_out_once(tmp_path):
    recording = record(tmp_path / "r", inspect_log(tmp_path / "1.json", [sample("a"), sample("a")]))
    assert recording.answers == 1
    [reason] = recording.skipped.as_list()
    assert (reason["reason"], reason["count"]) == ("twice", 1)
    assert "samples[2]" in reason["places"][0]


def test_a_case_without_a_name_is_named_by_its_question(tmp_path):
    logs = [
        inspect_log(tmp_path / f"{n}.json", [sample(None) | {"input": "same"}], model=f"m{n}")
        for n in (1, 2)
    ]
    names = [list(lines(record(tmp_path / path.stem, path))[0]) for path in logs]
    assert names[0] == names[1]
    assert len(names[0][0]) == 12


def test_no_question_and_a_value_that_cannot_be(tmp_path):
    samples = [sample("a") | {"input": "  "}, sample("b", model_usage={"m": {"input_tokens": 0.5}})]
    recording = record(tmp_path / "r", inspect_log(tmp_path / "1.json", samples))
    assert recording.answers == 0
    reasons = {one["reason"]: one["places"][0] for one in recording.skipped.as_list()}
    assert reasons.keys() == {"no_input", "bad_value"}
    assert "input_tokens" in reasons["bad_value"]


def test_names_in_metadata_become_fields_where_they_fit(tmp_path):
    metadata = {
        "topic": {"area": "law"},
        "difficulty": "hard",
        "kind": "not one of ours",
        "passed": True,
        "latency": 3,
        "expected_output": "other",
    }
    path = inspect_log(tmp_path / "1.json", [sample("a", metadata=metadata)])
    cases, answers = lines(record(tmp_path / "r", path, mapping={"topic.area": "domain"}))
    case = cases["a"]
    assert (case["domain"], case["difficulty"]) == ("law", "hard")
    assert case["expected_output"] == "x"
    assert case["metadata"] == {
        "topic": {"area": "law"},
        "source_kind": "not one of ours",
        "source_passed": True,
        "source_latency": 3,
        "source_expected_output": "other",
    }
    assert "latency_s" not in answers["a", 0]
    with pytest.raises(InputError, match=r"topc.*difficulty"):
        record(tmp_path / "s", path, mapping={"topc": "domain"})
    with pytest.raises(InputError, match="no field 'score'"):
        record(tmp_path / "t", path, mapping={"topic": "score"})


def test_a_line_longer_than_is_read_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LONGEST_LINE", 1 << 20)
    path = tmp_path / "long.jsonl"
    path.write_text('{"a": 1}\n{"b": "' + "x" * (1 << 20) + '"}\n')
    read = files.json_lines(path)
    assert next(read)[1] == {"a": 1}
    with pytest.raises(DataError, match=r"long\.jsonl, line 2 is longer than 1 MB"):
        next(read)


def test_numbers_that_json_does_not_have_are_missing(tmp_path):
    path = tmp_path / "nan.jsonl"
    path.write_text('\ufeff{"a": NaN, "b": [Infinity, 1]}\n\n', "utf-8")
    assert [value for _, value in files.json_lines(path)] == [{"a": None, "b": [None, 1]}]


@pytest.mark.parametrize("more", ['"score": NaN', f'"doc_text": "{"x" * (2 << 20)}"'])
def test_a_log_is_known_by_a_first_line_that_is_long_or_has_no_number(more, tmp_path):
    path = tmp_path / "samples.jsonl"
    names = ("doc_id", "doc", "target", "resps", "filtered_resps")
    path.write_text("\n{" + ", ".join(f'"{name}": 1' for name in names) + f", {more}}}\n", "utf-8")
    assert [log.importer.id for log in find_logs([path])] == ["lm_eval"]


@given(st.lists(st.one_of(st.none(), st.booleans(), st.floats(), st.text(max_size=3))))
def test_verdicts_are_ones_and_zeros_and_nothing_between(values):
    numbers = [float(v) for v in values if isinstance(v, bool | float)]
    finite = [v for v in numbers if v == v and abs(v) != float("inf")]
    assert all_verdicts(values) is (bool(finite) and set(finite) <= {0.0, 1.0})


@given(st.dictionaries(st.text(max_size=12), st.one_of(st.none(), st.integers(), st.text())))
def test_metadata_loses_nothing(given_):
    case = {}
    rest = Metadata({}).sort_out(given_, case)
    assert len(rest) + len(case) == len(given_)


@given(st.lists(st.text(max_size=60), unique=True, max_size=12))
def test_every_name_has_a_column_of_its_own(names):
    columns = Columns("tool")
    made = [columns.of(name) for name in names]
    assert len(set(made)) == len(names)
    assert made == [columns.of(name) for name in names]
    assert all(re.fullmatch("[a-z][a-z0-9_]{0,39}", one) for one in made)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("F1", "tool_f1"),
        ("exact-match", "tool_exact_match"),
        ("pass@1", "tool_pass_1"),
        ("", "tool_score"),
        ("x" * 35, "tool_" + "x" * 35),
        # The first eight digits of `printf 准确率 | sha256sum`, and of 36 times x.
        ("准确率", "tool_score_63564f43"),
        ("x" * 36, "tool_" + "x" * 26 + "_0e63ae28"),
    ],
)
def test_ordinary_names_stay_and_others_are_marked(name, made):
    assert Columns("tool").of(name) == made


@pytest.mark.parametrize("threshold", ["nan", "inf", "-Infinity", "half"])
def test_a_threshold_that_is_no_number_is_refused(threshold, tmp_path):
    with pytest.raises(InputError, match=rf"'threshold': found '{threshold}'.*a number, neither"):
        record(tmp_path, INSPECT / "overlap.eval", settings={"threshold": threshold})


@pytest.mark.parametrize("odd", [{"name": "m"}, [1], 5])
@pytest.mark.parametrize("name", ["model", "task"])
def test_a_model_or_task_that_is_no_text_is_named(name, odd, tmp_path):
    path = inspect_log(tmp_path / "1.json", [sample("a")], **{name: odd})
    with pytest.raises(DataError, match=rf"1\.json: `{name}` is .*; it must be a text"):
        record(tmp_path / "r", path)


def test_dates_that_are_no_texts_are_named(tmp_path):
    path = inspect_log(tmp_path / "1.json", [sample("a")])
    log = json.loads(path.read_text())
    path.write_text(json.dumps(log | {"stats": {"started_at": 5}}))
    with pytest.raises(DataError, match="`started_at` is 5; it must be a text"):
        record(tmp_path / "r", path)


def test_two_scorers_whose_names_come_to_the_same_keep_their_numbers(tmp_path):
    scores = {
        "s": {"value": {"b": 1, "B": 0.5}},
        "s_b": {"value": 0.25},
        "limit": {"value": 0.75},
        "准确率": {"value": 0.125},
    }
    samples = [sample("a", limit={"type": "token"}) | {"scores": scores}]
    recording = record(tmp_path / "r", inspect_log(tmp_path / "1.json", samples))
    said = lines(recording)[1]["a", 0]["foreign_scores"]
    numbers = [value for value in said.values() if isinstance(value, float)]
    assert sorted(numbers) == [0.125, 0.25, 0.5, 0.75, 1.0]
    assert (said["inspect_s_b"], said["inspect_limit"]) == (1.0, 0.75)
    assert set(recording.named.values()) == {"s/B", "s_b", "准确率"}
    assert all(said[column] for column in recording.named)
