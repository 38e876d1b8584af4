from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path

import psutil
import pytest

from steelyard.agents import make_agent
from steelyard.errors import AgentSetupError, AskError
from steelyard.model import Case

PROGRAM = [sys.executable, str(Path(__file__).parent / "misbehaving_command.py")]
CASE = Case(row=0, case_id="c0", input="hi", fields={"scene": "港口"}, metadata={"k": "v"})


def python(code, **options):
    return make_agent({"command": {"argv": [sys.executable, "-c", code], **options}})


def persistent(behaviour, **options):
    argv = [*PROGRAM, behaviour, "persistent"]
    return make_agent({"command": {"argv": argv, "mode": "persistent", **options}})


async def ask(agent, case=CASE):
    await agent.open()
    try:
        return await agent.ask(case)
    finally:
        await agent.close()


async def failure(agent, case=CASE):
    with pytest.raises(AskError) as caught:
        await ask(agent, case)
    return caught.value


async def ended(pid):
    """Whether a process is over; init reaps a grandchild, late or, in a container, never."""
    for _ in range(1200):
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        await asyncio.sleep(0.05)
    return False


async def test_json_in_and_out_with_body_and_mapping():
    agent = python(
        "import json, sys; r = json.load(sys.stdin);"
        "print(json.dumps({'a': {'b': [r['q'], r['where']]}, 'sure': 0.5}))",
        input_format="json",
        output_format="json",
        body={"q": "{{input}}", "where": "in {{scene}}, {{metadata.k}}"},
        response={"output": "a.b.1", "confidence": "sure"},
    )
    reply = await ask(agent)
    assert reply.output == "in 港口, v"
    assert reply.fields == {"confidence": 0.5}


async def test_json_without_mapping_is_read_by_its_own_keys():
    code = 'print(\'{"output": "x", "trajectory": [{"type": "look"}], "completed": true}\')'
    reply = await ask(python(code, output_format="json"))
    assert reply.output == "x"
    assert reply.trajectory == [{"type": "look"}]
    assert reply.fields == {"completed": True}


async def test_an_input_that_is_not_text_goes_in_as_json():
    agent = python("import sys; sys.stdout.write(sys.stdin.read())")
    reply = await ask(agent, Case(row=0, case_id="a", input={"a": [1, "北"]}))
    assert json.loads(reply.output) == {"a": [1, "北"]}


async def test_one_line_is_split_without_a_shell(tmp_path):
    argument = "a b; echo $HOME"
    code = "import sys; print(sys.argv[1])"
    agent = make_agent({"command": {"cmd": f'{sys.executable} -c "{code}" "{argument}"'}})
    assert (await ask(agent)).output == argument


async def test_environment_and_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KEPT", "kept")
    monkeypatch.setenv("OUTER", "value-from-outside")
    (tmp_path / "sub").mkdir()
    code = "import os; e = os.environ; print(e['KEPT'], e['ADDED'], len(e['INNER']), os.getcwd())"
    options = {"env": {"ADDED": "added"}, "env_from": {"INNER": "OUTER"}, "cwd": "sub"}
    config = {"command": {"argv": [sys.executable, "-c", code], **options}}
    reply = await ask(make_agent(config, base=tmp_path))
    assert reply.output == f"kept added 18 {(tmp_path / 'sub').resolve()}"


async def test_a_program_that_does_not_read_its_input_may_still_answer():
    case = Case(row=0, case_id="a", input="x" * 5_000_000)
    assert (await ask(python("print('done')"), case)).output == "done"


async def test_a_program_may_say_much_before_it_listens():
    code = "import sys; sys.stdout.write('y' * 300_000); sys.stdout.flush(); sys.stdin.read()"
    case = Case(row=0, case_id="a", input="x" * 300_000)
    assert len((await ask(python(code), case)).output) == 300_000


async def test_crash_says_how_and_with_which_last_words():
    code = "import sys; sys.stderr.write('x' * 100_000 + '\\nlast \\x1b[31mwords'); sys.exit(3)"
    error = await failure(python(code))
    assert (error.kind, error.reason, error.retryable) == ("agent", "crash", True)
    assert "exit code 3" in error.message
    assert "last  [31mwords" in error.message  # no escape sequence reaches a terminal
    assert len(error.message) < 5000
    assert "signal 9" in (await failure(persistent("killed"))).message


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"argv": ["no-such-program-anywhere"]}, "no-such-program-anywhere"),
        ({"argv": ["./absent"]}, "./absent"),
        ({"argv": ["./plain.txt"]}, "./plain.txt"),
        ({"argv": ["true"], "cwd": "nowhere"}, "nowhere"),
    ],
)
async def test_a_program_that_cannot_run_is_the_users_to_fix(tmp_path, options, says):
    (tmp_path / "plain.txt").write_text("not executable")
    agent = make_agent({"command": options}, base=tmp_path)
    with pytest.raises(AgentSetupError) as caught:
        await agent.open()
    assert says in str(caught.value)


