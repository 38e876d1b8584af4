"""Rows of results as the original documents show them: no `input`, and nobody is asked."""

from __future__ import annotations

import json

import pytest

import steelyard
from steelyard.cases import DatasetSpec, read_cases, read_feature_config
from steelyard.errors import DataError, PlanError
from steelyard.plan import make_plan

# Document A, section 数据集要求, word for word.
ADAPTABILITY = """{
  "results": [
    {"score": 0.85, "domain": "技术问答"},
    {"score": 0.72, "domain": "文学创作"}
  ]
}"""
COLLABORATION = """{
  "task_quality": 0.9,
  "communication_rounds": 3,
  "task_time": 10.0
}"""
PORTABILITY = """{
  "original_score": 0.9,
  "transferred_score": 0.85
}"""
DOCUMENTED = [
    (ADAPTABILITY, "adapt.domain_mean", 0.785),
    (COLLABORATION, "collab.efficiency", 0.9 / 31),
    (PORTABILITY, "port.retention", 0.85 / 0.9),
]


def never(question):
    raise AssertionError(question)


@pytest.mark.parametrize(("text", "id_", "value"), DOCUMENTED, ids=["a", "c", "p"])
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_the_documented_rows_are_accepted_as_they_stand(tmp_path, text, id_, value, form):
    path = tmp_path / f"rows.{form}"
    path.write_text(text if form == "json" else json.dumps(json.loads(text)), "utf-8")
    run = steelyard.evaluate(never, str(path), out=tmp_path / "run")
    found = run.indicators[id_]
    assert found.value == pytest.approx(value)
    assert found.provenance == "declared"
    assert set(run.cases["passed"]) == {None}
    assert set(run.cases["attempts"]) == {0}


def test_results_stand_beside_questions_and_change_no_verdict(tmp_path):
    lines = [json.dumps(json.loads(text)) for text, _, _ in DOCUMENTED]
    lines += [
        '{"input": "1+1", "expected_output": "2"}',
        '{"input": "1+2", "expected_output": "3"}',
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(lines), "utf-8")
    asked = []

    def agent(question):
        asked.append(question)
        return "2"

    run = steelyard.evaluate(
        agent,
        str(tmp_path / "rows.jsonl"),
        out=tmp_path / "run",
        scorers=["text.exact_match"],
        conditions=[{"perturb": {"kinds": ["text.distractor"]}}],
    )
    accuracy = run.indicators["base.accuracy"]
    assert (accuracy.value, accuracy.n) == (0.5, 2)
    assert len(asked) == 4
    assert run.indicators["adapt.domain_mean"].n == 2


def test_a_csv_of_results(tmp_path):
    (tmp_path / "rows.csv").write_text("original_score,transferred_score\n0.8,0.6\n0.8,0.4\n")
    run = steelyard.evaluate(never, str(tmp_path / "rows.csv"), out=tmp_path / "run")
    assert run.indicators["port.retention"].value == pytest.approx(0.625)


def records(tmp_path, *rows):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return read_cases(DatasetSpec(path=str(path)), base=tmp_path)


@pytest.mark.parametrize(
    "row",
    [
        {"inptu": "q", "expected_output": "a", "score": 1},
        {"scene": "s"},
        {},
        {"results": [{"domain": "d"}]},
        {"results": []},
        {"results": [3]},
    ],
)
def test_a_row_without_a_question_or_a_result_is_refused(tmp_path, row):
    with pytest.raises(DataError):
        list(records(tmp_path, row))


def test_every_entry_of_results_is_a_row_of_its_own(tmp_path):
    row = {"id": "x", "scene": "s", "results": [{"score": 0.1}, {"score": 0.2, "id": "own"}]}
    found = list(records(tmp_path, row, {"task_quality": 1, "results": [{"score": 0.5}]}))
    assert [one.get("score") for one in found] == [0.1, 0.2, None, 0.5]
    assert [one.get("scene") for one in found] == ["s", "s", None, None]
    assert found[1]["case_id"] == "own"
    assert [one.get("collaboration") for one in found] == [None, None, True, None]


HEAD = {"feature_config": {"ground_truth_total": 40, "total_scene_types": 4}}
CASE = {"input": "1+1", "expected_output": "2", "scene": "s"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rows.jsonl", f"{json.dumps(HEAD)}\n{json.dumps(CASE)}\n"),
        ("rows.json", json.dumps({**HEAD, "cases": [CASE]}, indent=1)),
        ("rows.json", json.dumps({"cases": [CASE], **HEAD})),
    ],
)
def test_feature_config_in_the_head_of_a_dataset(tmp_path, name, text):
    (tmp_path / name).write_text(text, "utf-8")
    run = steelyard.evaluate(lambda question: "2", str(tmp_path / name), out=tmp_path / "run")
    assert len(run.cases) == 1
    assert run.manifest["dataset"]["rejected"] == 0
    assert run.manifest["plan"]["params"] == HEAD["feature_config"]
    assert run.indicators["base.recall"].value == pytest.approx(1 / 40)
    own = steelyard.evaluate(
        lambda question: "2",
        str(tmp_path / name),
        out=tmp_path / "own",
        params={"ground_truth_total": 10},
    )
    assert own.indicators["base.recall"].value == pytest.approx(1 / 10)


def test_feature_config_in_a_plan_is_params():
    content = {"agent": {"replay": {}}, "dataset": "c.jsonl", **HEAD, "params": {"mode": "answer"}}
    plan = make_plan(content, source="plan")
    assert plan.params == {"mode": "answer", **HEAD["feature_config"]}


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"feature_config": [1]}, "mapping"),
        ({**HEAD, "params": {"ground_truth_total": 3}}, "ground_truth_total: 40"),
    ],
)
def test_a_feature_config_that_cannot_be_meant(more, says):
    with pytest.raises(PlanError, match=says):
        make_plan({"agent": {"replay": {}}, "dataset": "c.jsonl", **more}, source="plan")


def test_heads_that_differ_are_refused(tmp_path):
    for at, total in enumerate((1, 2)):
        head = {"feature_config": {"ground_truth_total": total}}
        (tmp_path / f"{at}.jsonl").write_text(f"{json.dumps(head)}\n{json.dumps(CASE)}", "utf-8")
    with pytest.raises(DataError, match="ground_truth_total"):
        read_feature_config(DatasetSpec(path="*.jsonl"), tmp_path)


def test_a_dataset_without_a_head(tmp_path):
    (tmp_path / "rows.jsonl").write_text(json.dumps(CASE), "utf-8")
    (tmp_path / "rows.csv").write_text("input\nq\n", "utf-8")
    assert read_feature_config(DatasetSpec(path="rows.*"), tmp_path) == {}
