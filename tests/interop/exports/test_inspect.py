"""The Inspect AI log: what our own importer makes of it is the run again."""

from __future__ import annotations

import orjson
import pytest

from steelyard.interop import ImportOptions
from steelyard.interop.exports import export_run
from steelyard.interop.imports.inspect_log import IMPORTER


@pytest.fixture
def log(run, tmp_path):
    path = tmp_path / "log.json"
    found = export_run(run.path, "inspect", path)
    return path, found


@pytest.mark.slow
def test_the_log_has_the_shape_of_version_2(log, run):
    path, found = log
    document = orjson.loads(path.read_bytes())
    assert document["version"] == 2
    assert document["status"] == "success"
    assert document["eval"]["task"] == "mixed 测试"
    assert document["eval"]["dataset"]["samples"] == 5
    assert document["eval"]["config"]["epochs"] == 2
    assert len(document["samples"]) == found.rows == 10
    [score] = document["results"]["scores"]
    accuracy = run.indicators["base.accuracy"]
    assert score["metrics"]["base.accuracy"]["value"] == accuracy.value
    assert score["metrics"]["base.accuracy"]["metadata"]["ci_low"] == accuracy.interval.low
    assert list(document)[-1] == "samples"


@pytest.mark.slow
def test_a_sample_tells_what_was_asked_called_answered_and_scored(log):
    path, found = log
    samples = {(s["id"], s["epoch"]): s for s in orjson.loads(path.read_bytes())["samples"]}
    capital = samples["capital", 1]
    assert capital["scores"]["steelyard"] == {"value": "C"}
    assert capital["scores"]["text_exact_match"]["value"] is True
    assert capital["metadata"]["scene"] == "地理"
    assert capital["metadata"]["level"] == 1
    [usage] = capital["model_usage"].values()
    assert usage == {"input_tokens": 7, "output_tokens": 1, "total_tokens": 8}
    roles = [message["role"] for message in samples["tool", 2]["messages"]]
    assert roles == ["user", "assistant", "tool", "assistant"]
    assert {note.code: note.n for note in found.notes} == {"inspect_steps": 2}
    assert "the model fell over" in samples["broken", 1]["error"]["message"]
    assert samples["换行", 1]["scores"]["steelyard"]["value"] == "I"


def test_imported_again_it_is_the_same_run(log, run):
    path, _ = log
    assert IMPORTER.sniff(path)
    rows = list(IMPORTER.read(path, ImportOptions({"scorer": "steelyard"})).rows)
    here = run.cases.rows()
    assert [row["case_id"] for row in rows] == [row["case_id"] for row in here]
    assert [row["epoch"] for row in rows] == [row["epoch"] for row in here]
    for ours, theirs in zip(here, rows, strict=True):
        assert theirs["output"] == (ours["output"] or "")
        assert theirs["passed"] == ours["passed"]
        assert theirs["latency_s"] == ours["latency_s"]
        assert theirs["input"] == ours["input"]
        assert theirs["expected_output"] == ours["expected_output"]
        assert theirs["foreign_scores"].get("inspect_error") == ours["error"]
    assert [row["input_tokens"] for row in rows[:2]] == [7, 7]
