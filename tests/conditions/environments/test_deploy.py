"""Deployments with real processes: those that work, those that do not, and none that stay."""

from __future__ import annotations

import asyncio
import importlib.metadata
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psutil
import pytest
from pydantic import ValidationError

from steelyard import compute
from steelyard.conditions.environments import Deployment, Environment, SmokeResult
from steelyard.i18n import using_language
from steelyard.model import FIELDS
from tests.ports import free_port

AGENT = Path(__file__).with_name("serving_agent.py")
URL = "http://127.0.0.1:{port}/"
CONNECT = "import socket; socket.create_connection(('127.0.0.1', {port}))"
START = ["{python}", str(AGENT), "--port", "{port}"]


def environment(*more, **fields):
    given = {"name": "target", "start": [*START, *more], "ready": {"http": URL, "timeout": 60}}
    return Environment.model_validate({**given, **fields})


def get(deployment):
    address = deployment.agent({"http": {"url": URL}})["http"]["url"]
    with urllib.request.urlopen(address.replace("{port}", port(deployment)), timeout=60) as answer:
        return json.load(answer)


def port(deployment):
    return str(deployment._setting.values["port"])


def gone(pid):
    """Whether a process has ended; a zombie has, and waits only for its parent."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


async def until_gone(*pids):
    deadline = time.monotonic() + 120
    while not all(map(gone, pids)):
        assert time.monotonic() < deadline, [pid for pid in pids if not gone(pid)]
        await asyncio.sleep(0.05)


async def deploy(asked, base, **options):
    """Deploy and end; return the record."""
    async with Deployment(asked, base=base, **options) as deployment:
        pass
    return deployment.record


async def test_an_agent_that_starts(tmp_path):
    stages = []
    asked = environment(
        agent={"http": {"url": URL}}, env={"MODE": "far", "PORT": "{port}", "HOME": None}
    )
    note = lambda number, stage: stages.append((number, stage))  # noqa: E731
    async with Deployment(asked, base=tmp_path, on_stage=note) as deployment:
        assert deployment.ready
        told = await asyncio.to_thread(get, deployment)
        assert told["env"]["MODE"] == "far"
        assert told["env"]["PORT"] == port(deployment)
        assert "HOME" not in told["env"]
        assert told["cwd"] == str(tmp_path)
        settings = deployment.agent({"http": {"url": "http://origin/", "method": "POST"}})
        assert settings == {
            "http": {"url": f"http://127.0.0.1:{port(deployment)}/", "method": "POST"}
        }
        assert deployment.agent({"openai": {"model": "m"}}).keys() == {"http"}
    await until_gone(told["pid"])
    assert stages == [(1, stage) for stage in ("create", "start", "ready", "done")]
    assert deployment.record.rows() == [
        {
            "deployment_attempt": True,
            "deployment_env": "target",
            "attempt_no": 1,
            "deployment_success": True,
            "compat_issues": 0,
            "adaptation_cost": 0.0,
        }
    ]
    assert deployment.record.rows()[0].keys() <= FIELDS.keys()
    json.dumps(deployment.record.as_dict())


@pytest.mark.slow
async def test_a_package_the_target_lacks(tmp_path):
    (tmp_path / "needs.yaml").write_text(
        "- {key: python.version, op: '>=', value: 3.8, severity: critical}\n"
        "- {key: gpu.cuda, op: '>=', value: 11, severity: critical}\n"
        "- {key: package.duckdb, op: '>=', value: 1, severity: critical}\n"
    )
    asked = environment(
        "--need", "duckdb", venv={"create": True}, requirements="needs.yaml", name="bare"
    )
    async with Deployment(asked, base=tmp_path) as deployment:
        assert not deployment.ready
        made = deployment._temporary
        assert made.is_dir()
    assert not made.exists()
    record = deployment.record
    [attempt] = record.attempts
    assert attempt.stage == "ready"
    assert "exit code 1" in attempt.error
    assert "ModuleNotFoundError: No module named 'duckdb'" in attempt.output[-1]
    [row] = record.rows()
    assert row["deployment_success"] is False
    assert "adaptation_cost" not in row
    # The checklist and the traceback tell of the same package: one issue, not two.
    assert row["compat_issues"] == 1
    assert row["configs_required"] == ["python.version", "gpu.cuda", "package.duckdb"]
    assert row["configs_covered"] == ["python.version", "package.duckdb"]
    # The healthy control: the same agent here, where the package is.
    asked = asked.model_copy(update={"venv": None, "name": "origin"})
    [row] = (await deploy(asked, tmp_path)).rows()
    assert row["deployment_success"] is True
    assert row["compat_issues"] == 0


async def test_the_same_without_requirements_counts_the_import(tmp_path):
    record = await deploy(environment("--need", "duckdb.x", venv={"create": True}), tmp_path)
    [issue] = record.attempts[0].issues
    assert issue == ("import", "duckdb")
    assert record.rows()[0]["compat_issues"] == 1
    assert record.rows()[0].keys().isdisjoint({"configs_covered", "configs_required"})


@pytest.mark.slow
async def test_a_fix_makes_it_start(tmp_path):
    asked = environment(
        "--need-file",
        "settings.txt",
        fix=["true", ["{python}", "-c", "open('settings.txt', 'w')"]],
        cost_unit="hours",
        person_hours=0.5,
    )
    record = await deploy(asked, tmp_path)
    assert [attempt.success for attempt in record.attempts] == [False, False, True]
    assert [row["attempt_no"] for row in record.rows()] == [1, 2, 3]
    later = sum(attempt.seconds for attempt in record.attempts[1:])
    assert record.adaptation_cost == pytest.approx(0.5 + later / 3600)
    assert [row.get("adaptation_cost") for row in record.rows()][:2] == [None, None]
    cases = [*record.rows(), *(await deploy(environment(name="other"), tmp_path)).rows()]
    assert compute("port.deploy_success", {"cases": cases})["value"] == 0.5
    params = {"unit": "all_attempts"}
    assert compute("port.deploy_success", {"cases": cases}, params)["value"] == 0.5
    params = {"baseline_adaptation_cost": 1}
    cost = compute("port.cost_coefficient", {"cases": cases}, params)["value"]
    assert cost == pytest.approx(record.adaptation_cost / 2)


async def test_a_fix_that_fails_is_an_attempt_that_fails(tmp_path):
    record = await deploy(environment("--need-file", "x", fix=["sh -c 'exit 5'"]), tmp_path)
    assert record.attempts[1].stage == "fix"
    assert "exit code 5" in record.attempts[1].error
    assert record.adaptation_cost is None


@pytest.mark.slow
async def test_one_that_hangs(tmp_path):
    pids = tmp_path / "pids"
    ready = {"tcp": "{port}", "timeout": 8}  # so long it has to say who it is
    record = await deploy(
        environment("--hang", "--pids", str(pids), ready=ready, stop={"grace": 0.2}), tmp_path
    )
    [attempt] = record.attempts
    assert attempt.stage == "ready"
    assert "within 8 s (tcp: " in attempt.error
    await until_gone(*json.loads(pids.read_text()))


async def test_a_port_that_is_taken_is_not_taken_for_the_agent(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        asked = environment(port=taken, ready={"tcp": "{port}"})
        record = await deploy(asked, tmp_path)
    [attempt] = record.attempts
    assert (attempt.stage, attempt.success) == ("start", False)
    assert f"127.0.0.1:{taken}" in attempt.error


async def test_an_agent_that_cannot_have_its_port_says_so(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))  # held, but nothing listens
        asked = environment(port=other.getsockname()[1])
        record = await deploy(asked, tmp_path)
    assert "exit code 1" in record.attempts[0].error
    assert "Address already in use" in "".join(record.attempts[0].output)


@pytest.mark.parametrize(
    ("limits", "more", "said"),
    [
        ({"memory_mb": 400}, ["--eat-mb", "600"], "MemoryError"),
        ({"files": 64}, ["--open-files", "100"], "Too many open files"),
    ],
)
async def test_limits_are_felt(tmp_path, limits, more, said):
    record = await deploy(environment(*more, limits=limits), tmp_path)
    assert not record.succeeded
    assert said in "".join(record.attempts[0].output)
    assert (await deploy(environment(limits={"memory_mb": 4000}), tmp_path)).succeeded


@pytest.mark.slow
async def test_processor_time_is_limited(tmp_path):
    start = ["{python}", "-c", "while True: pass"]
    ready = {"log": "never", "timeout": 60}
    record = await deploy(
        environment(start=start, limits={"cpu_seconds": 1}, ready=ready), tmp_path
    )
    assert f"signal {signal.SIGKILL.value}" in record.attempts[0].error or (
        f"signal {signal.SIGXCPU.value}" in record.attempts[0].error
    )


@pytest.mark.parametrize(
    ("ready", "more"),
    [
        ({"log": r"listening on \d+"}, {}),
        ({"command": ["{python}", "-c", CONNECT]}, {}),
        ({"alive": 0.2}, {}),
        (None, {}),
    ],
    ids=["log", "command", "alive", "default"],
)  # fmt: skip
async def test_ways_to_know_that_it_runs(tmp_path, ready, more):
    record = await deploy(environment(ready=ready, **more), tmp_path)
    assert record.succeeded, record.attempts


async def test_smoke_cases_decide_and_tell_issues(tmp_path):
    asked = []

    async def smoke(deployment):
        asked.append(await asyncio.to_thread(get, deployment))
        if len(asked) == 1:
            error = "UnicodeDecodeError: 'ascii' codec can't decode byte 0xe4"
            return SmokeResult(1, 3, (error, error))
        return SmokeResult(3, 3)

    record = await deploy(environment(fix=["true"]), tmp_path, smoke=smoke)
    first, second = record.attempts
    assert (first.stage, first.success, second.stage, second.success) == (
        "smoke",
        False,
        "done",
        True,
    )
    assert "1 of 3" in first.error
    assert [issue.kind for issue in first.issues] == ["encoding"]
    assert second.issues == ()
    await until_gone(*(told["pid"] for told in asked))


async def test_smoke_cases_that_hang(tmp_path):
    async def smoke(_):
        await asyncio.sleep(600)

    record = await deploy(environment(smoke={"timeout": 0.2}), tmp_path, smoke=smoke)
    assert record.attempts[0].stage == "smoke"
    assert "0.2 s" in record.attempts[0].error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("ModuleNotFoundError: No module named 'torch'", "import"),
        ("ImportError: cannot import name 'x' from 'y'", "import"),
        ("/lib/libc.so.6: version `GLIBC_2.38' not found (required by ./agent)", "abi"),
        ("ImportError: /a/b.so: undefined symbol: _ZN3foo", "abi"),
        ("ImportError: libcudart.so.12: cannot open shared object file: No such file", "abi"),
        ("./agent: error while loading shared libraries: libssl.so.3", "abi"),
        ("OSError: [Errno 8] Exec format error: './agent'", "abi"),
        ("RuntimeError: module compiled against ABI version 0x1000009 but this is 0x2", "abi"),
        ("UnicodeEncodeError: 'ascii' codec can't encode characters", "encoding"),
        ("locale.Error: unsupported locale setting", "encoding"),
        ("Error: Cannot find module 'express'", "import"),
    ],
)
async def test_issues_are_read_from_what_it_says(tmp_path, line, kind):
    script = ["sh", "-c", 'echo "$1" >&2; exit 1', "sh", line]
    record = await deploy(environment(start=script, ready={"alive": 30}), tmp_path)
    assert [issue.kind for issue in record.attempts[0].issues] == [kind]


async def test_a_program_that_is_not_there(tmp_path):
    record = await deploy(environment(start="no-such-agent --port {port}"), tmp_path)
    assert record.attempts[0].issues == (("program", "no-such-agent"),)
    with using_language("zh"):
        record = await deploy(environment(start="no-such-agent"), tmp_path)
    assert "找不到该程序" in record.attempts[0].error


async def test_a_folder_that_is_not_there(tmp_path):
    record = await deploy(environment(workdir="missing"), tmp_path)
    assert record.attempts[0].stage == "create"
    assert "missing" in record.attempts[0].error


async def test_secrets_are_passed_on_and_never_shown(tmp_path, monkeypatch):
    monkeypatch.setenv("OURS", "s3cret-value")
    script = ["sh", "-c", "echo $THEIRS; test $THEIRS = s3cret-value && exit 3"]
    asked = environment(start=script, env_from={"THEIRS": "OURS"}, ready={"alive": 30})
    record = await deploy(asked, tmp_path)
    assert "exit code 3" in record.attempts[0].error
    assert record.attempts[0].output == ("***",)
    fixed = await deploy(asked.model_copy(update={"fix": ["sh -c 'echo $THEIRS'"]}), tmp_path)
    assert fixed.attempts[1].output == ("***", "***")
    assert "s3cret" not in json.dumps(record.as_dict())
    record = await deploy(asked.model_copy(update={"env_from": {"A": "NO_SUCH"}}), tmp_path)
    assert "env_from.A" in record.attempts[0].error
    assert "NO_SUCH" not in record.attempts[0].error  # it may be a key


async def test_nothing_is_inherited_if_so_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("STRAY", "1")
    async with Deployment(environment(inherit=False), base=tmp_path) as deployment:
        told = await asyncio.to_thread(get, deployment)
    assert "STRAY" not in told["env"]
    assert "PATH" in told["env"]


async def test_through_a_command_template(tmp_path):
    """As behind SSH or in a container: other variables, another folder, a shell on the way."""
    (tmp_path / "far").mkdir()
    (tmp_path / "needs.yaml").write_text(
        "- {key: env.FAR, op: exists, severity: critical}\n- {key: env.HOME, op: exists}\n"
    )
    line = f"cd {tmp_path}/far; exec env -i FAR=1 PATH=$PATH {{command}}"
    asked = environment(command_template=f'sh -c "{line}"', requirements="needs.yaml")
    async with Deployment(asked, base=tmp_path) as deployment:
        assert deployment.ready, deployment.error
        told = await asyncio.to_thread(get, deployment)
    assert told["cwd"] == str(tmp_path / "far")
    assert told["env"]["FAR"] == "1"
    [row] = deployment.record.rows()
    assert row["configs_covered"] == ["env.FAR"]
    assert row["compat_issues"] == 1
    await until_gone(told["pid"])


async def test_an_environment_that_cannot_be_probed_is_unknown_not_wrong(tmp_path):
    (tmp_path / "needs.yaml").write_text("- {key: os.arch, op: exists, severity: critical}\n")
    line = 'case "$*" in *serving*) exec "$@";; esac; echo no python here >&2; exit 127'
    template = f"sh -c '{line}' sh {{command}}"
    asked = environment(command_template=template, requirements="needs.yaml")
    record = await deploy(asked, tmp_path)
    assert record.succeeded, record.attempts
    assert "no python here" in record.probe_error
    [row] = record.rows()
    assert (row["configs_covered"], row["configs_required"]) == ([], ["os.arch"])
    assert row["compat_issues"] == 0


async def test_one_that_goes_on_elsewhere_is_ended_by_its_own_command(tmp_path):
    """As `docker run -d` does: the start command returns, and something else keeps the agent."""
    at, pids = free_port(), tmp_path / "pid"
    keeper = subprocess.Popen(
        [sys.executable, "-c", "import os, subprocess, sys\n"
         "for line in sys.stdin:\n"
         f"    child = subprocess.Popen([sys.executable, {str(AGENT)!r}, '--port', line.strip()])\n"
         f"    open({str(pids)!r}, 'w').write(str(child.pid))\n"],
        stdin=subprocess.PIPE, text=True,
    )  # fmt: skip
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    asked = environment(
        start=["sh", "-c", f"echo {{port}} > {fifo}"],
        detached=True,
        port=at,
        stop={"command": ["sh", "-c", f"kill $(cat {pids})"]},
    )

    def pass_on():
        keeper.stdin.write(fifo.read_text())
        keeper.stdin.flush()

    passing = asyncio.create_task(asyncio.to_thread(pass_on))
    async with Deployment(asked, base=tmp_path) as deployment:
        assert deployment.ready, deployment.error
        told = await asyncio.to_thread(get, deployment)
    await passing
    await until_gone(told["pid"])
    keeper.stdin.close()
    keeper.wait(60)


async def test_one_that_runs_already_is_not_deployed(tmp_path):
    (tmp_path / "needs.yaml").write_text("- {key: os.arch, op: exists, severity: critical}\n")
    asked = Environment(name="origin", requirements="needs.yaml")
    async with Deployment(asked, base=tmp_path) as deployment:
        assert deployment.ready
        assert deployment.agent({"replay": {}}) == {"replay": {}}
    [row] = deployment.record.rows()
    assert row == {
        "deployment_env": "origin",
        "compat_issues": 0,
        "configs_covered": ["os.arch"],
        "configs_required": ["os.arch"],
    }
    asked = Environment(name="x", ready={"tcp": free_port(), "timeout": 0.3})
    async with Deployment(asked, base=tmp_path) as deployment:
        assert not deployment.ready
        assert "0.3 s" in deployment.error


async def test_a_virtual_environment_of_the_user(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "mine"], check=True)
    start = [*START]
    start[0] = "python"  # found through PATH, as after activating
    asked = environment(start=start, venv={"path": "mine"}, env={"PYTHONDONTWRITEBYTECODE": "1"})
    async with Deployment(asked, base=tmp_path) as deployment:
        assert deployment.ready, deployment.error
        told = await asyncio.to_thread(get, deployment)
        running = psutil.Process(told["pid"]).cmdline()[0]
        assert told["env"]["VIRTUAL_ENV"] == str(tmp_path / "mine")
        assert running == "python"
    assert (tmp_path / "mine").is_dir()
    record = await deploy(environment(venv={"path": "none"}), tmp_path)
    assert "create: true" in record.attempts[0].error


@pytest.mark.slow
async def test_packages_are_installed_into_it(tmp_path):
    """From a folder of wheels, as on a machine without internet."""
    package = tmp_path / "tiny_package-1.0-py3-none-any.whl"
    make_wheel(package)
    venv = {
        "create": True,
        "path": "made",
        "packages": ["tiny-package"],
        "pip_options": ["--no-index", "--find-links", str(tmp_path)],
    }
    record = await deploy(environment("--need", "tiny_package", venv=venv), tmp_path)
    assert record.succeeded, record.attempts
    venv["packages"] = ["no-such-package"]
    record = await deploy(environment(venv=venv), tmp_path)
    assert record.attempts[0].stage == "create"
    assert "no-such-package" in "".join(record.attempts[0].output)


@pytest.mark.slow
async def test_a_fix_changes_the_target_and_not_our_own_python(tmp_path):
    make_wheel(tmp_path / "tiny_package-1.0-py3-none-any.whl")
    fix = f"pip install --no-index --find-links {tmp_path} tiny-package"
    asked = environment("--need", "tiny_package", venv={"create": True}, fix=[fix])
    record = await deploy(asked, tmp_path)
    assert [attempt.success for attempt in record.attempts] == [False, True], record.attempts
    assert [row["compat_issues"] for row in record.rows()] == [1, 0]
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("tiny-package")


async def test_a_virtual_environment_that_cannot_be_made(tmp_path):
    venv = {"create": True, "python": "no-such-python"}
    record = await deploy(environment(venv=venv, fix=["pip install x"]), tmp_path)
    assert [attempt.stage for attempt in record.attempts] == ["create", "fix"]
    assert "no such program" in record.attempts[0].error


async def test_a_fix_may_make_the_folder(tmp_path):
    asked = environment(workdir="later", fix=["mkdir later"])
    record = await deploy(asked, tmp_path)
    assert [attempt.stage for attempt in record.attempts] == ["create", "done"]


def make_wheel(path):
    import zipfile

    info = "tiny_package-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("tiny_package.py", "")
        wheel.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny-package\nVersion: 1.0\n"
        )
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")


async def test_ending_takes_children_and_those_that_detached_themselves(tmp_path):
    pids = tmp_path / "pids"
    asked = environment("--pids", str(pids), "--stubborn", stop={"grace": 0.2})
    async with Deployment(asked, base=tmp_path) as deployment:
        assert deployment.ready, deployment.error
    await until_gone(*json.loads(pids.read_text()))


DRIVER = """
import asyncio, sys
from pathlib import Path
from steelyard.conditions.environments import Deployment, Environment