async def test_a_script_is_found_beside_the_plan(tmp_path):
    script = tmp_path / "agent.sh"
    script.write_text("#!/bin/sh\ncat\n")
    script.chmod(0o755)
    assert (
        await ask(make_agent({"command": {"argv": ["./agent.sh"]}}, base=tmp_path))
    ).output == "hi"


async def test_a_file_that_is_no_program_is_fatal_when_asked(tmp_path):
    script = tmp_path / "agent"
    script.write_text("no shebang")
    script.chmod(0o755)
    error = await failure(make_agent({"command": {"argv": ["./agent"]}}, base=tmp_path))
    assert (error.kind, error.reason, error.fatal, error.retryable) == (
        "infra",
        "start",
        True,
        False,
    )


async def test_workers_are_kept_and_shared():
    agent = persistent("pid", workers=3)
    assert agent.concurrency_hint == 3
    await agent.open()
    replies = await asyncio.gather(*[agent.ask(CASE) for _ in range(30)])
    again = await agent.ask(CASE)
    await agent.close()
    pids = {int(reply.output) for reply in replies}
    assert len(pids) == 3
    assert int(again.output) in pids
    assert not any(psutil.pid_exists(pid) for pid in pids)


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", ["chatty", "dies_after"])
async def test_a_worker_that_is_dead_or_out_of_step_does_not_spoil_the_next_asks(behaviour):
    agent = persistent(behaviour)
    await agent.open()
    outputs = []
    for row in range(4):
        await asyncio.sleep(0.2)
        with contextlib.suppress(AskError):
            reply = await agent.ask(Case(row=row, case_id="c", input=f"q{row}"))
            outputs.append(reply.output)
        outputs += [None] * (row + 1 - len(outputs))
    await agent.close()
    # An answer is either the right one or none: never the one before.
    assert outputs[0] == "q0"
    assert all(output in (None, f"q{row}") for row, output in enumerate(outputs))
    assert outputs.count(None) <= 2


async def test_an_answer_to_another_request_is_refused():
    error = await failure(persistent("wrong_id"))
    assert (error.kind, error.reason) == ("agent", "bad_reply")
    assert "-1" in error.message


@pytest.mark.slow
async def test_a_worker_that_closes_its_output_but_lives_is_reported():
    code = "import os, time; os.close(1); time.sleep(60)"
    error = await failure(python(code, mode="persistent"))
    assert error.reason == "crash"
    assert "closed its output" in error.message


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["oneshot", "persistent"])
@pytest.mark.parametrize("behaviour", ["hang", "stubborn"])
async def test_cancelling_ends_the_program_and_what_it_started(
    tmp_path, monkeypatch, behaviour, mode
):
    monkeypatch.setattr("steelyard.agents.process._GRACE_S", 6.0)
    before = psutil.Process().children()  # other tests may share a server
    pids = tmp_path / "pids"
    argv = [*PROGRAM, behaviour, mode]
    config = {"argv": argv, "mode": mode, "env": {"PIDS": str(pids)}}
    agent = make_agent({"command": config})
    await agent.open()
    asking = asyncio.create_task(agent.ask(CASE))
    while not (pids.exists() and pids.read_text().endswith("\n")):
        await asyncio.sleep(0.02)
    asking.cancel()
    done, _ = await asyncio.wait([asking], timeout=5)  # does not wait for the stubborn one
    assert done
    await agent.close()
    assert psutil.Process().children() == before
    for pid in map(int, pids.read_text().split()):
        assert await ended(pid), f"{pid} still runs"


async def test_after_a_cancelled_ask_the_next_one_is_answered():
    code = (
        "import sys, json, time\n"
        "for line in sys.stdin:\n"
        "    r = json.loads(line)\n"
        "    if r['input'] == 'sleep': time.sleep(60)\n"
        "    print(json.dumps({'id': r['id'], 'output': r['input']}), flush=True)\n"
    )
    agent = python(code, mode="persistent")
    await agent.open()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(agent.ask(Case(row=0, case_id="s", input="sleep")), 0.3)
    assert (await agent.ask(CASE)).output == "hi"
    await agent.close()


async def test_closing_while_asks_are_under_way_leaves_no_process():
    before = psutil.Process().children()
    agent = persistent("slow", workers=2)
    await agent.open()
    asks = [asyncio.create_task(agent.ask(CASE)) for _ in range(2)]
    await asyncio.sleep(0.05)
    await agent.close()
    await asyncio.gather(*asks, return_exceptions=True)
    await agent.close()
    assert psutil.Process().children() == before


def test_secrets_are_not_in_the_description(monkeypatch):
    monkeypatch.setenv("OUTER", "value-from-outside")
    agent = make_agent({"command": {"cmd": "true", "env_from": {"INNER": "OUTER"}}})
    assert agent.description["env_from"] == {"INNER": "OUTER"}
    assert os.environ["OUTER"] not in json.dumps(agent.description)
