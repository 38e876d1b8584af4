"""`steelyard import` as a person uses it: from another tool's log to a run of ours."""

from __future__ import annotations

import hashlib
import json

import pytest

import steelyard as library
from steelyard.cli import main
from steelyard.i18n import set_language
from tests.cli.shell import Done
from tests.cli.shell import steelyard as in_a_process
from tests.interop.imports.logs import INSPECT, LM_EVAL, OTEL

FACTS = INSPECT / "facts.eval"
EXPECTED = json.loads((INSPECT / "expected.json").read_text())


@pytest.fixture
def steelyard(capfd, monkeypatch):
    """Run the command line here: starting it anew takes longer than most of what it does."""
    monkeypatch.setenv("STEELYARD_LANG", "en")

    def run(*words, cwd=None):
        capfd.readouterr()
        if cwd is not None:
            monkeypatch.chdir(cwd)
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        set_language(None)
        return Done(ended.value.code or 0, *capfd.readouterr())

    return run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("imported")


@pytest.fixture(scope="module")
def facts(folder):
    done = in_a_process("import", FACTS, "--out", "facts", cwd=folder)
    assert done.code == 0, done.err
    return done, library.load_run(folder / "facts")


@pytest.mark.slow
def test_the_run_says_what_the_tool_said_and_that_it_was_declared(facts):
    done, run = facts
    accuracy = run.indicators["base.accuracy"]
    printed = EXPECTED["facts.eval"]["metrics"]["includes/accuracy"]
    assert accuracy.value == pytest.approx(printed, abs=1e-12)
    assert (accuracy.n, accuracy.provenance) == (9, "declared")
    assert "18 answers to 9 cases" in done.err
    assert len(run.cases) == 18
    assert sorted(set(run.cases["epoch"])) == [0, 1]
    scores = [json.loads(text) for text in run.cases["foreign_scores"]]
    assert all("inspect_strict_letter" in score for score in scores)
    columns = {"inspect_strict": "strict/accuracy", "inspect_style_length": "length/mean"}
    for column, metric in columns.items():
        values = run.cases[column]
        assert sum(values) / 18 == pytest.approx(EXPECTED["facts.eval"]["metrics"][metric])
        assert run.manifest["provenance"][column] == "declared"


@pytest.mark.slow
def test_the_source_is_named_with_its_checksum(facts):
    _, run = facts
    checksum = hashlib.sha256(FACTS.read_bytes()).hexdigest()
    [log] = run.manifest["imported"]["logs"]
    assert log["files"] == [{"path": str(FACTS), "sha256": checksum}]
    assert (log["tool"], log["model"]) == ("inspect_ai", "openai-api/local/tiny")
    assert any(checksum[:16] in note for note in run.manifest["notes"])
    page = (run.path / "report.html").read_text("utf-8")
    assert checksum[:16] in page
    assert "openai-api/local/tiny" in page
    # The answers hold markup; the page shows it and does not run it.
    assert "<script>alert" not in page
    assert run.manifest["agent"]["source"]["metrics"]["includes/accuracy"] > 0


@pytest.mark.slow
def test_our_scorers_measure_the_recorded_answers(folder, steelyard):
    done = steelyard(
        "import", FACTS, "--out", "scored", "--scorers", "text.exact_match", cwd=folder
    )
    assert done.code == 0, done.err
    run = library.load_run(folder / "scored")
    assert run.indicators["base.accuracy"].provenance == "measured"
    exact = dict(zip(run.cases["case_id"], run.cases["passed"], strict=True))
    assert exact["sum"] is True
    assert exact["capital-fr"] is False
    assert run.cases["declared_passed"].count(True) == 13


@pytest.mark.slow
def test_an_imported_run_is_scored_anew_and_compared(facts, folder, steelyard):
    again = steelyard("report", "facts", "--to", "md", "-o", "facts.md", cwd=folder)
    assert again.code == 0, again.err
    text = (folder / "facts.md").read_text("utf-8")
    assert "facts.eval" in text
    anew = steelyard("score", "facts", "--set", 'scorers=["text.keyword_match"]', cwd=folder)
    assert anew.code == 0, anew.err
    notes = library.load_run(folder / "facts").manifest["notes"]
    assert any("facts.eval" in note for note in notes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("log", "metric", "expected"),
    [
        (INSPECT / "tools.json", "base.accuracy", 0.4),
        (LM_EVAL / "chat", "base.accuracy", 0.5),
        (OTEL / "agent.jsonl", "base.accuracy", 4 / 6),
    ],
    ids=["errors", "lm_eval", "otel"],
)
def test_other_logs_come_to_the_numbers_of_their_tools(log, metric, expected, tmp_path, steelyard):
    done = steelyard("import", log, "--out", tmp_path / "run")
    assert done.code == 0, done.err
    run = library.load_run(tmp_path / "run")
    assert run.indicators[metric].value == pytest.approx(expected)


