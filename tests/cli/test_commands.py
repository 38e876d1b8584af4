"""Every command: what it prints, where, and with which exit code."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from steelyard.cli.main import COMMANDS
from tests.cli.shell import steelyard


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("project")
    done = steelyard("init", "eval", cwd=folder, fresh=True)
    assert done.code == 0, done.err
    return folder


@pytest.fixture(scope="module")
def run(project):
    done = steelyard("run", "eval/plan.yaml", "--out", "run", cwd=project, fresh=True)
    assert done.code == 0, done.err
    return project / "run"


def test_version():
    from steelyard import __version__

    assert steelyard("--version", fresh=True) == (0, f"steelyard {__version__}\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_teaches_in_both_languages(command, language):
    done = steelyard(*([command] if command else []), "--help", fresh=True, STEELYARD_LANG=language)
    assert done.code == 0
    chinese = any("一" <= c <= "鿿" for c in done.out.replace("权衡", ""))
    assert chinese == (language == "zh"), done.out
    assert ("用法：" if language == "zh" else "Usage:") in done.out


def test_no_argument_shows_help():
    done = steelyard(fresh=True)
    assert "demo" in done.out + done.err


def test_lang_option_wins_over_the_environment():
    assert "用法：" in steelyard("--lang", "zh", "--help", STEELYARD_LANG="en").out
    assert "Usage:" in steelyard("--help", "--lang=en", STEELYARD_LANG="zh").out
    assert steelyard("--lang", "fr", "--help").code == 2


@pytest.mark.parametrize(
    ("words", "say"),
    [
        (["rum"], "Did you mean 'run'"),
        (["run"], "PLAN is needed"),
        (["run", "--limt", "3", "x"], "Did you mean --limit"),
        (["run", "x", "--limit", "none"], "--limit"),
        (["compute"], "ID is needed"),
    ],
)
def test_wrong_usage_is_2(words, say):
    done = steelyard(*words)
    assert done.code == 2
    assert say in done.err
    assert "Traceback" not in done.err


def test_a_run_without_a_plan_is_2(tmp_path):
    done = steelyard("run", "none.yaml", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith("error: There is no plan at none.yaml.")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "say"),
    [
        (["resume", "."], "manifest.json"),
        (["score", "nowhere"], "manifest.json"),
        (["report", "nowhere"], "manifest.json"),
        (["validate", "none.jsonl"], "none.jsonl"),
        (["list", "things"], "algorithms"),
        (["explain", "text.keyword_jacard"], "text.keyword_jaccard"),
        (["compute", "stat.wilson", "--inputs", "{k: 1}"], "not JSON"),
        (["compute", "stat.wilson", "--inputs", "[1]"], "JSON object"),
        (["compute", "stat.wilson", "--inputs", '{"k": 1}'], "n"),
        (["compute", "stat.wilson", "--inputs", '{"k": 5, "n": 3}'], "n"),
        (["compute", "stat.wilson", "--inputs", "@none.json"], "none.json"),
        (["run", "x.yaml", "--plugin", "none.py"], "none.py"),
    ],
)
def test_what_the_user_can_fix_is_1_and_one_sentence(tmp_path, words, say):
    done = steelyard(*words, cwd=tmp_path)
    assert done.code == 1, done
    assert say in done.err
    assert done.err.startswith("error: ")
    assert "Traceback" not in done.err
    assert done.out == ""


@pytest.mark.slow
def test_debug_shows_the_traceback(tmp_path):
    assert "Traceback" in steelyard("--debug", "run", "none.yaml", cwd=tmp_path, fresh=True).err


@pytest.mark.slow
def test_init_refuses_to_overwrite(project):
    before = (project / "eval" / "plan.yaml").read_bytes()
    done = steelyard("init", "eval", cwd=project)
    assert done.code == 1
    assert "already exists" in done.err
    assert (project / "eval" / "plan.yaml").read_bytes() == before


def test_init_names_a_schema_that_its_plan_satisfies(project):
    first = (project / "eval" / "plan.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=./plan.schema.json"
    schema = json.loads((project / "eval" / "plan.schema.json").read_bytes())
    assert json.loads(steelyard("schema").out) == schema


def test_run_prints_the_scorecard_to_stdout_and_the_rest_to_stderr(run, project):
    done = steelyard("run", "eval/plan.yaml", "--out", "again", "--limit", 4, "-j", 2, cwd=project)
    assert done.code == 0
    assert "Accuracy" in done.out
    assert "Reading cases" in done.err
    assert "4/4 done" in done.err
    manifest = json.loads((project / "again" / "manifest.json").read_bytes())
    assert manifest["asks"] == 4
    assert manifest["plan"]["run"]["concurrency"] == 2


@pytest.mark.slow
def test_run_without_out_goes_to_runs(project):
    done = steelyard("run", "eval/plan.yaml", cwd=project)
    assert done.code == 0
    [path] = (project / "runs").iterdir()
    assert path.name.endswith("-my-first-evaluation")
    assert str(path.name) in steelyard("list", "runs", cwd=project).out


@pytest.mark.slow
def test_run_in_chinese(project):
    done = steelyard("run", "eval/plan.yaml", "--out", "zh", cwd=project, STEELYARD_LANG="zh")
    assert done.code == 0
    assert "准确率" in done.out
    assert "读取用例" in done.err


@pytest.mark.slow
def test_json_events_are_lines_of_json(project):
    done = steelyard("run", "eval/plan.yaml", "--out", "events", "--json", cwd=project)
    events = [json.loads(line) for line in done.out.splitlines()]
    kinds = [event["event"] for event in events]
    assert kinds[0] == "stage"
    assert kinds[-1] == "done"
    assert "progress" in kinds
    assert events[-1]["report"]["overall"]["score"] is not None
    assert done.err == ""


def test_json_errors_are_events_too(project):
    done = steelyard("run", "eval/none.yaml", "--json", cwd=project)
    assert done.code == 2
    event = json.loads(done.out.splitlines()[-1])
    assert event["event"] == "error"
    assert (event["code"], event["exit_code"]) == ("plan_invalid", 2)


@pytest.mark.slow
def test_a_failed_gate_is_3(project):
    gate = "gates=['base.accuracy: ci_low >= 0.99']"
    done = steelyard("run", "eval/plan.yaml", "--out", "gate", "--set", gate, cwd=project)
    assert done.code == 3
    assert "base.accuracy: ci_low >= 0.99" in done.err
    assert (project / "gate" / "report.html").exists()


@pytest.mark.slow
def test_score_and_report(run, project):
    done = steelyard("score", "run", "--scorer", "text.exact_match", cwd=project)
    assert done.code == 0, done.err
    assert "text.exact_match" in json.dumps(
        json.loads((run / "manifest.json").read_bytes())["scorers"]
    )
    for kind in ("html", "md", "json"):
        words = ("report", "run", "--to", kind, "-o", f"r.{kind}")
        done = steelyard(*words, cwd=project, fresh=kind == "html")
        assert done.code == 0
        assert (project / f"r.{kind}").stat().st_size > 500
    assert steelyard("report", "run", "--to", "docx", cwd=project).code == 1
    assert "Accuracy" in steelyard("report", "run", cwd=project).out


@pytest.mark.slow
def test_resume_of_a_finished_run_says_so(run, project):
    done = steelyard("resume", "run", cwd=project, fresh=True)
    assert done.code == 0
    assert "finished already" in done.err


@pytest.mark.slow
def test_validate_shows_what_is_there(project):
    done = steelyard("validate", "eval/plan.yaml", cwd=project, fresh=True)
    assert done.code == 0
    assert "all 8 rows are fine" in done.out
    assert "base.accuracy" in done.out
    profile = json.loads(steelyard("validate", "eval/cases.jsonl", "--json", cwd=project).out)
    assert profile["cases"] == 8
    assert profile["indicators"]["base.accuracy"] == []
    assert profile["indicators"]["base.completion_rate"] == ["completed"]


def test_validate_names_bad_rows_and_keeps_them(tmp_path):
    data = tmp_path / "bad.jsonl"
    data.write_text('{"input": "fine"}\n{"input": "x", "scene_type": "moon"}\n{broken\n')
    done = steelyard("validate", "bad.jsonl", "--rejects", "out.jsonl", cwd=tmp_path)
    assert done.code == 1
    assert "bad.jsonl:2" in done.out
    assert "scene_type" in done.out
    assert "2 of 3 rows rejected" in done.err
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 2
    strict = steelyard("validate", "bad.jsonl", "--strict", cwd=tmp_path)
    assert strict.code == 1
    assert "2" in strict.err


@pytest.mark.slow
def test_compute_reads_arguments_files_and_stdin(tmp_path):
    inputs = '{"k": 18, "n": 20}'
    (tmp_path / "i.json").write_text(inputs)
    said = [
        steelyard("compute", "stat.wilson", "--inputs", inputs),
        steelyard("compute", "stat.wilson", "--inputs", "@i.json", cwd=tmp_path),
        steelyard("compute", "stat.wilson", "--inputs", "-", stdin=inputs, fresh=True),
    ]
    for done in said:
        assert json.loads(done.out)["lo"] == pytest.approx(0.6990, abs=1e-4)


@pytest.mark.parametrize(
    "what", ["algorithms", "scorers", "indicators", "adapters", "formats", "steps"]
)
def test_list(what):
    lines = steelyard("list", what).out.splitlines()
    assert len(lines) >= 3
    assert json.loads(steelyard("list", what, "--json").out)


@pytest.mark.slow
def test_explain_ends_in_a_command_that_can_be_pasted():
    done = steelyard("explain", "text.keyword_jaccard", fresh=True)
    assert done.code == 0
    [line] = [line for line in done.out.splitlines() if "steelyard compute" in line]
    import shlex

    words = shlex.split(line)[1:]
    assert steelyard(*words).code == 0


def test_doctor(run, project):
    done = steelyard("doctor", cwd=project, fresh=True)
    assert done.code == 0, done.out
    assert "duckdb" in done.out
    assert steelyard("doctor", "run", cwd=project).code == 0


@pytest.mark.slow
def test_a_plugin_file_brings_a_scorer(project):
    plugin = project / "plugin.py"
    plugin.write_text(
        "from pathlib import Path\n"
        "import importlib.util, sys\n"
        f"sys.path.insert(0, {str(_example_package())!r})\n"
        "import steelyard_example.length\n"
    )
    words = ("--set", "scorers=[text.keyword_match, example.length]", "--plugin", "plugin.py")
    done = steelyard("run", "eval/plan.yaml", "--out", "plugin-run", *words, cwd=project)
    assert done.code == 0, done.err
    broken = project / "broken.py"
    broken.write_text("1/0\n")
    done = steelyard("run", "eval/plan.yaml", "--plugin", "broken.py", cwd=project)
    assert done.code == 1
    assert "ZeroDivisionError" in done.err


def _example_package():
    from pathlib import Path

    return Path(__file__).parent.parent / "plugin_package" / "src"


SLOW_PLAN = """
agent: {function: {target: "slow.py:answer"}}
dataset: cases.jsonl
run: {concurrency: 2, timeout: 60}
"""


STOPPING = "Stopping:"
SLOW_AGENT = """
import asyncio, pathlib
async def answer(q):
    while q > "q1" and not pathlib.Path("go").exists():
        await asyncio.sleep(0.02)
    return "x"
