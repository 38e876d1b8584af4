from __future__ import annotations

import asyncio
import functools
import threading

import pytest

from steelyard.agents import FunctionAgent, make_agent
from steelyard.errors import AgentSetupError, AskError
from steelyard.i18n import language, using_language
from steelyard.model import Case, Reply

CASE = Case(row=0, case_id="c0", input="hi", fields={"scene": "port"}, metadata={"k": 1})


async def ask(function, case=CASE):
    agent = FunctionAgent.of(function)
    await agent.open()
    try:
        return await agent.ask(case)
    finally:
        await agent.close()


class Greeter:
    def greet(self, text):
        return f"{text} there"

    async def __call__(self, text):
        return f"{text} later"


async def later(case):
    return case.case_id


@pytest.mark.parametrize(
    ("function", "output"),
    [
        (str.upper, "HI"),
        (Greeter().greet, "hi there"),
        (Greeter(), "hi later"),
        (later, "c0"),
        (lambda case: case.value("scene"), "port"),
        (lambda *, case: case.case_id, "c0"),
        (lambda text, case: f"{text} {case.case_id}", "hi c0"),
        (lambda text, times=2: text * times, "hihi"),
        (functools.partial(lambda a, b: a + b, "oh "), "oh hi"),
        (lambda case: later(case), "c0"),
        (lambda text: {"output": text, "completed": True}, "hi"),
        (lambda text: Reply(output=text, latency_s=9.0), "hi"),
    ],
)
async def test_what_may_be_called_and_returned(function, output):
    reply = await ask(function)
    assert reply.output == output
    assert reply.latency_s > 0


def stops(text):
    raise StopIteration(text)


def exits(text):
    raise SystemExit(text)


async def exits_later(text):
    raise SystemExit(text)


def times_out(text):
    raise TimeoutError(text)


@pytest.mark.parametrize(
    ("function", "reason", "says"),
    [
        (stops, "exception", ["StopIteration", "hi"]),
        (exits, "exception", ["SystemExit: hi", "test_function.py:"]),
        (exits_later, "exception", ["SystemExit: hi"]),
        (times_out, "exception", ["TimeoutError: hi"]),
        (lambda text: None, "bad_reply", ["NoneType", "text"]),
        (lambda text: b"bytes", "bad_reply", ["bytes"]),
        (lambda text: {"output": "x", "trajectory": [{"o": object()}]}, "bad_reply", ["JSON"]),
        (lambda text: Reply(output="\ud83d"), "bad_reply", ["JSON"]),
    ],
)
async def test_what_goes_wrong_is_the_agents_failure(function, reason, says):
    with pytest.raises(AskError) as caught:
        await ask(function)
    assert (caught.value.kind, caught.value.reason) == ("agent", reason)
    for piece in says:
        assert piece in caught.value.message


async def test_a_function_may_class_its_own_failure():
    def busy(text):
        raise AskError("busy", kind="infra", reason="busy", throttled=True, retry_after=2)

    with pytest.raises(AskError) as caught:
        await ask(busy)
    assert (caught.value.kind, caught.value.reason, caught.value.retry_after) == (
        "infra",
        "busy",
        2,
    )


async def test_a_blocking_function_runs_in_as_many_threads_as_allowed_and_no_more():
    running, most, lock = 0, 0, threading.Lock()
    together = threading.Barrier(4, timeout=20)

    def answer(text):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        together.wait()  # four at once, or nobody gets through
        with lock:
            running -= 1
        return text

    agent = FunctionAgent.of(answer, threads=4)
    assert agent.concurrency_hint == 4
    await agent.open()
    replies = await asyncio.gather(*[agent.ask(CASE) for _ in range(40)])
    await agent.close()
    assert [reply.output for reply in replies] == ["hi"] * 40
    assert most == 4


async def test_a_stuck_thread_does_not_take_a_place_after_its_ask_is_cancelled():
    release = threading.Event()

    def answer(text):
        if text == "stuck":
            release.wait(30)
        return text

    agent = FunctionAgent.of(answer, threads=1)
    await agent.open()
    try:
        for row in range(3):
            stuck = Case(row=row, case_id="s", input="stuck")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(agent.ask(stuck), 0.05)
        assert (await asyncio.wait_for(agent.ask(CASE), 10)).output == "hi"
    finally:
        release.set()
        await agent.close()


async def test_an_ask_cancelled_in_the_queue_is_never_run():
    release, asked = threading.Event(), []

    def answer(text):
        asked.append(text)
        release.wait(30)
        return text

    agent = FunctionAgent.of(answer, threads=1)
    await agent.open()
    first = asyncio.create_task(agent.ask(CASE))
    second = asyncio.create_task(agent.ask(Case(row=1, case_id="b", input="never")))
    while not asked:
        await asyncio.sleep(0.01)
    second.cancel()
    await asyncio.sleep(0)
    release.set()
    assert (await first).output == "hi"
    third = await agent.ask(Case(row=2, case_id="c", input="third"))
    assert third.output == "third"
    assert asked == ["hi", "third"]
    await agent.close()


async def test_the_language_of_the_run_reaches_the_thread():
    with using_language("zh"):
        assert (await ask(lambda text: language())).output == "zh"


def test_async_functions_set_no_limit():
    assert FunctionAgent.of(later).concurrency_hint is None


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("no_colon", "module:callable"),
        (":f", "module:callable"),
        ("agent.py:missing", "answer"),
        ("agent.py:NUMBER", "not a function"),
        ("agent.py:needs_two", "needs_two(a, b)"),
        ("absent.py:f", "absent.py"),
        ("no_such_module_anywhere:f", "ModuleNotFoundError"),
        ("broken.py:f", "ZeroDivisionError"),
    ],
)
async def test_a_target_that_cannot_be_used_says_why(tmp_path, target, says):
    (tmp_path / "agent.py").write_text(
        "NUMBER = 3\ndef answer(text): return text\ndef needs_two(a, b): return a\n"
    )
    (tmp_path / "broken.py").write_text("1 / 0\n")
    agent = make_agent({"function": {"target": target}}, base=tmp_path)
    with pytest.raises(AgentSetupError) as caught:
        await agent.open()
    assert says in str(caught.value)


async def test_files_and_modules_beside_the_plan_are_found(tmp_path):
    (tmp_path / "beside_the_plan.py").write_text("WORD = 'beside'\ndef answer(t): return WORD\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "agent.py").write_text(
        "from dataclasses import dataclass\nimport neighbour\n"
        "@dataclass\nclass Bot:\n    def answer(self, text): return neighbour.WORD\nbot = Bot()\n"
    )
    (tmp_path / "sub" / "neighbour.py").write_text("WORD = 'next door'\n")
    for target, output in (
        ("beside_the_plan:answer", "beside"),
        ("sub/agent.py:bot.answer", "next door"),
    ):
        agent = make_agent({"function": {"target": target}}, base=tmp_path)
        await agent.open()
        assert (await agent.ask(CASE)).output == output
        await agent.close()
