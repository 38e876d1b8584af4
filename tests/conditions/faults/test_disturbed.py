"""The door of a run: real adapters against real servers, through lanes."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from steelyard.agents import make_agent
from steelyard.conditions.faults import FAULTS, disturbed
from steelyard.errors import AskError, InputError, PlanError, UnknownNameError
from steelyard.i18n import using_language
from steelyard.model import Case, Reply
from steelyard.runner import RunPolicy, Stopper, Tally, drive

QUICK = {
    "latency": {"delay": 0.03, "jitter": 0.0},
    "stall": {"seconds": 0.05},
    "drip": {"piece": 8, "pause": 0.002},
}
KINDS = [fault.id for fault in FAULTS if fault.on_wire is not None]


class Chat:
    """An OpenAI-compatible server that answers with the question."""

    def __init__(self):
        self.asked = []
        self.url = ""

    async def complete(self, request):
        content = (await request.json())["messages"][-1]["content"]
        self.asked.append(content)
        message = {"role": "assistant", "content": f"answer to {content}"}
        return web.json_response({"choices": [{"message": message, "finish_reason": "stop"}]})


@pytest.fixture
async def chat():
    chat, app = Chat(), web.Application()
    app.router.add_post("/v1/chat/completions", chat.complete)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    chat.url = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}/v1"
    yield chat
    await runner.cleanup()


@asynccontextmanager
async def asking(config, kinds, hits=1):
    main = make_agent(config)
    await main.open()
    faults = {kind: QUICK.get(kind, {}) for kind in kinds}
    try:
        async with disturbed(main, faults, hits=hits, config=config, make=make_agent) as agent:
            yield agent
    finally:
        await main.close()


def case(number, kind, **fields):
    given = {"fault": kind, "condition_seed": number * 7, **fields}
    return Case(number, f"c{number}~fault.{kind}", f"q{number}", fields=given)


async def outcome(agent, asked):
    try:
        return await agent.ask(asked)
    except AskError as error:
        return error


async def test_every_kind_lands_once_through_a_real_adapter(chat):
    config = {"openai": {"base_url": chat.url, "model": "m"}}
    async with asking(config, KINDS) as agent:
        for number, kind in enumerate(KINDS):
            one = case(number, kind)
            first = await outcome(agent, one)
            again = await outcome(agent, one)
            assert again.output == f"answer to q{number}", kind  # the second attempt is let be
            facts = agent.facts(one)
            assert facts["condition_landed"] is True, (kind, facts)
            [proof] = facts["condition_proof"]["attempts"]
            assert (proof["attempt"], proof["landed"]) == (1, True)
            if kind in QUICK:
                assert first.output == again.output
            else:
                assert isinstance(first, AskError) or first.output != again.output, kind


async def test_refused_is_a_refused_connection(chat):
    config = {"openai": {"base_url": chat.url, "model": "m"}}
    async with asking(config, ["refused"]) as agent:
        error = await outcome(agent, case(0, "refused"))
        assert "refused" in str(error).lower() or "Connect" in str(error)
        assert agent.facts(case(0, "refused"))["condition_proof"]["attempts"][0]["how"] == (
            "connection refused"
        )
    assert chat.asked == []


async def test_many_at_once_each_with_its_own_proof(chat):
    config = {"openai": {"base_url": chat.url, "model": "m"}}
    kinds = ["http_500", "empty", "latency", "garbled"]
    cases = [case(number, kinds[number % 4]) for number in range(40)]
    async with asking(config, kinds) as agent:
        found = await asyncio.gather(*(outcome(agent, one) for one in cases))
        for one, got in zip(cases, found, strict=True):
            facts, kind = agent.facts(one), one.fields["fault"]
            assert facts["condition_landed"]
            assert facts["condition_proof"]["fault"] == kind
            if kind == "http_500":
                assert got.reason == "http_500"
            if kind == "latency":
                assert got.output == f"answer to {one.input}"


async def test_a_case_without_a_fault_is_left_alone(chat):
    config = {"openai": {"base_url": chat.url, "model": "m"}}
    async with asking(config, ["http_500"]) as agent:
        plain = Case(0, "c0", "q0")
        assert (await agent.ask(plain)).output == "answer to q0"
        assert agent.facts(plain) == {}


async def test_a_timeout_during_a_stall_is_told_at_once(chat):
    config = {"openai": {"base_url": chat.url, "model": "m"}}
    main = make_agent(config)
    await main.open()
    async with disturbed(
        main, {"stall": {"seconds": 600}}, config=config, make=make_agent
    ) as agent:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(agent.ask(case(0, "stall")), 0.5)
        facts = agent.facts(case(0, "stall"))
    await main.close()
    assert facts["condition_landed"] is True
    assert facts["condition_proof"]["attempts"][0]["left"] is True


async def run(agent, cases, **policy):
    asked = {}
    end = await drive(
        iter(cases),
        agent,
        RunPolicy(concurrency=4, backoff=0.01, **policy),
        tally=Tally(total=len(cases), done_before=0),
        record=lambda one, got: asked.update({one.row: (got, agent.facts(one))}),
        stopper=Stopper(),
    )
    assert end.name == "COMPLETE"
    return asked


@pytest.mark.parametrize("kind", ["refused", "http_503", "reset"])
async def test_the_runner_neither_waits_for_nor_gives_up_an_agent_that_we_disturb(chat, kind):
    """Faults of every attempt use up the retries and count against the agent; the run goes on."""
    config = {"openai": {"base_url": chat.url, "model": "m"}}
    main = make_agent(config)
    await main.open()
    faults = {kind: {"retry_after": 0} if kind == "http_503" else {}}
    cases = [case(number, kind) for number in range(12)]
    async with disturbed(main, faults, hits=None, config=config, make=make_agent) as agent:
        found = await run(agent, cases, retries=2)
    await main.close()
    for got, facts in found.values():
        assert (got.reply.status, got.reply.error_kind, got.attempts) == ("error", "agent", 3)
        assert [a["landed"] for a in facts["condition_proof"]["attempts"]] == [True] * 3


async def test_a_transient_fault_is_got_over(chat):
    config = {"openai": {"base_url": chat.url, "model": "m"}}
    async with asking(config, ["reset", "refused"], hits=1) as agent:
        cases = [case(number, "reset" if number % 2 else "refused") for number in range(10)]
        found = await run(agent, cases, retries=1)
    assert all(got.reply.status == "ok" and got.attempts == 2 for got, _ in found.values())
    assert all(facts["condition_landed"] for _, facts in found.values())


async def test_the_same_seed_garbles_the_same_bytes(chat):
    config = {"openai": {"base_url": chat.url, "model": "m"}}
    said = []
    for _ in range(2):
        async with asking(config, ["truncated"]) as agent:
            await outcome(agent, case(3, "truncated"))
            said.append(agent.facts(case(3, "truncated"))["condition_proof"]["attempts"][0])
    assert said[0]["bytes"] == said[1]["bytes"]


async def test_agents_without_an_address_are_disturbed_at_the_call():
    agent = make_agent(lambda question: f"answer to {question}")
    await agent.open()
    async with disturbed(agent, {"empty": {}, "http_429": {}}) as faulty:
        assert (await faulty.ask(case(0, "empty"))).output == ""
        error = await outcome(faulty, case(1, "http_429"))
        assert (error.reason, error.kind, error.throttled) == ("http_429", "agent", False)
        assert faulty.facts(case(1, "http_429"))["condition_landed"] is True
        assert faulty.concurrency_hint == agent.concurrency_hint
    await agent.close()


async def test_an_adapter_that_sends_no_request_is_not_disturbed(chat):
    class Absent:
        def __init__(self, config, base=None):
            pass

        async def open(self): ...
        async def close(self): ...

        async def ask(self, case):
            return Reply("from memory")

    config = {"http": {"url": f"{chat.url}/x"}}
    async with disturbed(Absent(config), {"reset": {}}, config=config, make=Absent) as agent:
        assert (await agent.ask(case(0, "reset"))).output == "from memory"
        facts = agent.facts(case(0, "reset"))
    assert facts["condition_landed"] is False
    assert facts["condition_proof"]["attempts"][0]["reason"] == "no_request"


BUSY = """
import sys, time
sys.stdin.read()
begun = time.process_time()
while time.process_time() - begun < 0.4:
    pass
