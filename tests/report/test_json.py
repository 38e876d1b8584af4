from __future__ import annotations

import json as stdlib_json

import pytest

from steelyard.report import SCHEMA, json
from tests.report import runs
from tests.report.hostile import HOSTILE, everywhere


def test_the_shape_is_versioned_and_plain(tmp_path):
    report = runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())
    content = stdlib_json.loads(json(report))
    assert content == report.as_dict()
    assert content["schema"] == SCHEMA == 1
    assert set(content) == {
        *(
            "schema",
            "run",
            "headline",
            "overall",
            "gates",
            "gates_unchecked",
            "indicators",
            "breakdowns",
            "counts",
            "usage",
        ),
        *("latency", "failures", "scorecard", "generalisation", "conditions"),
        *("panel", "operations", "correlation", "findings", "difference_tests", "repeats"),
        "judging",
    }
    f1 = next(i for i in content["indicators"] if i["id"] == "base.f1")
    assert f1["name"] == {"en": "F1", "zh": "F1 值"}
    assert (f1["value"], f1["ci_method"]) == (0.8041, "wilson")
    undefined = next(i for i in content["indicators"] if i["id"] == "base.completion_rate")
    assert undefined["value"] is None
    assert content["breakdowns"]["scene"][2]["group"] is None
    assert content["failures"][0]["examples"][0]["input"] == {"text": "question 12", "cut": 0}


def test_not_a_number_is_null():
    numbers = runs.summary(indicators=[runs.value("base.f1", 0.5) | {"value": float("nan")}])
    content = stdlib_json.loads(json(runs.report_of(":memory:", [], numbers=numbers)))
    assert content["indicators"][0]["value"] is None


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_can_be_written_and_read_back(text):
    content = stdlib_json.loads(json(runs.report_of(":memory:", **everywhere(text))))
    assert content["run"]["name"] == text.encode("utf-8", "replace").decode("utf-8")
