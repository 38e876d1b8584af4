"""promptfoo: every number it counted itself is found again in what is imported."""

from __future__ import annotations

import json

import orjson
import pytest
import yaml

from steelyard import load_run
from steelyard.errors import DataError, InputError
from steelyard.interop import ImportOptions
from steelyard.interop.imports.promptfoo import IMPORTER, agents
from tests.cli.shell import steelyard
from tests.interop.imports.logs import FIXTURES

RESULTS = FIXTURES / "promptfoo" / "results.json"
LINES = FIXTURES / "promptfoo" / "results.jsonl"
DOCUMENT = orjson.loads(RESULTS.read_bytes())
AGENTS = agents(RESULTS)


def read(path, agent, **options):
    chosen = {"provider": agent.provider, "prompt": agent.prompt}
    return IMPORTER.read(path, ImportOptions(chosen, **options))


def test_each_provider_with_each_prompt_is_an_agent():
    assert [(one.provider, one.prompt[:6]) for one in AGENTS] == [
        ("openai:chat:steady", "Answer"),
        ("openai:chat:steady", "zh: pr"),
        ("hasty model", "Answer"),
        ("hasty model", "zh: pr"),
        ("endpoint", "zh: pr"),
    ]
    assert agents(LINES) == AGENTS


@pytest.mark.parametrize("number", range(len(AGENTS)))
def test_passes_and_scores_are_those_promptfoo_counted(number):
    imported = read(RESULTS, AGENTS[number])
    rows = list(imported.rows)
    counted = DOCUMENT["results"]["prompts"][number]["metrics"]
    assert imported.source.metrics["testPassCount"] == counted["testPassCount"]
    assert sum(row["passed"] for row in rows) == counted["testPassCount"]
    assert sum(row["score"] for row in rows) == pytest.approx(counted["score"])
    assert sum("status" in row for row in rows) == counted["testErrorCount"]
    tokens = sum(row.get("input_tokens", 0) for row in rows)
    assert tokens == counted["tokenUsage"]["prompt"]
    assert sum(row["latency_s"] for row in rows) * 1000 == pytest.approx(counted["totalLatencyMs"])
    passes = [s for row in rows for name, s in row["foreign_scores"].items() if "metric" in name]
    assert sum(passes) == pytest.approx(sum(counted["namedScores"].values()))


def test_all_agents_together_are_the_whole_file():
    rows = [row for one in AGENTS for row in read(RESULTS, one).rows]
    stats = DOCUMENT["results"]["stats"]
    errors = [row for row in rows if row.get("status") == "error"]
    passed = sum(row["passed"] for row in rows)
    assert len(rows) == stats["successes"] + stats["failures"] + stats["errors"]
    assert (passed, len(errors)) == (stats["successes"], stats["errors"])


def test_lines_and_document_say_the_same():
    for one in AGENTS:
        rows = [list(read(path, one).rows) for path in (RESULTS, LINES)]
        for row in (*rows[0], *rows[1]):
            del row["place"]
        by_case = [sorted(some, key=lambda row: row["case_id"]) for some in rows]
        assert by_case[0] == by_case[1]


def test_results_in_yaml_say_the_same(tmp_path):
    path = tmp_path / "results.yaml"
    path.write_text(yaml.safe_dump(DOCUMENT, allow_unicode=True), encoding="utf-8")
    assert IMPORTER.sniff(path)
    rows = [list(read(file, AGENTS[0]).rows) for file in (RESULTS, path)]
    assert [row["score"] for row in rows[0]] == [row["score"] for row in rows[1]]


def test_a_row_has_question_expectation_answer_and_assertions():
    rows = {row["case_id"]: row for row in read(RESULTS, AGENTS[2]).rows}
    first = rows["test-0001"]
    assert first["input"] == "Answer briefly: What is the capital of France?"
    assert first["expected_output"] == "Paris"
    assert first["output"] == "It is Lyon."
    assert first["metadata"]["scene"] == "geography"
    assert first["metadata"]["vars"] == {"question": "What is the capital of France?"}
    assert first["foreign_scores"] == {
        "promptfoo_latency": 1.0,
        "promptfoo_equals": 0.0,
        "promptfoo_metric_exact": 0.0,
    }
    assert "cost" not in {k for k, v in first.items() if v is not None}  # 0 there means unknown
    broken = rows["test-0007"]
    assert (broken["status"], broken["error_kind"], broken["passed"]) == ("error", "agent", False)


