"""One ask, carried through: attempts, timeouts, waits, until there is a reply to journal."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from steelyard.errors import AgentSetupError, AskError
from steelyard.i18n import t
from steelyard.model import Case, Reply
from steelyard.runner.gate import Gate
from steelyard.runner.pace import Pace
from steelyard.runner.policy import RunPolicy
from steelyard.runner.stop import Stopper
from steelyard.runner.tally import Tally

_LONGEST_BACKOFF = 30.0
_RECONNECT_SECONDS = 1.0
START_PATIENCE = 10.0
"""Seconds an agent may be unreachable before the first answer; then the address is wrong."""


class Asks(Protocol):
    """What the runner needs of an agent."""

    async def ask(self, case: Case) -> Reply:
        """Return the reply, or raise AskError."""


class Asked(NamedTuple):
    """A reply with what it took to get it; `facts` are columns that only the run can know."""

    reply: Reply
    attempts: int
    started_at: float
    facts: Mapping[str, Any] = MappingProxyType({})


class Asker:
    """Asks one case at a time on behalf of many workers.

    With a rate limit, the first attempt leaves `first_after` seconds after it is asked for.
    """

    def __init__(
        self,
        agent: Asks,
        policy: RunPolicy,
        tally: Tally,
        stopper: Stopper,
        *,
        first_after: float = 0.0,
    ) -> None:
        self._agent = agent
        self._policy = policy
        self._tally = tally
        self._stopper = stopper
        self._stopped = asyncio.Event()
        stopper.on_stop(self._stopped.set)
        self._gate = Gate(policy.concurrency)
        stopper.on_stop(self._gate.open_all)
        self._pace = Pace(policy.rate_limit, first_after)
        self._started = time.monotonic()

    async def ask(self, case: Case) -> Asked | None:
        """Return the reply to `case`, whatever it takes within the policy; None when stopped."""
        trials = Trials(self._policy, case.row)
        if self._policy.case_timeout is None:
            return await self._attempts(case, trials)
        try:
            async with asyncio.timeout(self._policy.case_timeout):
                return await self._attempts(case, trials)
        except TimeoutError:
            seconds = self._policy.case_timeout
            return Asked(timeout_reply(seconds, seconds), trials.attempts, trials.started_at)

    async def _attempts(self, case: Case, trials: Trials) -> Asked | None:
        gate = self._gate
        while True:
            if not gate.try_enter():
                self._show(gate)
                await gate.enter()
            if self._stopper.reason is not None:
                gate.cancel()
                return None
            try:
                reply = await self._attempt(case, trials)
                return Asked(reply, trials.attempts, trials.started_at)
            except AskError as error:
                self._check_reach(error)
                wait = trials.wait_after(error)
                if wait is None:
                    return Asked(failed_reply(error), trials.attempts, trials.started_at)
                await self._pause(wait)

    async def _pause(self, seconds: float) -> None:
        """Wait before the next attempt, or until the drive is stopped."""
        self._tally.retries += 1
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopped.wait()

    async def _attempt(self, case: Case, trials: Trials) -> Reply:
        gate = self._gate
        trials.attempts += 1
        if self._pace.limited:
            await self._pace.turn()
        timeout = self._policy.timeout
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(timeout) as clock:
                reply = await self._agent.ask(case)
        except AskError as error:
            gate.leave(throttled=error.throttled, unreachable=error.reason == "connect")
            self._show(gate)
            raise
        except TimeoutError:
            gate.leave()
            if not clock.expired():  # the agent's own: a function agent may raise it
                return _agent_raised(TimeoutError("TimeoutError"), time.perf_counter() - begun)
            return timeout_reply(timeout, time.perf_counter() - begun)
        except asyncio.CancelledError:
            gate.cancel()
            raise
        gate.leave()
        return reply

    def _check_reach(self, error: AskError) -> None:
        """Stop the run when going on makes no sense; nothing that was answered is lost.

        Before the first answer, an agent that cannot be reached is a mistake in the plan. Later,
        one that stays away longer than the plan's patience is gone: no case is spent on it.
        """
        if self._gate.closed_for > self._policy.patience:
            seconds = f"{self._policy.patience:g}"
            message = t("runner.agent_gone", seconds=seconds, error=error)
            raise AgentSetupError(message, hint=t("runner.agent_gone_hint"))
        if self._tally.ok or self._tally.done_before:
            return
        waited = time.monotonic() - self._started
        unreachable = error.reason == "connect" and not self._gate.ever_reached
        if error.fatal or (unreachable and waited > START_PATIENCE):
            raise AgentSetupError(t("runner.no_agent", error=error), hint=t("runner.no_agent_hint"))

    def _show(self, gate: Gate) -> None:
        self._tally.limit = gate.limit
        self._tally.waiting_for_agent = gate.closed


class Trials:
    """What one case has used up of its retries and of its patience."""

    def __init__(self, policy: RunPolicy, row: int) -> None:
        self._policy = policy
        self._row = row
        self._retries = self._waits = 0
        self.attempts = 0
        self.started_at = time.time()
        self._first = time.monotonic()

    def wait_after(self, error: AskError) -> float | None:
        """Return the seconds to wait before the next attempt; None when there is none."""
        if not error.retryable:
            return None
        if error.throttled or error.reason == "connect":
            self._waits += 1
            wait = self._backoff(self._waits)
            if error.retry_after is not None:
                wait = error.retry_after + 0.1 * wait
            elif error.reason == "connect":  # while the road is closed, the gate sets the pace
                wait = min(wait, _RECONNECT_SECONDS)
            waited = time.monotonic() - self._first
            return wait if waited + wait <= self._policy.patience else None
        self._retries += 1
        if self._retries > self._policy.retries:
            return None
        return max(self._backoff(self._retries), error.retry_after or 0.0)

    def _backoff(self, number: int) -> float:
        """Exponential with full jitter from the seed, so that a repeated run waits the same."""
        jitter = random.Random(hash((self._policy.seed, self._row, number))).uniform(0.5, 1.0)
        return float(min(_LONGEST_BACKOFF, self._policy.backoff * 2 ** (number - 1)) * jitter)


def timeout_reply(limit: float, elapsed: float) -> Reply:
    """Return the reply of a case that got no answer in time; the agent is to blame."""
    return Reply(
        status="timeout",
        latency_s=elapsed,
        error_kind="agent",
        error=t("runner.timeout", seconds=f"{limit:g}"),
        error_reason="timeout",
    )


def failed_reply(error: AskError) -> Reply:
    """Return the reply of a case whose last attempt failed."""
    return Reply(
        status="error", error_kind=error.kind, error=error.message, error_reason=error.reason
    )


def _agent_raised(error: Exception, elapsed: float) -> Reply:
    return Reply(
        status="error",
        latency_s=elapsed,
        error_kind="agent",
        error=str(error),
        error_reason="exception",
    )
