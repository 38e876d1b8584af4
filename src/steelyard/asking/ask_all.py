"""Put every ask that has no reply yet to the agent, stage after stage."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import bundle as disk
from steelyard.agents import Agent, make_agent
from steelyard.asking.cluster import Store, collect_stored, drive_on_cluster, order_for
from steelyard.asking.elsewhere import absent, attempts_of, deployment, is_deployment
from steelyard.asking.stages import Stage, stages_of
from steelyard.bundle import Bundle
from steelyard.errors import BundleError
from steelyard.i18n import t
from steelyard.model import NOT_ASKED, Case, Reply, RunState
from steelyard.plan import Plan
from steelyard.runner import (
    Asked,
    End,
    Progress,
    Stopper,
    Tally,
    drive,
    drive_load,
    stopped_by_signals,
    ticking,
)

if TYPE_CHECKING:
    from steelyard.conditions.faults import DisturbedAgent


@dataclass(frozen=True, slots=True)
class _Desk:
    """What every stage works with."""

    bundle: Bundle
    plan: Plan
    done: bytearray
    tally: Tally
    record: Callable[[Case, Asked], None]
    keep_lines: Callable[[bytes], None]
    stopper: Stopper
    progress: Progress

    def keep(self, case: Case, asked: Asked) -> None:
        """Write down what no agent had to be asked for."""
        self.record(case, asked)
        self.tally.count(asked.reply)


async def ask_all(
    bundle: Bundle,
    plan: Plan,
    progress: Progress,
    *,
    agent: Agent | None = None,
    stopper: Stopper | None = None,
) -> End:
    """Ask what has not been answered; `agent` instead of the plan's, for Python callers.

    `stopper` ends it from outside; it is called in the event loop, as `progress.tick` is.
    """
    if bundle.journal_path.exists():
        disk.cut_torn_line(bundle.journal_path)
    done = bytearray(offset >= 0 for offset in bundle.offsets())
    bundle.manifest.move(RunState.RUNNING)
    if all(done):
        return End.COMPLETE
    tally, stopper = Tally(total=bundle.rows), stopper or Stopper()
    seconds = bundle.manifest.values["duration_s"]
    store = _store(bundle, plan)
    try:
        async with _journal(bundle) as journal:
            if store is not None:
                collect_stored(store, done, journal.keep_lines)
            desk = _Desk(
                bundle, plan, done, tally, journal.record, journal.keep_lines, stopper, progress
            )
            _keep_recorded(desk)
            if all(done):
                return End.COMPLETE
            recorded = _recorded_rows(bundle, plan)
            tally.total, tally.done_before = bundle.rows - recorded, sum(done) - recorded
            progress.stage("asking", total=tally.total, done=tally.done_before)
            async with stopped_by_signals(stopper, progress), ticking(tally, progress):
                end = await _stages(desk, agent)
    finally:
        bundle.manifest.update(duration_s=seconds + tally.elapsed)
    if store is not None:  # the journal, now on disk, holds what is there
        store.remove(store.names())
    return end


def _keep_recorded(desk: _Desk) -> None:
    """Write down the rows that hold results and no question: there is nothing to ask."""

    def wanted(record: dict[str, Any]) -> bool:
        return bool(record["input"] == NOT_ASKED)

    epochs = desk.plan.run.epochs
    for case in disk.pending_cases(desk.bundle.asks_path, epochs, desk.done, wanted):
        desk.record(case, Asked(Reply(), attempts=0, started_at=time.time()))
        desk.done[case.row] = True


def _recorded_rows(bundle: Bundle, plan: Plan) -> int:
    """Return how many rows of the run make no request; bundles of earlier versions do not say."""
    rules = (bundle.manifest.values.get("verdict_rules") or {}).get("rules") or {}
    return int(rules.get("recorded", 0)) * plan.run.epochs


async def _stages(desk: _Desk, agent: Agent | None) -> End:
    base = Path(desk.bundle.manifest.values["base"])
    plan = desk.plan
    here, elsewhere = stages_of(plan)
    if plan.run.ray is not None:
        plain, *here = here
        end = await _ask_on_cluster(desk, plain, agent or plan.agent)
        if end is not End.COMPLETE or not (here or elsewhere):
            return end
    async with _opened(agent or make_agent(plan.agent, base=base)) as main:
        for stage in here:
            if stage.faults is None:
                end = await _ask_stage(desk, stage, main)
            else:
                made = plan.agent if agent is None else None
                end = await _ask_disturbed(desk, stage, main, made)
            if end is not End.COMPLETE:
                return end
    for stage in elsewhere:
        if stage.name == "environment":
            end = await _ask_elsewhere(desk, stage, base)
        elif plan.run.ray is not None:
            assert plan.single is not None
            end = await _ask_on_cluster(desk, stage, plan.single)
        else:
            assert plan.single is not None
            async with _opened(make_agent(plan.single, base=base)) as alone:
                end = await _ask_stage(desk, stage, alone)
        if end is not End.COMPLETE:
            return end
    return End.COMPLETE


async def _ask_elsewhere(desk: _Desk, stage: Stage, base: Path) -> End:
    """Deploy the agent to an environment and ask there what has not been asked."""
    if next(_pending(desk, stage), None) is None:
        return End.COMPLETE
    desk.progress.stage("condition", kind=stage.name, detail=stage.detail)
    [environment] = [one for one in desk.plan.environments if one.name == stage.detail]

    # Read anew each time: the cases of an environment may be too many to hold.
    def cases() -> Iterator[Case]:
        return (case for case in _pending(desk, stage) if not is_deployment(case))

    async with deployment(environment, desk.plan.agent, base, cases) as there:
        attempts = [case for case in _pending(desk, stage) if is_deployment(case)]
        for case, asked in attempts_of(there.record, attempts):
            desk.keep(case, asked)
        if not there.ready:
            for case, asked in absent(environment.name, there.error, cases()):
                desk.keep(case, asked)
            return desk.stopper.reason or End.COMPLETE
        async with _opened(make_agent(there.agent(desk.plan.agent), base=base)) as agent:
            return await _drive(desk, cases(), agent)


async def _ask_stage(desk: _Desk, stage: Stage, agent: Agent) -> End:
    cases = _pending(desk, stage)
    if stage.name != "plain":
        desk.progress.stage("condition", kind=stage.name, detail=stage.detail)
    if stage.load is None:
        return await _drive(desk, cases, agent)
    tally, record, stopper = desk.tally, desk.record, desk.stopper
    limits = desk.plan.run.limits
    return await drive_load(
        cases, agent, stage.load, tally=tally, record=record, stopper=stopper, limits=limits
    )


async def _ask_on_cluster(desk: _Desk, stage: Stage, agent: Agent | dict[str, Any]) -> End:
    """Let the workers of a cluster ask.

    Load, faults and other environments are measured from one place and stay here.
    """
    cases = _pending(desk, stage)
    if stage.name != "plain":
        desk.progress.stage("condition", kind=stage.name, detail=stage.detail)
    base = Path(desk.bundle.manifest.values["base"])
    return await drive_on_cluster(
        cases,
        order_for(agent, base, desk.plan.run, _store(desk.bundle, desk.plan)),
        tally=desk.tally,
        keep=desk.keep_lines,
        stopper=desk.stopper,
        progress=desk.progress,
    )


def _store(bundle: Bundle, plan: Plan) -> Store | None:
    """Return where the workers of a cluster keep replies, if not with us."""
    if plan.run.ray is None or plan.run.ray.storage is None:
        return None
    place = plan.run.ray.storage
    if "://" not in place:
        place = str((Path(bundle.manifest.values["base"]) / place).resolve())
    return Store(place, bundle.manifest.values["run_id"])


async def _ask_disturbed(
    desk: _Desk, stage: Stage, agent: Agent, config: dict[str, Any] | None
) -> End:
    """Ask while faults are injected; whether each landed is written down with its reply."""
    from steelyard.conditions.faults import disturbed

    assert stage.faults is not None
    pending = _pending(desk, stage)
    desk.progress.stage("condition", kind=stage.name, detail=stage.detail)
    base = Path(desk.bundle.manifest.values["base"])
    chosen, hits = stage.faults.chosen(), stage.faults.hits
    async with disturbed(
        agent, chosen, hits=hits, config=config, make=make_agent, base=base
    ) as shaken:

        def record(case: Case, asked: Asked) -> None:
            desk.record(case, asked._replace(facts={**asked.facts, **shaken.facts(case)}))

        return await _drive(replace(desk, record=record), pending, shaken)


def _pending(desk: _Desk, stage: Stage) -> Iterator[Case]:
    epochs = desk.plan.run.epochs
    return disk.pending_cases(desk.bundle.asks_path, epochs, desk.done, stage.wanted)


async def _drive(desk: _Desk, cases: Iterator[Case], agent: Agent | DisturbedAgent) -> End:
    policy = desk.plan.run.fitting(agent.concurrency_hint)
    tally, record, stopper = desk.tally, desk.record, desk.stopper
    return await drive(cases, agent, policy, tally=tally, record=record, stopper=stopper)


@asynccontextmanager
async def _opened(agent: Agent) -> AsyncIterator[Agent]:
    try:
        await agent.open()
        yield agent
    finally:
        await agent.close()


class _Journal:
    """Writes replies down for good."""

    def __init__(self, bundle: Bundle) -> None:
        self._path = bundle.journal_path
        self.writer = disk.JournalWriter(self._path, bundle.journal_header)

    def record(self, case: Case, asked: Asked) -> None:
        """Write one reply."""
        reply, attempts, started, facts = asked
        self.keep_lines(
            disk.encode(
                disk.journal_record(case, reply, attempts=attempts, started_at=started, facts=facts)
            )
        )

    def keep_lines(self, lines: bytes) -> None:
        """Write lines that are encoded already."""
        if self.writer.failure is not None:
            error = self.writer.failure
            raise BundleError(t("bundle.write_failed", path=self._path, error=error))
        self.writer.append_lines(lines)


@asynccontextmanager
async def _journal(bundle: Bundle) -> AsyncIterator[_Journal]:
    journal = _Journal(bundle)
    try:
        yield journal
    finally:
        await journal.writer.close()
