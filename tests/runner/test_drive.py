"""The runner against scripted agents: every case once, retries, timeouts, limits, stopping."""

from __future__ import annotations

import asyncio
from collections import Counter
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import AgentSetupError, AskError
from steelyard.model import Case, Reply
from steelyard.runner import End, Limits, RunPolicy, Stopper, Tally, drive


class Scripted:
    """Answers each attempt by `script(case, attempt number)`; an exception there is raised.

    Without a `pause` it answers in one go, so that no timeout however short can be faster.
    """

    def __init__(self, script, *, pause=True):
        self.script, self.pause = script, pause
        self.attempts = Counter()
        self.most = self.now = 0

    async def ask(self, case):
        self.attempts[case.row] += 1
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            if self.pause:
                await asyncio.sleep(0)
            result = self.script(case, self.attempts[case.row])
            if asyncio.iscoroutine(result):
                result = await result
            return result
        finally:
            self.now -= 1


def cases(count):
    return (Case(row, f"c{row}", f"q{row}") for row in range(count))


def go(agent, count=20, stopper=None, **policy):
    asked = {}
    options = {"backoff": 0.001, **policy}
    tally = Tally(total=count)

    async def main():
        def record(case, result):
            assert case.row not in asked, "recorded twice"
            asked[case.row] = result

        run = RunPolicy(**options)
        return await drive(
            cases(count), agent, run, tally=tally, record=record, stopper=stopper or Stopper()
        )

    end = asyncio.run(main())
    return end, asked, tally


def ok(case, attempt):
    return Reply(output=case.input)


def failing(times, **error):
    def script(case, attempt):
        if attempt <= times:
            raise AskError("no", **{"kind": "agent", "reason": "http_500", **error})
        return Reply(output="fine")

    return script


def test_every_case_is_asked_once_within_the_concurrency():
    agent = Scripted(ok)
    end, asked, tally = go(agent, 200, concurrency=7)
    assert end is End.COMPLETE
    assert sorted(asked) == list(range(200))
    assert set(agent.attempts.values()) == {1}
    assert agent.most <= 7
    assert tally.ok == 200


def test_retries_are_counted_and_end():
    end, asked, tally = go(Scripted(failing(2)), retries=2)
    assert all(a.reply.status == "ok" and a.attempts == 3 for a in asked.values())
    assert tally.retries == 40
    end, asked, _ = go(Scripted(failing(3)), retries=2)
    assert end is End.COMPLETE
    assert all(a.reply.status == "error" and a.attempts == 3 for a in asked.values())
    assert asked[0].reply.error_kind == "agent"
    assert asked[0].reply.error_reason == "http_500"


def test_what_cannot_be_retried_is_not():
    _, asked, _ = go(Scripted(failing(1, retryable=False)))
    assert all(a.attempts == 1 and a.reply.status == "error" for a in asked.values())


def test_throttling_does_not_use_up_retries():
    script = failing(4, kind="infra", reason="http_429", throttled=True, retry_after=0.001)
    _, asked, _ = go(Scripted(script), retries=0)
    assert all(a.reply.status == "ok" and a.attempts == 5 for a in asked.values())


def test_throttling_ends_with_patience():
    script = failing(10**6, kind="infra", reason="http_429", throttled=True)
    _, asked, _ = go(Scripted(script), 3, patience=0.05)
    assert all(a.reply.error_kind == "infra" for a in asked.values())


def test_concurrency_adapts_to_an_agent_that_admits_few():
    now = 0
    seen = []

    async def admit(case, attempt):
        nonlocal now
        if now >= 4:
            raise AskError("busy", kind="infra", reason="http_429", throttled=True)
        now += 1
        seen.append(now)
        await asyncio.sleep(0.002)
        now -= 1
        return Reply(output="x")

    _, asked, tally = go(Scripted(admit), 300, concurrency=32)
    assert all(a.reply.status == "ok" for a in asked.values())
    assert tally.limit < 32


@pytest.mark.slow
def test_an_outage_is_waited_out_with_a_single_probe():
    begun = None
    probes = Counter()

    async def outage(case, attempt):
        nonlocal begun
        if case.row >= 10 and begun is None:
            begun = monotonic()
        if case.row >= 10 and (away := monotonic() - begun) < 2.5:
            late = away > 0.5  # the first failures of a burst are not probes yet
            probes["now"] += late
            probes["all"] += late
            probes["most"] = max(probes["most"], probes["now"])
            await asyncio.sleep(0.01)
            probes["now"] -= late
            raise AskError("refused", kind="infra", reason="connect")
        return Reply(output="x")

    _, asked, _ = go(Scripted(outage), 60, concurrency=8, retries=0, backoff=0.02)
    assert all(a.reply.status == "ok" for a in asked.values())
    assert probes["most"] == 1
    assert 1 <= probes["all"] <= 4


@pytest.mark.slow
def test_an_agent_that_stays_away_stops_the_run_and_costs_no_case():
    def script(case, attempt):
        if case.row >= 10:
            raise AskError("refused", kind="infra", reason="connect")
        return Reply(output="x")

    agent = Scripted(script)
    with pytest.raises(AgentSetupError, match="out of reach"):
        go(agent, 1000, concurrency=8, patience=1.5)
    assert len(agent.attempts) < 40


