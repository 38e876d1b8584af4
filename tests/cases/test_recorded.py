"""Rows of results as the original documents show them: no `input`, and nobody is asked."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from click.testing import CliRunner

import steelyard
from steelyard import pipeline
from steelyard.agents.function import FunctionAgent
from steelyard.cases import DatasetSpec, profile_cases, read_cases, read_feature_config
from steelyard.cli.validate_command import command as validate
from steelyard.errors import DataError, NoReplyError, PlanError
from steelyard.plan import make_plan
from steelyard.runner import Progress

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


@pytest.mark.slow
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
    assert set(run.cases["verdict_by"]) == {"recorded"}
    assert (run.headline.id, run.score) == (id_, found.value)
    assert run.summary["judging"] is None


def test_recorded_rows_are_no_duplicate_inputs(tmp_path):
    rows = [json.loads(ADAPTABILITY), json.loads(PORTABILITY), CASE, CASE]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    found = profile_cases(DatasetSpec(path="rows.jsonl"), base=tmp_path)
    assert (found.cases, found.filled["input"], found.duplicates_exact) == (5, 2, 1)
    assert found.duplicates_normalised == 1
    assert sum(found.languages.values()) == 2


@pytest.mark.slow
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
    team = {"task_quality": 1, "communication_rounds": 1, "task_time": 2}
    found = list(records(tmp_path, row, {**team, "results": [{"score": 0.5}]}))
    assert [one.get("score") for one in found] == [0.1, 0.2, None, 0.5]
    assert [one.get("domain") for one in found] == ["1", "2", None, "1"]
    assert [one.get("scene") for one in found] == ["s", "s", None, None]
    assert found[1]["case_id"] == "own"
    assert [one.get("collaboration") for one in found] == [None, None, True, None]


HEAD = {"feature_config": {"ground_truth_total": 40, "total_scene_types": 4}}
CASE = {"input": "1+1", "expected_output": "2", "scene": "s"}


@pytest.mark.slow
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


def test_recorded_rows_are_no_requests(tmp_path):
    path = tmp_path / "rows.json"
    path.write_text(ADAPTABILITY, "utf-8")
    run = steelyard.evaluate(never, str(path), out=tmp_path / "run")
    assert run.manifest["counts"] == {"recorded": 2}
    text = str(run)
    assert "2 recorded results, no request was made for them" in text
    assert "requests answered" not in text
    assert re.search(r"文学创作 +72.0 %", text)
    assert "Completion" not in text
    assert "Accuracy" not in text
    assert "Further scores" not in text
    assert "Mean over domains   78.5 %" in text
    counts = run.content.counts
    assert (counts.rows, counts.ok, counts.recorded, counts.undecided) == (0, 0, 2, 0)
    for form in ("md", "html", "summary"):
        written = run.report(form, tmp_path / f"report.{form}").read_text("utf-8")
        assert "2 recorded results, no request was made for them" in written
        assert "0 of 0" not in written


@pytest.mark.slow
def test_only_requests_count_as_asked(tmp_path):
    rows = [json.loads(ADAPTABILITY), CASE, {**CASE, "input": "1+3"}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    seen = []

    class Watching(Progress):
        def tick(self, tally):
            seen.append((tally.done_before + tally.done, tally.total))

    plan = make_plan(
        {"agent": {"replay": {}}, "dataset": "rows.jsonl", "run": {"epochs": 2}}, source="plan"
    )
    agent = FunctionAgent.of(lambda question: "2")
    options = pipeline.Options(agent=agent, progress=Watching())
    bundle = pipeline.run(plan, tmp_path, tmp_path / "run", options)
    assert seen[0] == (0, 4)
    assert seen[-1] == (4, 4)
    assert bundle.manifest.values["counts"] == {"recorded": 4, "ok": 4}
    assert "4 of 4 requests answered" in str(steelyard.load_run(tmp_path / "run"))


@pytest.mark.slow
def test_an_agent_that_never_replies_is_not_saved_by_recorded_rows(tmp_path):
    rows = [json.loads(ADAPTABILITY), CASE]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    with pytest.raises(NoReplyError, match=r"any of the 1 requests.*not at home"):
        steelyard.evaluate(not_at_home, str(tmp_path / "rows.jsonl"), out=tmp_path / "run")


def not_at_home(question):
    raise RuntimeError("not at home")


def test_validate_promises_only_what_recorded_rows_can_give(tmp_path):
    path = tmp_path / "rows.json"
    path.write_text(ADAPTABILITY, "utf-8")
    shown = CliRunner().invoke(validate, [str(path)], env={"COLUMNS": "300"}).output
    lines = {line.split()[1]: line.split()[0] for line in shown.splitlines() if line[2:3] in "✓✗"}
    able = {name for name, mark in lines.items() if mark == "✓"}
    # The latter two need a parameter of the plan, and no field.
    assert able == {"adapt.domain_mean", "base.class_precision", "ops.sea"}
    assert "case-000001" not in shown


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"results": []}, r"line 2: results: found \[\]; allowed: a list such as \[\{\"score"),
        ({"results": [0.5]}, r"results: found \[0.5\]"),
        ({"results": {"law": 0.5}}, r"results: found \{\"law\":0.5\}"),
        ({"results": [{"domain": "d"}]}, r"results\[0\]: found \{\"domain\":\"d\"\}"),
        ({"results": [{"score": 85, "domain": "d"}]}, "score: found 85, which is out of range"),
        ({"original_score": 0.9}, "original_score is there without transferred_score"),
        ({"task_quality": 1, "task_time": 2}, "task_quality is there without communication_rounds"),
        ({"score": 0.5}, "score is there without domain"),
        ({"original_score": "high", "transferred_score": 1}, 'original_score: found "high"'),
        (
            {**json.loads(COLLABORATION), "communication_rounds": -1},
            "communication_rounds: found -1",
        ),
        (HEAD, "feature_config .* belongs in the first row"),
    ],
)
def test_what_is_wrong_with_a_row_of_results_is_named(tmp_path, row, says):
    rows = [json.loads(PORTABILITY), row]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    with pytest.raises(DataError, match=says):
        list(read_cases(DatasetSpec(path="rows.jsonl", strict=True), base=tmp_path))


def test_an_entry_without_a_score_leaves_the_others(tmp_path):
    entries = [{"score": None, "domain": "a"}, {"score": 0.85, "domain": "b"}]
    assert [one["domain"] for one in records(tmp_path, {"results": entries})] == ["b"]


def test_results_in_the_cells_of_a_table(tmp_path):
    cell = json.dumps(json.loads(ADAPTABILITY)["results"]).replace('"', '""')
    (tmp_path / "rows.csv").write_text(f'input,results\n1+1,\n,"{cell}"\n', "utf-8")
    found = list(read_cases(DatasetSpec(path="rows.csv"), base=tmp_path))
    assert [one.get("score") for one in found] == [None, 0.85, 0.72]
    assert [one["input"] for one in found] == ["1+1", "", ""]


def test_a_question_with_results_is_asked_once(tmp_path):
    row = {"question": "1+1", "expected_output": "2", **json.loads(ADAPTABILITY)}
    found = list(records(tmp_path, row))
    assert [one["input"] for one in found] == ["1+1", "", ""]


@pytest.mark.parametrize("total", [[1], "many", 3])
def test_a_head_that_is_no_object_is_refused(tmp_path, total):
    rows = [{"feature_config": total}, CASE]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    with pytest.raises(DataError, match="feature_config must be an object"):
        read_feature_config(DatasetSpec(path="rows.jsonl"), tmp_path)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("rows.json.gz", gzip.compress(json.dumps({**HEAD, "cases": [CASE]}, indent=1).encode())),
        ("rows.json", json.dumps([HEAD, CASE]).encode()),
        ("rows.jsonl", f"\n{json.dumps(HEAD)}\n{json.dumps(CASE)}".encode()),
        ("rows.jsonl", f"{json.dumps({**HEAD, 'name': 'set'})}\n{json.dumps(CASE)}".encode()),
    ],
    ids=["packed", "list", "blank line", "with a name"],
)
def test_where_a_head_may_stand(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    spec = DatasetSpec(path=name)
    assert read_feature_config(spec, tmp_path) == HEAD["feature_config"]
    assert [one["input"] for one in read_cases(spec, base=tmp_path)] == ["1+1"]
