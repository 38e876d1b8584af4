from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from steelyard.report.schema import DOCUMENTS, report_schema
from steelyard.report.write import writer
from tests.report import runs
from tests.report.hostile import everywhere


def written(content):
    return json.loads(writer(content, "json")(content))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_schema_is_one(document):
    Draft202012Validator.check_schema(report_schema(document))


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_is_written_fits_it_exactly(document, two_runs):
    schema = report_schema(document)
    made = written(two_runs[document])
    Draft202012Validator(schema).validate(made)
    assert set(made) == set(schema["properties"])


@pytest.mark.slow
@pytest.mark.parametrize("text", ["plain", "<script>\x1b\u202e half \ud800"])
def test_runs_of_every_kind_fit(text):
    validator = Draft202012Validator(report_schema("report"))
    validator.validate(written(runs.report_of(":memory:", **everywhere(text))))
    validator.validate(written(runs.report_of(":memory:", runs.rows_of_all_kinds())))
    validator.validate(written(runs.report_of(":memory:", [], numbers={"x": 1})))


@pytest.mark.slow
def test_what_does_not_fit_is_refused(two_runs):
    made = written(two_runs["report"])
    validator = Draft202012Validator(report_schema("report"))
    made["indicators"][0]["value"] = "0.5"
    assert [list(error.absolute_path) for error in validator.iter_errors(made)] == [
        ["indicators", 0, "value"]
    ]
    del made["counts"]
    assert len(list(validator.iter_errors(made))) == 2


def test_properties_say_what_they_mean():
    properties = report_schema("comparison")["$defs"]["comparison.Difference"]["properties"]
    assert properties["p"]["description"].startswith("two-sided")
    assert properties["verdict"]["enum"][0] == "better"