def test_errors_can_be_missing_instead_of_wrong():
    rows = list(read(RESULTS, AGENTS[2], errors="missing").rows)
    assert [row["error_kind"] for row in rows if "status" in row] == ["infra"]


def test_the_latency_of_a_cached_answer_is_left_out(tmp_path):
    lines = [json.loads(line) for line in LINES.read_text(encoding="utf-8").splitlines()]
    lines[0]["response"]["cached"] = True
    path = tmp_path / "results.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    one = next(a for a in AGENTS if lines[0]["provider"]["label"] in a.provider)
    imported = IMPORTER.read(
        path, ImportOptions({"provider": one.provider, "prompt": lines[0]["prompt"]["label"]})
    )
    rows = list(imported.rows)
    assert sum("latency_s" not in row for row in rows) == 1
    assert [reason.key for reason in imported.skipped] == ["promptfoo.skip_cached"]


def test_repeats_of_a_test_are_epochs(tmp_path):
    text = LINES.read_text(encoding="utf-8")
    path = tmp_path / "results.jsonl"
    path.write_text(text + text, encoding="utf-8")
    rows = list(read(path, AGENTS[0]).rows)
    assert [row["epoch"] for row in rows] == [0] * 7 + [1] * 7


@pytest.mark.parametrize("times", [2, 3])
def test_a_test_asked_again_under_another_number_is_a_repeat(times, tmp_path):
    # What `promptfoo eval --repeat` writes: every repeat is a further test.
    results = [json.loads(line) for line in LINES.read_text(encoding="utf-8").splitlines()]
    again = [
        json.dumps(one | {"testIdx": one["testIdx"] * times + at})
        for one in results
        for at in range(times)
    ]
    path = tmp_path / "results.jsonl"
    path.write_text("\n".join(again), encoding="utf-8")
    rows, once = (list(read(file, AGENTS[0]).rows) for file in (path, LINES))
    assert [(row["case_id"], row["epoch"], row["passed"]) for row in rows] == [
        (row["case_id"], at, row["passed"]) for row in once for at in range(times)
    ]


def test_a_test_that_only_happens_to_be_there_twice_is_no_repeat(tmp_path):
    results = [json.loads(line) for line in LINES.read_text(encoding="utf-8").splitlines()]
    twin = [one | {"testIdx": 7} for one in results if one["testIdx"] == 0]
    path = tmp_path / "results.jsonl"
    path.write_text("\n".join(map(json.dumps, [*results, *twin])), encoding="utf-8")
    rows = list(read(path, AGENTS[0]).rows)
    assert [row["case_id"] for row in rows] == [f"test-{n:04}" for n in range(1, 9)]
    assert {row["epoch"] for row in rows} == {0}


def test_several_agents_want_a_choice_and_wrong_ones_are_named():
    with pytest.raises(InputError, match=r"5 agents") as caught:
        IMPORTER.read(RESULTS, ImportOptions())
    assert "hasty model" in str(caught.value)
    with pytest.raises(InputError, match="no such"):
        IMPORTER.read(RESULTS, ImportOptions({"provider": "gpt-9"}))
    [chosen] = IMPORTER.agents(RESULTS, {"provider": "endpoint"})
    assert chosen["provider"] == "endpoint"


def test_a_configuration_is_sent_to_init():
    with pytest.raises(DataError, match="init my-eval --from"):
        IMPORTER.read(FIXTURES / "promptfoo" / "promptfooconfig.yaml", ImportOptions())


@pytest.mark.slow
def test_the_command_makes_a_run_of_each_agent(tmp_path):
    done = steelyard("import", RESULTS, "--set", "prompt=1", "--out", "runs", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "3 agents" in done.err
    runs = {path.name.split("-zh")[0]: load_run(path) for path in (tmp_path / "runs").iterdir()}
    rates = {name: run.indicators["base.accuracy"].value for name, run in runs.items()}
    assert rates == {
        "openai-chat-steady": 1.0,
        "hasty-model": pytest.approx(2 / 7),
        "endpoint": 1.0,
    }
    assert "28.6 %" in done.out
    assert all(run.indicators["base.accuracy"].provenance == "declared" for run in runs.values())