"""


def slow_run(tmp_path):
    """Start a run whose first questions are answered, and the others when there is a file `go`."""
    (tmp_path / "slow.py").write_text(SLOW_AGENT)
    lines = [json.dumps({"input": f"q{n}", "expected_output": "x"}) for n in range(60)]
    (tmp_path / "cases.jsonl").write_text("\n".join(lines))
    (tmp_path / "plan.yaml").write_text(SLOW_PLAN)
    with (tmp_path / "err").open("w") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "steelyard", "--lang", "en", "run", "plan.yaml", "--out", "run"],
            cwd=tmp_path,
            stderr=err,
            stdout=subprocess.PIPE,
            text=True,
        )
    journal = tmp_path / "run" / "journal.jsonl"
    wait_until(lambda: len(text_of(journal).splitlines()) > 2)  # the first line is its head
    return process


def text_of(path):
    return path.read_text(encoding="utf-8") if path.exists() else ""


def wait_until(look):
    deadline = time.monotonic() + 100
    while not look():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_stops_cleanly_and_says_how_to_go_on(tmp_path, number):
    process = slow_run(tmp_path)
    process.send_signal(number)
    wait_until(lambda: STOPPING in text_of(tmp_path / "err"))
    (tmp_path / "go").touch()
    out, _ = process.communicate(timeout=100)
    err = text_of(tmp_path / "err")
    assert process.returncode == 130, err
    assert "steelyard resume run" in err
    assert out == ""
    state = json.loads((tmp_path / "run" / "manifest.json").read_bytes())["state"]
    assert state == "interrupted"
    done = steelyard("resume", "run", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "were there already" in done.err


@pytest.mark.slow
def test_a_second_ctrl_c_stops_at_once(tmp_path):
    process = slow_run(tmp_path)
    process.send_signal(signal.SIGINT)
    wait_until(lambda: STOPPING in text_of(tmp_path / "err"))
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=100)
    assert process.returncode == 130


@pytest.mark.slow
def test_two_processes_do_not_write_one_run(tmp_path):
    process = slow_run(tmp_path)
    done = steelyard("resume", "run", cwd=tmp_path)
    assert done.code == 1
    assert "another process" in done.err
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_output_into_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m steelyard list algorithms | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.slow
def test_the_demo(tmp_path):
    done = steelyard("demo", "--out", "demo", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "924/924 done" in done.err
    assert "What to do next" in done.err
    assert (tmp_path / "demo" / "report.html").stat().st_size > 20_000