@pytest.mark.slow
def test_failed_answers_keep_what_failed(tmp_path, steelyard):
    done = steelyard("import", INSPECT / "tools.json", "--out", tmp_path / "run")
    assert done.code == 0, done.err
    rows = {row["case_id"]: row for row in library.load_run(tmp_path / "run").cases.rows()}
    failed, late = rows["3"], rows["6"]
    assert (failed["status"], failed["passed"]) == ("error", None)
    assert failed["error_reason"] == "ModelGenerateError"
    assert "the model broke down" in failed["error"]
    assert (late["status"], late["timed_out"], late["passed"]) == ("timeout", True, False)
    assert "agent.tool" not in done.err
    assert json.loads(rows["1"]["trajectory"])[0]["name"] == "weather"


@pytest.mark.slow
def test_a_verdict_stands_though_the_answer_is_empty(tmp_path, steelyard):
    log = json.loads((INSPECT / "tools.json").read_text("utf-8"))
    # What was judged may be what the agent did, not what it said.
    log["samples"] = [log["samples"][0] | {"output": {"completion": ""}}]
    log["results"] = None
    (tmp_path / "quiet.json").write_text(json.dumps(log), "utf-8")
    done = steelyard("import", tmp_path / "quiet.json", "--out", tmp_path / "run")
    assert done.code == 0, done.err
    assert library.load_run(tmp_path / "run").cases["passed"] == [True]


@pytest.mark.slow
def test_events_for_programs(tmp_path, steelyard):
    done = steelyard("import", INSPECT / "cancelled.eval", "--out", tmp_path / "run", "--json")
    assert done.code == 0, done.err
    events = [json.loads(line) for line in done.out.splitlines()]
    [told] = [event for event in events if event["event"] == "imported"]
    assert (told["answers"], told["cases"], told["gaps"]) == (5, 5, 0)
    assert told["left_out"][0]["count"] == 13
    assert told["scores"]["inspect_includes"] == 5
    assert events[-1]["event"] == "done"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Read as Inspect AI log", "had not come to its end", "Left out:", "13 ×")),
        ("zh", ("按 Inspect AI 日志 读取", "该运行未结束", "未导入：", "13 处")),
    ],
)
def test_what_was_read_and_left_out_is_said(language, words, tmp_path, steelyard):
    log = INSPECT / "cancelled.eval"
    done = steelyard("--lang", language, "import", log, "--out", tmp_path / "run")
    assert done.code == 0, done.err
    assert all(word in done.err for word in words), done.err
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text("utf-8"))
    assert any(("13 ×" in note) or ("13 处" in note) for note in manifest["notes"])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_formats_are_listed_with_their_settings(language, steelyard):
    done = steelyard("--lang", language, "import", "--list")
    assert done.code == 0
    assert all(
        name in done.out for name in ("inspect", "lm_eval", "otel", "--set scorer=", "filter")
    )
    listed = json.loads(steelyard("import", "--list", "--json").out)
    assert {"id", "title", "reads", "patterns", "settings"} == listed[0].keys()


def test_mistakes_are_said_before_anything_is_written(tmp_path, steelyard):
    for words, said in (
        ([], "PATH"),
        (["gone.eval"], "no file or folder gone.eval"),
        ([FACTS, "--set", "scorer"], "NAME=VALUE"),
        ([FACTS, "--map", "level.grade=score"], "no field 'score'"),
        ([FACTS, "--format", "tau"], "tau2"),
    ):
        done = steelyard("import", *words, "--out", "run", cwd=tmp_path)
        assert done.code in (1, 2)
        assert said in done.err
        assert not (tmp_path / "run").exists()


def test_hostile_names_do_no_harm_on_the_terminal(tmp_path, steelyard):
    log = json.loads((INSPECT / "tools.json").read_text("utf-8"))
    log["eval"] |= {"model": "\x1b[31mred\x1b[0m", "task": "=1+1<script>\u202e"}
    (tmp_path / "evil.json").write_text(json.dumps(log), "utf-8")
    done = steelyard("import", tmp_path / "evil.json", "--out", tmp_path / "run")
    assert done.code == 0, done.err
    for text in (done.out, done.err):
        assert "\x1b[31m" not in text
        assert "\u202e" not in text
    assert "<script>\u202e" not in (tmp_path / "run" / "report.html").read_text("utf-8")


def test_a_marked_column_is_said_with_its_own_name(tmp_path, steelyard):
    log = json.loads((INSPECT / "tools.json").read_text("utf-8"))
    log["samples"][0]["scores"]["准确率"] = {"value": 0.5}
    (tmp_path / "marked.json").write_text(json.dumps(log), "utf-8")
    done = steelyard("import", tmp_path / "marked.json", "--out", tmp_path / "run")
    assert done.code == 0, done.err
    run = library.load_run(tmp_path / "run")
    [column] = [name for name in run.cases.columns if name.startswith("inspect_score_")]
    assert f"Column {column} is the log's 准确率" in done.err
    assert 0.5 in list(run.cases[column])
    assert any(column in note for note in run.manifest["notes"])