print("done")
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and stop signals")
async def test_cpu_of_a_command(tmp_path):
    (tmp_path / "busy.py").write_text(BUSY)
    config = {"command": {"argv": [sys.executable, "busy.py"]}}  # found from the plan's folder
    main = make_agent(config, base=tmp_path)
    await main.open()
    faults = {"cpu": {"share": 0.2}}
    async with disturbed(main, faults, config=config, make=make_agent, base=tmp_path) as agent:
        begun = time.perf_counter()
        assert (await agent.ask(case(0, "cpu"))).output.strip() == "done"
        took = time.perf_counter() - begun
        facts = agent.facts(case(0, "cpu"))
    await main.close()
    [proof] = facts["condition_proof"]["attempts"]
    assert proof["landed"]
    assert proof["stops"] > 3
    assert took > proof["stopped_s"] > 0.4  # four times as long as it may run, give or take


async def test_what_cannot_be_done_is_said():
    agent = make_agent(lambda question: question)
    with using_language("en"):
        with pytest.raises(PlanError, match="cpu is for `command` agents"):
            async with disturbed(agent, {"cpu": {}}):
                pass
        with pytest.raises(UnknownNameError):
            async with disturbed(agent, {"resett": {}}):
                pass
        with pytest.raises(InputError, match="keep"):
            async with disturbed(agent, {"truncated": {"keep": 3}}):
                pass
