"""tau2-bench: rewards become verdicts, trials repeats, conversations trajectories.

The files follow its published data model and were written by hand: `scripts/make_tau2_fixtures.py`.
"""

from __future__ import annotations

import json

import pytest

from steelyard.errors import DataError
from steelyard.interop import ImportOptions
from steelyard.interop.imports.tau2 import IMPORTER
from tests.cli.shell import steelyard
from tests.interop.imports.logs import FIXTURES, record

WHOLE = FIXTURES / "tau2" / "results.json"
FOLDER = FIXTURES / "tau2" / "folder" / "results.json"


def rows_of(path, **options):
    imported = IMPORTER.read(path, ImportOptions(**options))
    return imported, list(imported.rows)


def test_rewards_are_verdicts_and_trials_are_epochs():
    imported, rows = rows_of(WHOLE)
    facts = json.loads((FIXTURES / "tau2" / "versions.json").read_text())
    evaluable = [row for row in rows if row.get("status") is None]
    assert len(evaluable) == facts["evaluable"]
    assert sum(row["passed"] for row in evaluable) == facts["successes"]
    assert [(row["case_id"], row["epoch"]) for row in rows] == [
        (task, trial) for task in "012" for trial in (0, 1)
    ]
    assert imported.source.model == "local/steady"
    assert imported.source.task == "airline"
    assert imported.source.config["user_llm"] == "local/user"


def test_both_forms_say_the_same():
    whole, folder = rows_of(WHOLE), rows_of(FOLDER)
    assert len(folder[0].files) == 6
    for ours, theirs in zip(whole[1], folder[1], strict=True):
        assert {**ours, "place": ""} == {**theirs, "place": ""}


def test_a_row_tells_the_wish_the_conversation_and_what_it_took():
    _, rows = rows_of(WHOLE)
    first = rows[0]
    assert first["input"].startswith("Cancel reservation X1Y2Z3.\n\nYou are Ann Lee")
    assert first["output"] == "It is cancelled."
    assert first["expected_tools"] == [
        {"name": "cancel_reservation", "arguments": {"reservation_id": "X1Y2Z3"}}
    ]
    calls = [step for step in first["trajectory"] if step["type"] == "tool_call"]
    assert [call["name"] for call in calls] == ["cancel_reservation"]
    assert (first["cost"], first["latency_s"]) == (0.012, 12.5)
    assert (first["input_tokens"], first["output_tokens"]) == (400, 40)
    assert first["foreign_scores"] == {
        "tau2_reward": 1.0,
        "tau2_db": 1.0,
        "tau2_communicate": 1.0,
        "tau2_actions": 1.0,
    }
    assert rows[2]["output"] == "已为您办理。"


def test_how_it_ended_decides_completion_and_blame():
    _, rows = rows_of(WHOLE)
    assert [row["completed"] for row in rows] == [True, True, True, False, False, None]
    assert (rows[5]["status"], rows[5]["error_kind"]) == ("error", "infra")
    assert any("error" in step for step in rows[4]["trajectory"])
    _, wrong = rows_of(WHOLE, errors="wrong")
    assert wrong[5]["error_kind"] == "agent"


def test_a_simulation_of_no_known_task_is_left_out_and_said(tmp_path):
    document = json.loads(WHOLE.read_text(encoding="utf-8"))
    document["simulations"][0]["task_id"] = "99"
    del document["simulations"][1]["reward_info"]
    path = tmp_path / "results.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    imported, rows = rows_of(path)
    assert len(rows) == 5
    assert [reason.key for reason in imported.skipped] == [
        "tau2.skip_no_task",
        "tau2.skip_no_reward",
    ]


def test_a_document_without_tasks_is_refused(tmp_path):
    path = tmp_path / "results.json"
    path.write_text('{"info": {}}', encoding="utf-8")
    with pytest.raises(DataError, match="tasks"):
        IMPORTER.read(path, ImportOptions())


def test_a_model_that_is_no_text_is_named(tmp_path):
    results = json.loads(WHOLE.read_text("utf-8"))
    results["info"]["agent_info"]["llm"] = [[1]]
    (tmp_path / "results.json").write_text(json.dumps(results))
    with pytest.raises(DataError, match=r"results\.json: `model` is \[\[1\]\]; it must be a text"):
        record(tmp_path / "r", tmp_path / "results.json")


@pytest.mark.slow
def test_a_run_of_it_scores_tools_anew(tmp_path):
    scorers = "agent.tool_f1,agent.tool_errors"
    done = steelyard("import", WHOLE, "--out", "run", "--scorers", scorers, "--json", cwd=tmp_path)
    assert done.code == 0, done.err
    from steelyard import load_run

    run = load_run(tmp_path / "run")
    # Pass^1 as tau2-bench defines it: the mean over tasks of the share of trials that succeed.
    assert run.indicators["base.accuracy"].value == pytest.approx((1 / 2 + 1 / 2 + 0) / 3)
    assert run.cases["agent_tool_f1"][:2] == [1.0, 0.0]
    assert run.cases["agent_tool_errors"][4] == 1
