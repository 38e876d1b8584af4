"""The flow from Python: evaluate, read, stop, resume, score anew, and what each leaves on disk."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys

import pytest

import steelyard
from steelyard.bundle import Bundle
from steelyard.errors import (
    AgentSetupError,
    BundleError,
    DataError,
    InputError,
    JournalDamagedError,
    PlanError,
    RunStoppedError,
    UnknownNameError,
)
from steelyard.model import RunState
from steelyard.pipeline import rescore, resume
from steelyard.plan import make_plan

CASES = [
    {"id": "1", "input": "中国的首都是哪里", "expected_output": "北京", "metadata": {"scene": "a"}},
    {
        "id": "2",
        "input": "capital of France",
        "expected_output": "Paris",
        "metadata": {"scene": "a"},
    },
    {"id": "3", "input": "capital of Peru", "expected_output": "Lima", "metadata": {"scene": "b"}},
    {"id": "4", "input": "crash", "expected_output": "x", "metadata": {"scene": "b"}},
]


def agent(question):
    if question == "crash":
        raise ValueError("我坏了 <script>")
    return {"中国的首都是哪里": "北京", "capital of France": "It is Paris."}.get(question, "?")


@pytest.fixture
def run(tmp_path):
    return steelyard.evaluate(agent, CASES, out=tmp_path / "run", name="试", run={"retries": 0})


@pytest.mark.slow
def test_numbers_of_a_small_run(run):
    assert run.indicators["base.accuracy"].value == 0.5
    assert run.indicators["base.accuracy"].n == 4
    assert run.indicators["base.precision"].value == pytest.approx(2 / 3)
    assert run.score == 0.5
    # F1 is 4/7; of the two scenes one is done well enough, so generalisation is 1/2.
    assert run.summary["overall"]["score"] == pytest.approx(0.8 * 4 / 7 + 0.2 * 0.5)
    assert run.manifest["counts"] == {"ok": 3, "error": 1}
    assert run.manifest["state"] == "finished"
    assert run.indicators["base.accuracy"].provenance == "measured"


@pytest.mark.slow
def test_the_results_table(run):
    assert len(run.cases) == 4
    assert run.cases["input"][0] == "中国的首都是哪里"
    assert run.cases["passed"] == [True, True, False, False]
    assert run.cases["error_kind"] == [None, None, None, "agent"]
    assert "我坏了" in run.cases["error"][3]
    with pytest.raises(KeyError, match="no_such"):
        run.cases["no_such"]


@pytest.mark.slow
def test_what_is_left_on_disk(run):
    names = {path.name for path in run.path.iterdir()}
    assert names == {
        "manifest.json",
        "manifest.backup.json",
        "results-1",
        "summary.json",
        "report-source.json",
        "report.html",
        "report.json",
        "lock",
    }


@pytest.mark.slow
def test_a_loaded_run_equals_the_one_that_made_it(run):
    again = steelyard.load_run(run.path)
    assert again.score == run.score
    assert again.indicators == run.indicators
    assert "试" in repr(again)
    assert "Pass rate  50.0 %" in str(again)
    assert "<script>" not in again._repr_html_()


@pytest.mark.slow
def test_reports_in_every_format(run):
    for kind in ("html", "md", "json"):
        path = run.report(kind, run.path / f"x.{kind}")
        assert path.stat().st_size > 500
    with pytest.raises(InputError, match="html"):
        run.report("docx")


@pytest.mark.slow
def test_an_async_agent_inside_a_running_loop(tmp_path):
    async def answer(question):
        await asyncio.sleep(0)
        return "Paris"

    async def notebook():
        return steelyard.evaluate(answer, CASES[:3], out=tmp_path / "run")

    assert asyncio.run(notebook()).indicators["base.accuracy"].value == pytest.approx(1 / 3)


@pytest.mark.slow
def test_epochs_are_averaged_inside_the_case(tmp_path):
    seen = []

    def wavering(question):
        seen.append(question)
        return "Paris" if seen.count(question) % 2 else "no"

    run = steelyard.evaluate(wavering, [CASES[1]], out=tmp_path / "run", run={"epochs": 4})
    assert len(run.cases) == 4
    assert run.cases["epoch"] == [0, 1, 2, 3]
    assert run.indicators["base.accuracy"].value == 0.5
    assert run.indicators["base.accuracy"].n == 1


def test_declared_outcomes_say_so(tmp_path):
    cases = [{"input": "q", "output": "a", "passed": True, "latency_s": 2.0}] * 1
    run = steelyard.evaluate({"replay": {}}, cases, out=tmp_path / "run")
    assert run.indicators["base.accuracy"].provenance == "declared"
    assert run.indicators["base.latency_mean"].provenance == "declared"
    assert run.indicators["base.latency_mean"].value == 2.0


@pytest.mark.slow
def test_measured_verdicts_win_over_declared_ones(tmp_path):
    cases = [{"input": "q", "output": "wrong", "expected_output": "right", "passed": True}]
    run = steelyard.evaluate({"replay": {}}, cases, out=tmp_path / "run")
    assert run.cases["passed"] == [False]
    assert run.cases["declared_passed"] == [True]


def test_scoring_anew_does_not_ask(run):
    content = dict(run.manifest["plan"]) | {"scorers": ["text.exact_match"]}
    outputs = run.cases["output"]
    bundle = rescore(Bundle(run.path), make_plan(content, source="x"))
    again = steelyard.load_run(bundle.path)
    assert again.cases["passed"] == [True, False, False, False]
    assert "text_keyword_match" not in again.cases.columns
    assert again.cases["output"] == outputs
    assert [p.name for p in run.path.glob("results-*")] == ["results-2"]
    back = rescore(bundle, make_plan(dict(run.manifest["plan"]) | {"scorers": None}, source="x"))
    assert steelyard.load_run(back.path).score == pytest.approx(run.score)


@pytest.mark.slow
def test_rejected_rows_are_kept_with_reasons(tmp_path):
    bad = {"input": "x", "scene_type": "nowhere"}
    run = steelyard.evaluate(agent, [*CASES, bad], out=tmp_path / "run")
    lines = (run.path / "rejects.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1
    assert "scene_type" in lines[0]
    assert run.manifest["dataset"]["rejected"] == 1
    assert any("rejects.jsonl" in warning for warning in run.manifest["warnings"])


def test_no_case_left_is_an_error(tmp_path):
    with pytest.raises(DataError):
        steelyard.evaluate(agent, [{"input": ""}], out=tmp_path / "run")


@pytest.mark.slow
def test_limits_leave_a_report_and_a_way_on(tmp_path):
    options = {"concurrency": 1, "retries": 0, "fail_on_error": True}
    order = [CASES[0], CASES[3], CASES[1], CASES[2]]
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, order)), encoding="utf-8")
    (tmp_path / "agent.py").write_text(
        "def answer(q):\n    if q == 'crash': raise ValueError('no')\n    return 'Paris 北京'\n",
        encoding="utf-8",
    )
    config = {"function": {"target": str(tmp_path / "agent.py") + ":answer"}}
    with pytest.raises(RunStoppedError, match="steelyard resume"):
        steelyard.evaluate(config, str(path), out=tmp_path / "run", run=options)
    bundle = Bundle(tmp_path / "run")
    assert bundle.state is RunState.STOPPED
    assert (bundle.path / "report.html").exists()
    assert len(steelyard.load_run(bundle.path).cases) == 2
    finished = resume(bundle.path, ("run.fail_on_error=false",))
    assert finished.state is RunState.FINISHED
    assert steelyard.load_run(bundle.path).cases["case_id"] == ["1", "4", "2", "3"]


@pytest.mark.slow
def test_resuming_with_another_agent_is_refused(run):
    with pytest.raises(BundleError, match="another plan"):
        resume(run.path, ("run.seed=99",))


def test_an_existing_run_is_not_overwritten(run):
    with pytest.raises(BundleError, match="resume"):
        steelyard.evaluate(agent, CASES, out=run.path)
    (run.path.parent / "other").mkdir()
    (run.path.parent / "other" / "file").write_text("x")
    with pytest.raises(BundleError, match="not empty"):
        steelyard.evaluate(agent, CASES, out=run.path.parent / "other")


def test_not_a_run(tmp_path):
    with pytest.raises(BundleError, match=r"manifest\.json"):
        steelyard.load_run(tmp_path)
    (tmp_path / "manifest.json").write_text("{broken")
    with pytest.raises(BundleError, match="is damaged"):
        steelyard.load_run(tmp_path)
    (tmp_path / "manifest.json").write_text('{"format": 99}')
    with pytest.raises(BundleError, match="newer"):
        steelyard.load_run(tmp_path)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"scorers": ["text.keyword_mach"]}, UnknownNameError),
        ({"scorers": [{"text.keyword_match": {"threshold": 2}}]}, InputError),
        ({"scorers": [{"text.keyword_match": {"tokenizer": "magic"}}]}, InputError),
        ({"scorers": ["text.exact_match"], "verdict": "text.keyword_match"}, InputError),
        ({"gates": ["base.f1 is good"]}, InputError),
        ({"gates": ["base.g1: value > 1"]}, UnknownNameError),
        ({"params": {"ground_truth_totall": 3}}, InputError),
        ({"breakdowns": ["no_such_column"]}, InputError),
    ],
)
def test_wrong_names_are_found_before_anything_is_asked(tmp_path, changes, error):
    asked = []
    with pytest.raises(error):
        steelyard.evaluate(asked.append, CASES, out=tmp_path / "run", **changes)
    assert not asked
    assert not (tmp_path / "run").exists()


def test_a_wrong_agent_is_found_before_anything_is_written(tmp_path):
    with pytest.raises(PlanError):
        steelyard.evaluate({"opnai": {}}, CASES, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_an_agent_that_cannot_open_says_so_and_can_be_resumed(tmp_path):
    config = {"function": {"target": "no_such_module_x:answer"}}
    with pytest.raises(AgentSetupError, match="no_such_module_x"):
        steelyard.evaluate(config, CASES, out=tmp_path / "run")


@pytest.mark.slow
def test_gates_are_in_the_summary(tmp_path):
    run = steelyard.evaluate(
        agent, CASES, out=tmp_path / "run", gates=["base.accuracy: value >= 0.9"]
    )
    assert run.summary["gates"][0]["passed"] is False


def dead_run(tmp_path):
    """Return the folder of a run whose process died at the third of four cases."""
    (tmp_path / "agent.py").write_text(
        "import os\n"
        "def answer(q):\n"
        "    if q == 'capital of Peru' and not os.path.exists('go'): os._exit(9)\n"
        "    return 'Paris'\n"
    )
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(map(json.dumps, CASES)), encoding="utf-8")
    (tmp_path / "plan.yaml").write_text(
        "agent: {function: {target: 'agent.py:answer'}}\ndataset: cases.jsonl\n"
        "run: {concurrency: 1}\n"
    )
    command = [sys.executable, "-m", "steelyard", "run", "plan.yaml", "--out", "run"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 9
    (tmp_path / "go").touch()
    return tmp_path / "run"


@pytest.fixture(scope="module")
def dead(tmp_path_factory):
    return dead_run(tmp_path_factory.mktemp("dead"))


@pytest.fixture
def stopped(dead, tmp_path):
    """Return a copy of that run, with its dataset beside it."""
    folder = tmp_path / "work"
    shutil.copytree(dead.parent, folder)
    manifest = Bundle(folder / "run").manifest
    manifest.update(base=manifest.values["base"].replace(str(dead.parent), str(folder)))
    return folder / "run"


DAMAGE = {  # file, what was written, what is there now, what is named
    "a reply": ("journal.jsonl", b"Paris", b"Pariz", "line 2"),
    "the header": ("journal.jsonl", b"plan_hash", b"plan_hasj", "line 1"),
    "the end of the header": ("journal.jsonl", b"}\n", b"}\x0b", "line 1"),
    "a request": ("asks.jsonl", b"capital of Peru", b"capital of Perv", "asks.jsonl"),
    "a request that is no JSON now": ("asks.jsonl", b"{", b"[", "asks.jsonl"),
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_diagnosed_and_can_be_dropped(stopped, damage):
    name, was, now, named = DAMAGE[damage]
    file = stopped / name
    damaged = file.read_bytes().replace(was, now, 1)
    assert damaged != file.read_bytes()
    file.write_bytes(damaged)
    with pytest.raises(JournalDamagedError, match=named) as caught:
        resume(stopped)
    assert "--drop-damaged" in str(caught.value)
    assert file.read_bytes() == damaged
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(stopped.parent)
        resume(stopped, drop_damaged=True)
    found = steelyard.load_run(stopped).cases
    assert found["output"] == ["Paris"] * 4
    assert found["input"] == [case["input"] for case in CASES]


@pytest.mark.slow
def test_requests_are_not_made_from_another_dataset(stopped):
    (stopped / "asks.jsonl").write_bytes(b"?" + (stopped / "asks.jsonl").read_bytes()[1:])
    cases = stopped.parent / "cases.jsonl"
    cases.write_text(cases.read_text().replace("Peru", "Chile"))
    before = (stopped / "asks.jsonl").read_bytes()
    with pytest.raises(BundleError):
        resume(stopped, drop_damaged=True)
    assert (stopped / "asks.jsonl").read_bytes() == before