def test_a_wrong_key_stops_before_anything_is_spent():
    script = failing(10**6, kind="infra", reason="http_401", retryable=False, fatal=True)
    agent = Scripted(script)
    with pytest.raises(AgentSetupError):
        go(agent, 1000, concurrency=4)
    assert sum(agent.attempts.values()) <= 4


def test_a_key_that_fails_later_only_fails_those_cases():
    def script(case, attempt):
        if case.row >= 10:
            raise AskError("no", kind="infra", reason="http_401", retryable=False, fatal=True)
        return Reply(output="x")

    end, _, tally = go(Scripted(script), 20, concurrency=1)
    assert end is End.COMPLETE
    assert tally.ok == 10


def test_an_attempt_may_take_only_so_long():
    async def hang(case, attempt):
        await asyncio.sleep(60)

    _, asked, tally = go(Scripted(hang), 4, timeout=0.05)
    assert all(
        a.reply.status == "timeout" and a.reply.error_kind == "agent" for a in asked.values()
    )
    assert all(a.reply.latency_s >= 0.05 for a in asked.values())
    assert tally.timeouts == 4


def test_a_case_may_take_only_so_long():
    _, asked, _ = go(Scripted(failing(10**6)), 2, retries=100, backoff=0.05, case_timeout=0.2)
    assert all(a.reply.status == "timeout" for a in asked.values())


def test_a_timeout_raised_by_the_agent_itself_is_its_error():
    def script(case, attempt):
        raise TimeoutError

    _, asked, _ = go(Scripted(script), 2, timeout=5)
    assert all(a.reply.status == "error" for a in asked.values())


@pytest.mark.parametrize(
    ("limits", "end"),
    [({"cases": 5}, End.CASES), ({"tokens": 50}, End.TOKENS), ({"cost": 0.05}, End.COST)],
)
def test_limits_stop_the_run(limits, end):
    agent = Scripted(
        lambda case, attempt: Reply(output="x", input_tokens=6, output_tokens=4, cost=0.01)
    )
    ended, asked, _ = go(agent, 100, concurrency=1, limits=Limits(**limits))
    assert ended is end
    assert len(asked) == 5


def test_the_time_limit_stops_the_run():
    async def slow(case, attempt):
        await asyncio.sleep(0.02)
        return Reply(output="x")

    ended, asked, _ = go(Scripted(slow), 10_000, concurrency=2, limits=Limits(time=0.2))
    assert ended is End.TIME
    assert 0 < len(asked) < 100


@pytest.mark.parametrize(("allowed", "done"), [(True, 1), (3, 3), (0.1, 11)])
def test_fail_on_error(allowed, done):
    end, asked, _ = go(Scripted(failing(9)), 100, concurrency=1, retries=0, fail_on_error=allowed)
    assert end is End.ERRORS
    assert len(asked) == done


def test_failures_alone_do_not_stop_a_run():
    end, asked, _ = go(Scripted(failing(9)), 50, retries=0)
    assert end is End.COMPLETE
    assert len(asked) == 50


def test_stopping_finishes_what_is_in_flight_and_starts_nothing():
    stopper = Stopper()
    agent = Scripted(ok)

    async def script(case, attempt):
        if case.row == 5:
            stopper.stop()
        await asyncio.sleep(0.01)
        return Reply(output="x")

    agent.script = script
    end, asked, _ = go(agent, 1000, stopper=stopper, concurrency=3)
    assert end is End.INTERRUPTED
    assert set(asked) == set(agent.attempts)
    assert len(asked) <= 8


def test_stopping_does_not_wait_for_retries():
    stopper = Stopper()

    def script(case, attempt):
        if case.row == 3:
            stopper.stop()
        raise AskError("no", kind="infra", reason="http_429", throttled=True, retry_after=1000)

    end, asked, _ = go(Scripted(script), 4, stopper=stopper, concurrency=4, patience=10**6)
    assert end is End.INTERRUPTED
    assert not asked


def test_aborting_drops_what_is_in_flight():
    stopper = Stopper()

    async def script(case, attempt):
        if case.row == 2:
            stopper.abort()
        await asyncio.sleep(60)

    end, asked, _ = go(Scripted(script), 10, stopper=stopper, concurrency=3)
    assert end is End.INTERRUPTED
    assert not asked


def test_the_rate_limit_holds():
    agent = Scripted(ok)
    _, asked, tally = go(agent, 30, concurrency=30, rate_limit="300/s")
    starts = sorted(a.started_at for a in asked.values())
    assert len(starts) == 30
    assert tally.elapsed >= 29 / 300


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(["ok", "500", "429", "timeout", "crash"]), min_size=1, max_size=30))
def test_whatever_happens_every_case_has_exactly_one_reply(fates):
    async def script(case, attempt):
        fate = fates[case.row]
        if fate == "timeout":
            await asyncio.sleep(60)
        if fate == "crash":
            raise AskError("crash", kind="agent", reason="crash", retryable=False)
        if fate in ("500", "429") and attempt == 1:
            raise AskError("x", kind="infra", reason=f"http_{fate}", throttled=fate == "429")
        return Reply(output="x")

    agent = Scripted(script, pause=False)
    _, asked, tally = go(agent, len(fates), timeout=0.02, concurrency=5)
    assert sorted(asked) == list(range(len(fates)))
    assert tally.ok == sum(fate in ("ok", "500", "429") for fate in fates)
