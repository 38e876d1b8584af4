"""A given load: how many at once, when requests leave, what counts as latency and as failure."""

from __future__ import annotations

import asyncio
import statistics
from itertools import islice, pairwise

import pytest

from steelyard.errors import AskError
from steelyard.model import Case, Reply
from steelyard.runner import End, Limits, LoadLevel, Stopper, Tally, drive_load
from steelyard.runner.load import arrival_times


def cases(count):
    return iter([Case(row, f"c{row}", "?") for row in range(count)])


class Busy:
    """Takes `seconds` for each answer; counts how many it had at once."""

    def __init__(self, seconds, script=None):
        self.seconds, self.script = seconds, script
        self.now = self.most = 0

    async def ask(self, case):
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(self.seconds)
            if self.script is not None:
                self.script(case)
            return Reply("x", latency_s=self.seconds)
        finally:
            self.now -= 1


def load(agent, count, level, arrivals="closed", *, timeout=5.0, limits=None, stop_after=None):
    found, tally, stopper = {}, Tally(total=count), Stopper()

    def record(case, asked):
        assert case.row not in found
        found[case.row] = asked
        if stop_after is not None and len(found) == stop_after:
            stopper.stop()

    how = LoadLevel(level, arrivals, timeout, seed=5)
    end = asyncio.run(
        drive_load(
            cases(count), agent, how, tally=tally, record=record, stopper=stopper, limits=limits
        )
    )
    return end, found, tally


@pytest.mark.parametrize("users", [1, 3, 10])
def test_so_many_users_and_no_more(users):
    agent = Busy(0.002)
    end, found, tally = load(agent, 60, users)
    assert end is End.COMPLETE
    assert sorted(found) == list(range(60))
    assert agent.most == users
    assert max(asked.facts["in_flight"] for asked in found.values()) == users
    assert (tally.ok, tally.in_flight) == (60, 0)


def test_open_arrivals_do_not_wait_for_answers():
    agent = Busy(0.3)
    _, found, _ = load(agent, 60, 300, "constant")
    assert agent.most > 30  # 60 requests left within 0.2 s, long before the first answer
    assert all(asked.facts["start_delay_s"] >= 0 for asked in found.values())


def test_latency_counts_from_when_a_request_was_meant_to_leave():
    """An agent that blocks everything makes later requests leave late; their users waited."""
    import time

    class Blocking:
        async def ask(self, case):
            time.sleep(0.02)
            return Reply("x", latency_s=0.02)

    _, found, _ = load(Blocking(), 20, 1000, "constant")
    last = found[19]
    assert last.facts["start_delay_s"] > 0.1
    assert last.reply.latency_s > last.facts["start_delay_s"]


@pytest.mark.parametrize(("arrivals", "spread"), [("constant", 0), ("poisson", 1)])
def test_arrivals_keep_the_rate(arrivals, spread):
    times = list(islice(arrival_times(LoadLevel(50, arrivals, 1, seed=1)), 4001))
    gaps = [after - before for before, after in pairwise(times)]
    assert statistics.mean(gaps) == pytest.approx(1 / 50, rel=0.05)
    assert statistics.stdev(gaps) * 50 == pytest.approx(spread, abs=0.1)
    again = islice(arrival_times(LoadLevel(50, arrivals, 1, seed=1)), 4001)
    assert list(again) == times


@pytest.mark.parametrize("arrivals", ["closed", "poisson"])
def test_a_refusal_under_load_is_the_agents_failure(arrivals):
    def refuse(case):
        if case.row % 2:
            message = "too many"
            raise AskError(message, kind="infra", reason="http_429", throttled=True, retry_after=60)

    _, found, tally = load(Busy(0.001, refuse), 20, 100, arrivals)
    refused = [asked.reply for row, asked in found.items() if row % 2]
    assert {(reply.status, reply.error_kind) for reply in refused} == {("error", "agent")}
    assert all(asked.attempts == 1 for asked in found.values())
    assert all(reply.latency_s > 0 for reply in refused)
    assert (tally.ok, tally.errors, tally.retries) == (10, 10, 0)


def test_no_answer_in_time():
    _, found, tally = load(Busy(600), 4, 2, timeout=0.05)
    assert {asked.reply.status for asked in found.values()} == {"timeout"}
    assert all(0.04 < asked.reply.latency_s < 600 for asked in found.values())
    assert tally.timeouts == 4


@pytest.mark.parametrize("arrivals", ["closed", "constant"])
def test_stopping_leaves_the_rest_unasked(arrivals):
    end, found, _ = load(Busy(0.001), 1000, 200, arrivals, stop_after=20)
    assert end is End.INTERRUPTED
    assert 20 <= len(found) < 1000


def test_aborting_drops_what_is_under_way():
    class Slow(Busy):
        async def ask(self, case):
            asyncio.get_running_loop().call_later(0.01, stopper.abort)
            return await super().ask(case)

    stopper, tally = Stopper(), Tally(total=9)
    how = LoadLevel(2, "closed", 60, seed=0)
    work = drive_load(cases(9), Slow(30), how, tally=tally, record=print, stopper=stopper)
    assert asyncio.run(work) is End.INTERRUPTED
    assert tally.done == 0


def test_limits_hold():
    end, found, _ = load(Busy(0.001), 1000, 5, limits=Limits(cases=50))
    assert end is End.CASES
    assert 50 <= len(found) <= 55


def test_an_error_of_the_runner_itself_is_not_hidden():
    def broken(case):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        load(Busy(0, broken), 3, 1)