async def main():
    asked = Environment.model_validate_json(sys.argv[1])
    async with Deployment(asked, base=Path(sys.argv[2])) as deployment:
        print("ready" if deployment.ready else deployment.error, flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("victim", ["us", "guard"])
async def test_kill_minus_9_leaves_nothing_behind(tmp_path, victim):
    pids = tmp_path / "pids"
    asked = environment("--pids", str(pids), "--stubborn", stop={"grace": 0.2})
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, asked.model_dump_json(), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert driver.stdout.readline() == "ready\n"
        started = psutil.Process(driver.pid).children(recursive=True)
        agent, child, away = json.loads(pids.read_text())
        assert {agent, child, away} <= {process.pid for process in started}
        if victim == "us":
            driver.kill()
            await until_gone(*(process.pid for process in started))
        else:  # the agent dies with its guard; what has detached itself is out of reach then
            psutil.Process(agent).parent().kill()
            await until_gone(agent)
    finally:
        driver.kill()
        driver.wait()
        driver.stdout.close()
        for process in started:
            if process.is_running():
                process.kill()


async def test_cancelling_leaves_nothing_behind(tmp_path):
    pids = tmp_path / "pids"
    asked = environment("--pids", str(pids), "--hang", stop={"grace": 0.2})
    task = asyncio.create_task(deploy(asked, tmp_path))
    deadline = time.monotonic() + 60
    while not (pids.exists() and pids.read_text()):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until_gone(*json.loads(pids.read_text()))


@pytest.mark.slow
async def test_an_agent_that_floods_its_output_does_not_fill_the_memory(tmp_path):
    flood = "import sys\nfor _ in range(200): sys.stdout.write('x' * 1_000_000)\nsys.exit(4)"
    record = await deploy(
        environment(start=["{python}", "-c", flood], ready={"alive": 90, "timeout": 100}), tmp_path
    )
    assert "exit code 4" in record.attempts[0].error
    assert sum(map(len, record.attempts[0].output)) <= 40 * 500


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"ready": {"http": "x", "tcp": 1}}, "http, tcp"),
        ({"ready": {}}, "alive"),
        ({"attempts": 3}, "fix"),
        ({"attempts": 2, "fix": ["a", "b"]}, "attempts"),
        ({"command_template": "ssh host"}, "{command}"),
        ({"command_template": "ssh host {command}", "limits": {"files": 9}}, "docker run"),
        ({"command_template": "ssh host {command}", "venv": {"create": True}}, "venv"),
        ({"detached": True}, "stop.command"),
        ({"venv": {}}, "create: true"),
        ({"venv": {"path": "x", "packages": ["y"]}}, "create: true"),
        ({"shell": True}, "shell: true"),
        ({"start": None, "fix": ["x"]}, "start"),
        ({"agent": {"http": {}, "openai": {}}}, "http, openai"),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_contradictions_are_refused(fields, said, language):
    with using_language(language), pytest.raises(ValidationError) as caught:
        environment(**fields)
    assert said in str(caught.value)


async def test_a_shell_only_if_asked_for(tmp_path):
    line = f"exec '{sys.executable}' {AGENT} --port $(({{port}} + 0))"
    assert (await deploy(environment(start=line, shell=True), tmp_path)).succeeded
    assert not (await deploy(environment(start=line), tmp_path)).succeeded
