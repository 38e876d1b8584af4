"""The door for a run: asks whose case names a fault are disturbed, with proof of what happened."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from steelyard.conditions.faults.call import disturb_call, key_of
from steelyard.conditions.faults.choose import choose_faults
from steelyard.conditions.faults.fault import FAULTS, Event, Planned
from steelyard.conditions.faults.kinds.cpu import CPU
from steelyard.conditions.faults.lanes import (
    Config,
    Lanes,
    Make,
    Opens,
    address_of,
    can_mark,
    marked,
    wired,
)
from steelyard.conditions.faults.throttle import can_throttle
from steelyard.conditions.sample import stable_number
from steelyard.errors import AskError, PlanError
from steelyard.i18n import t
from steelyard.model import Case, Reply


@asynccontextmanager
async def disturbed(
    agent: Opens,
    faults: Mapping[str, Mapping[str, Any]],
    *,
    hits: int | None = 1,
    config: Config | None = None,
    make: Make | None = None,
    base: Path = Path(),
) -> AsyncIterator[DisturbedAgent]:
    """Give an agent whose asks are disturbed as their cases say.

    Agents with an address are asked through proxies that disturb the traffic; others are disturbed
    at the call.

    Args:
        agent: the agent, open; attempts that are not disturbed go to it.
        faults: id to parameters, as `Faults.chosen()` gives them.
        hits: how many attempts of a case are disturbed; None for every one.
        config: the `agent:` of the plan, if the agent was made from one.
        make: makes an agent from such a mapping and `base`; needed with `config`.
        base: folder that relative paths of `config` start at.

    Raises:
        UnknownNameError: there is no such fault.
        InputError: a parameter is wrong.
        PlanError: a fault cannot be done to this agent.
    """
    filled = check_faults(faults, config)
    lanes = _lanes(filled, config, make, base)
    if lanes is None:
        yield DisturbedAgent(agent, filled, hits, None)
        return
    async with lanes:
        yield DisturbedAgent(agent, filled, hits, lanes)


def check_faults(
    faults: Mapping[str, Mapping[str, Any]], config: Config | None
) -> dict[str, dict[str, Any]]:
    """Return the faults with every parameter, or say what is wrong before anything is asked.

    Args:
        faults: id to parameters, as `Faults.chosen()` gives them.
        config: the `agent:` of the plan; None for an agent that was made otherwise.

    Raises:
        UnknownNameError: there is no such fault.
        InputError: a parameter is wrong.
        PlanError: a fault cannot be done to this agent.
    """
    filled = choose_faults(faults)
    for kind in filled:
        if kind == CPU and (config is None or "command" not in config):
            raise PlanError(t("faults.cpu_command"))
        if kind == CPU and not (can_throttle() and can_mark()):
            raise PlanError(t("faults.cpu_system"))
        if address_of(config) and FAULTS.get(kind).on_wire is None:
            raise PlanError(t("faults.not_on_wire", kind=kind))
    return filled


class DisturbedAgent:
    """Asks; a case with a `fault` is disturbed on its first attempts."""

    def __init__(
        self,
        agent: Opens,
        faults: Mapping[str, Mapping[str, Any]],
        hits: int | None,
        lanes: Lanes | None,
    ) -> None:
        self._agent = agent
        self._faults = faults
        self._hits = hits
        self._lanes = lanes
        self._attempts: dict[int, int] = {}
        self._events: dict[int, list[Event]] = {}

    @property
    def concurrency_hint(self) -> int | None:
        """As many as the agent itself takes."""
        hint: int | None = getattr(self._agent, "concurrency_hint", None)
        return hint

    async def ask(self, case: Case) -> Reply:
        """Ask, disturbed or not; raise AskError when there is no answer."""
        planned = self._plan(case)
        if planned is None:
            return await self._agent.ask(case)
        events = self._events.setdefault(case.row, [])
        try:
            if self._lanes is None:
                return await disturb_call(lambda: self._agent.ask(case), planned, events.append)
            async with self._lanes.lent() as lane:
                return await lane.ask(case, planned, events.append)
        except AskError as error:
            if events and events[-1].landed and events[-1].attempt == planned.attempt:
                raise _as_outcome(error) from None
            raise

    def facts(self, case: Case) -> dict[str, Any]:
        """Return whether the fault of a case landed, with proof; then forget the case."""
        events = self._events.pop(case.row, [])
        self._attempts.pop(case.row, None)
        kind = case.fields.get("fault")
        if kind is None:
            return {}
        proof = {
            "fault": kind,
            "params": dict(self._faults[kind]),
            "attempts": [
                {"attempt": e.attempt, "landed": e.landed, "at": e.at, **e.detail} for e in events
            ],
        }
        return {"condition_landed": any(e.landed for e in events), "condition_proof": proof}

    def _plan(self, case: Case) -> Planned | None:
        kind = case.fields.get("fault")
        if kind is None:
            return None
        attempt = self._attempts[case.row] = self._attempts.get(case.row, 0) + 1
        if self._hits is not None and attempt > self._hits:
            return None
        seed = stable_number(case.fields.get("condition_seed"), case.epoch, kind, attempt)
        return Planned(key_of(case), kind, attempt, self._faults[kind], seed)


def _lanes(
    faults: Mapping[str, Mapping[str, Any]], config: Config | None, make: Make | None, base: Path
) -> Lanes | None:
    if not config or make is None:
        return None
    if address_of(config):
        return wired(config, make, base)
    return marked(config, make, base) if CPU in faults else None


def _as_outcome(error: AskError) -> AskError:
    """Return the failure as the runner should take it: the fault is part of the test.

    Not to get over it is an outcome and no gap in the data. That the road is closed or the other
    side saturated is our doing: the runner must neither wait for it nor give the agent up.
    """
    return AskError(
        error.message,
        kind="agent",
        reason="refused" if error.reason == "connect" else error.reason,
        retryable=error.retryable,
        retry_after=error.retry_after,
    )
