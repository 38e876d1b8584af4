"""Every fault at a call, for agents without a wire."""

from __future__ import annotations

import asyncio

import pytest

from steelyard.agents import make_agent
from steelyard.conditions.faults import FAULTS, FaultyAgent, Schedule, read_rules
from steelyard.conditions.faults.fault import Planned
from steelyard.errors import AskError
from steelyard.model import Case, Reply

TEXT = "巴黎是法国的首都。Paris is the capital of France. " * 4


def faulty(kind, text=TEXT, hits=None, **params):
    asked, events = [], []

    def answer(question):
        asked.append(question)
        return text

    item = {kind: params} if params else kind
    schedule = Schedule(read_rules([item]), hits=hits)
    agent = make_agent(answer)
    return FaultyAgent(agent, schedule, events.append), asked, events, agent


async def ask(kind, text=TEXT, **params):
    """Return the reply or the error, how often the agent was asked, and the event."""
    wrapped, asked, events, agent = faulty(kind, text, **params)
    await agent.open()
    try:
        outcome = await wrapped.ask(Case(0, "c1", "?"))
    except AskError as error:
        outcome = error
    finally:
        await agent.close()
    [event] = events
    return outcome, len(asked), event


async def test_latency_and_stall_change_only_the_time():
    for kind, params in (
        ("latency", {"delay": 0.05, "jitter": 0.01}),
        ("stall", {"seconds": 0.05}),
        ("drip", {"piece": 100, "pause": 0.01}),
    ):
        reply, asked, event = await ask(kind, **params)
        assert (reply.output, asked, event.landed) == (TEXT, 1, True)
        assert event.detail["waited_s"] > 0.01


async def test_a_stall_that_is_cut_off_by_a_timeout_landed():
    wrapped, _, events, agent = faulty("stall", seconds=60)
    await agent.open()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(wrapped.ask(Case(0, "c1", "?")), 0.5)
    await agent.close()
    assert events[0].landed
    assert events[0].detail["left"] is True


@pytest.mark.parametrize(
    ("kind", "reason", "blame", "throttled", "asked"),
    [
        ("refused", "connect", "infra", False, 0),
        ("reset", "connection", "infra", False, 1),
        ("http_429", "http_429", "infra", True, 0),
        ("http_500", "http_500", "agent", False, 0),
        ("http_503", "http_503", "infra", True, 0),
    ],
)
async def test_errors_are_those_of_the_web(kind, reason, blame, throttled, asked):
    error, count, event = await ask(kind)
    assert (error.reason, error.kind, error.throttled, count) == (reason, blame, throttled, asked)
    assert error.retryable
    assert event.landed


async def test_errors_agree_with_what_the_adapter_says(upstream):
    """The same fault on a wire and at a call gives the runner the same to decide on."""
    from steelyard.conditions.faults import FaultProxy

    for kind in ("http_429", "http_500", "http_503", "reset"):
        error, _, _ = await ask(kind)
        async with FaultProxy(upstream.url, Schedule(read_rules([kind]))) as url:
            agent = make_agent({"http": {"url": f"{url}/json"}})
            await agent.open()
            with pytest.raises(AskError) as caught:
                await agent.ask(Case(0, "c1", "?"))
            await agent.close()
        for name in ("kind", "reason", "retryable", "retry_after", "throttled", "fatal"):
            assert getattr(error, name) == getattr(caught.value, name), (kind, name)


async def test_outputs_are_altered():
    reply, _, event = await ask("truncated", keep=0.5)
    assert reply.output == TEXT[: len(TEXT) // 2]
    assert event.detail == {"characters": len(TEXT) // 2, "of": len(TEXT)}
    reply, _, event = await ask("garbled", rate=0.1)
    assert reply.output != TEXT
    assert event.landed
    assert reply.output.encode()  # text, whatever happened to its bytes
    reply, _, event = await ask("empty")
    assert (reply.output, event.landed) == ("", True)


@pytest.mark.parametrize("kind", ["truncated", "garbled", "empty", "drip"])
async def test_nothing_to_disturb(kind):
    reply, _, event = await ask(kind, text="")
    assert reply.output == ""
    assert (event.landed, event.detail) == (False, {"reason": "nothing_to_disturb"})


async def test_an_agent_that_fails_by_itself_is_not_the_fault():
    from steelyard.conditions.faults import disturb_call

    async def fail():
        raise AskError("broken", kind="agent", reason="exception")

    for fault in FAULTS:
        if fault.id in ("refused", "latency") or fault.id.startswith("http_"):
            continue
        events = []
        params = {param.name: param.default for param in fault.params}
        planned = Planned("c1", fault.id, 1, params, 0)
        with pytest.raises(AskError, match="broken"):
            await disturb_call(fail, planned, events.append)
        assert not events[0].landed, fault.id


async def test_hits():
    wrapped, asked, events, agent = faulty("http_500", hits=1)
    await agent.open()
    with pytest.raises(AskError):
        await wrapped.ask(Case(0, "c1", "?"))
    assert isinstance(await wrapped.ask(Case(0, "c1", "?")), Reply)
    await agent.close()
    assert (len(events), len(asked)) == (1, 1)
