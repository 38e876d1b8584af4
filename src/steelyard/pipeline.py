"""READ FIRST: the whole flow on one page.

    cases ──▶ asks on disk ──▶ runner ⇄ agent ──▶ journal ──▶ results table ──▶ summary ──▶ report
                                                      (⇄ judges, if a scorer asks them)

`advance` carries a bundle from whatever state it is in to the end; every step leaves the bundle so
that a kill in its middle costs only that step. A fresh run and a resumed one are the same code.
"""

from __future__ import annotations

import asyncio
import platform
import threading
import uuid
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import orjson

from steelyard import __version__
from steelyard import bundle as disk
from steelyard.agents import Agent, make_agent
from steelyard.bundle import Bundle, layout
from steelyard.cases import CaseStream, fingerprint, read_cases
from steelyard.errors import BundleError, DataError, InterruptedRunError, RunStoppedError
from steelyard.i18n import t
from steelyard.judging import judge_run, settle
from steelyard.model import FIELDS, RESUMABLE, Case, RunState
from steelyard.plan import Plan, apply_override, make_plan, plan_hash
from steelyard.report import collect, write_report
from steelyard.runner import (
    Asked,
    End,
    Progress,
    RunPolicy,
    Stopper,
    Tally,
    drive,
    stopped_by_signals,
    ticking,
)
from steelyard.scorecards import check_summary, summarise
from steelyard.scorers import Scoring

T = TypeVar("T")


@dataclass(frozen=True)
class Options:
    """What a caller may choose about one execution, beside the plan."""

    limit: int | None = None
    agent: Agent | None = None  # instead of the plan's, for Python callers
    progress: Progress = field(default_factory=Progress)


def run(plan: Plan, base: Path, out: Path, options: Options | None = None) -> Bundle:
    """Run a plan from the beginning into the directory `out`; return the finished bundle."""
    options = options or Options()
    agent = options.agent or make_agent(plan.agent, base=base)
    plan = settle(plan, base)
    _check_names(plan)
    files = fingerprint(plan.dataset, base)
    values = {
        "run_id": uuid.uuid4().hex,
        "name": plan.name,
        "created_at": _now(),
        "steelyard_version": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "plan_hash": plan_hash(plan, files),
        "plan": plan.model_dump(mode="json"),
        "base": str(base.resolve()),
        "limit": options.limit,
        "seed": plan.run.seed,
        "epochs": plan.run.epochs,
        "agent": agent.description,
        "dataset": {"path": plan.dataset.path, **files},
        "duration_s": 0.0,
    }
    return advance(Bundle.create(out, values), plan, options)


def resume(
    path: Path,
    overrides: tuple[str, ...] = (),
    *,
    drop_damaged: bool = False,
    options: Options | None = None,
) -> Bundle:
    """Carry a run that was stopped, interrupted or killed to its end."""
    bundle = Bundle(path)
    content = dict(bundle.manifest.values["plan"])
    for override in overrides:
        apply_override(content, override)
    plan = settle(make_plan(content, source=str(path)), Path(bundle.manifest.values["base"]))
    dataset = bundle.manifest.values["dataset"]
    files = {name: dataset[name] for name in ("files", "sha256")}
    if plan_hash(plan, files) != bundle.manifest.values["plan_hash"]:
        raise BundleError(t("bundle.other_plan", path=path), hint=t("bundle.other_plan_hint"))
    if drop_damaged and bundle.journal_path.exists():
        with disk.writing(path):
            disk.cut_torn_line(bundle.journal_path)
            disk.drop_damaged_lines(bundle.journal_path)
    return advance(bundle, plan, options or Options())


def advance(bundle: Bundle, plan: Plan, options: Options) -> Bundle:
    """Carry a bundle to the end of the flow from wherever it is."""
    try:
        return _advance(bundle, plan, options)
    except KeyboardInterrupt:  # outside the asking, which listens to signals itself
        raise _interrupted(bundle) from None


def _advance(bundle: Bundle, plan: Plan, options: Options) -> Bundle:
    end = End.COMPLETE
    with disk.writing(bundle.path):
        if bundle.state is RunState.CREATED:
            prepare(bundle, plan, options)
        if bundle.state in RESUMABLE - {RunState.FINALISING}:
            end = _run_async(ask_all(bundle, plan, options))
            if end is End.INTERRUPTED:
                bundle.manifest.move(RunState.INTERRUPTED)
                raise _interrupted(bundle)
        if bundle.state in RESUMABLE:
            tabulate(bundle, plan, options, end)
        if bundle.state is RunState.FINISHED:
            bundle.clear_run_files()
        conclude(bundle, plan, options)
    if end not in (End.COMPLETE, End.CASES):
        hint = t("pipeline.resume_hint", path=bundle.path)
        raise RunStoppedError(t(f"pipeline.stopped_{end}"), hint=hint)
    return bundle


def prepare(bundle: Bundle, plan: Plan, options: Options) -> None:
    """Cases to asks: read, check, process, and write down everything that will be asked."""
    values = bundle.manifest.values
    options.progress.stage("reading")
    with disk.replacing(bundle.path / layout.REJECTS) as rejects:
        stream = read_cases(
            plan.dataset,
            base=Path(values["base"]),
            seed=plan.run.seed,
            on_reject=lambda reject: rejects.write(
                orjson.dumps(reject.as_dict(), option=orjson.OPT_APPEND_NEWLINE, default=str)
            ),
        )
        records = islice(_told(stream, options.progress), values["limit"])
        asks = disk.write_asks(bundle.asks_path, records)
    if not stream.rows_rejected:
        (bundle.path / layout.REJECTS).unlink()
    if asks == 0:
        hint = t("pipeline.no_cases_hint", read=stream.rows_read, rejected=stream.rows_rejected)
        raise DataError(t("pipeline.no_cases", path=plan.dataset.path), hint=hint)
    found = {
        "rows": stream.rows_read,
        "rejected": stream.rows_rejected,
        "steps": [step.as_dict() for step in stream.steps],
        "fields": sorted(stream.fields_seen),
    }
    warnings = [warning.message for warning in stream.warnings]
    if stream.rows_rejected:
        warnings.append(t("pipeline.rejected", n=stream.rows_rejected, file=layout.REJECTS))
    dataset = values["dataset"] | found
    bundle.manifest.move(RunState.RUNNING, asks=asks, dataset=dataset, warnings=warnings)


async def ask_all(bundle: Bundle, plan: Plan, options: Options) -> End:
    """Asks to journal: put every ask that has no reply yet to the agent."""
    if bundle.journal_path.exists():
        disk.cut_torn_line(bundle.journal_path)
    done = bytearray(offset >= 0 for offset in bundle.offsets())
    bundle.manifest.move(RunState.RUNNING)
    if all(done):
        return End.COMPLETE
    values = bundle.manifest.values
    agent = options.agent or make_agent(plan.agent, base=Path(values["base"]))
    header = {"row": -1, "steelyard_journal": 1, "plan_hash": values["plan_hash"]}
    journal = disk.JournalWriter(bundle.journal_path, header)
    tally = Tally(total=bundle.rows, done_before=sum(done))

    def record(case: Case, asked: Asked) -> None:
        if journal.failure is not None:
            path = bundle.journal_path
            raise BundleError(t("bundle.write_failed", path=path, error=journal.failure))
        reply, attempts, started = asked
        journal.append(disk.journal_record(case, reply, attempts=attempts, started_at=started))

    progress, stopper = options.progress, Stopper()
    cases = disk.pending_cases(bundle.asks_path, plan.run.epochs, done)
    try:
        await agent.open()
        policy = _fitting(plan.run, agent)
        progress.stage("asking", total=tally.total, done=tally.done_before)
        async with stopped_by_signals(stopper, progress), ticking(tally, progress):
            return await drive(cases, agent, policy, tally=tally, record=record, stopper=stopper)
    finally:
        await agent.close()
        await journal.close()
        bundle.manifest.update(duration_s=values["duration_s"] + tally.elapsed)


def tabulate(bundle: Bundle, plan: Plan, options: Options, end: End) -> None:
    """Journal to results table, scored in the same pass."""
    complete = end is End.COMPLETE
    if complete:
        bundle.manifest.move(RunState.FINALISING)
    scoring = _scoring(bundle, plan, options)
    options.progress.stage("tabulating")
    maker = disk.RowMaker(replayed="replay" in plan.agent)
    rows = disk.enriched(bundle.answered_rows(bundle.offsets(), maker), scoring.enrich)
    target = disk.next_generation(bundle.path)
    disk.write_parts(target, rows, scoring.writes)
    bundle.manifest.move(
        RunState.FINISHED if complete else RunState.STOPPED,
        results=target.name,
        finished_at=_now(),
        stopped_by=None if complete else end,
        counts=dict(maker.statuses),
        provenance=maker.provenance() | scoring.provenance(),
        scorers=scoring.describe(),
        notes=[*maker.notes(), *scoring.notes()],
    )


def conclude(bundle: Bundle, plan: Plan, options: Options) -> None:
    """Results table to summary and report, unless they are there already."""
    table = bundle.results_path
    if bundle.has_summary_of(table.name):
        return
    options.progress.stage("summarising")
    connection = disk.connect(table)
    try:
        summary = {"of": table.name} | summarise(
            connection,
            params=plan.params,
            by=plan.breakdowns,
            gates=plan.gates,
            provenance=bundle.manifest.values["provenance"],
        )
        report = collect(bundle.manifest.values, summary, connection)
    finally:
        connection.close()
    for kind in ("json", "html"):
        write_report(report, kind, bundle.path / f"report.{kind}")
    content = orjson.dumps(summary, option=orjson.OPT_INDENT_2)
    disk.write_atomic(bundle.path / layout.SUMMARY, content)


def rescore(bundle: Bundle, plan: Plan, options: Options | None = None) -> Bundle:
    """Score a run anew without asking the agent; `plan` may name other scorers or parameters."""
    options = options or Options()
    plan = settle(plan, Path(bundle.manifest.values["base"]))
    _check_names(plan)
    with disk.writing(bundle.path):
        old, new = bundle.results_path, disk.next_generation(bundle.path)
        scoring = _scoring(bundle, plan, options)
        options.progress.stage("tabulating")
        reads, writes = scoring.reads, scoring.writes
        disk.rewrite_parts(old, new, reads=reads, enrich=scoring.enrich, writes=writes)
        bundle.manifest.update(
            results=new.name,
            plan=plan.model_dump(mode="json"),
            provenance=bundle.manifest.values["provenance"] | scoring.provenance(),
            scorers=scoring.describe(),
            notes=scoring.notes(),
        )
        bundle.clear_old_results()
        conclude(bundle, plan, options)
    return bundle


def default_directory(name: str) -> Path:
    """Return runs/<time>-<name>, with a name that every file system takes."""
    safe = "".join(c if c.isalnum() or c in "-_." else "-" for c in name)[:60].strip(".-") or "run"
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    path = Path("runs") / f"{stamp}-{safe}"
    number = 2
    while path.exists():
        path = path.with_name(f"{stamp}-{safe}-{number}")
        number += 1
    return path


def _scoring(bundle: Bundle, plan: Plan, options: Options) -> Scoring:
    """Return the run's scorers, with the answers of the judges they ask."""
    fields = bundle.manifest.values["dataset"]["fields"]
    scoring = Scoring(plan.scorer_choices(), fields, plan.verdict)
    if scoring.asks:
        _run_async(judge_run(bundle, plan, scoring, options.progress))
    return scoring


def _check_names(plan: Plan) -> None:
    """Find wrong scorers, parameters, gates and columns before the first case is asked."""
    scoring = Scoring(plan.scorer_choices(), FIELDS, plan.verdict)
    scoring.describe()
    check_summary(plan.params, plan.breakdowns, plan.gates, columns={*FIELDS, *scoring.writes})


def _interrupted(bundle: Bundle) -> InterruptedRunError:
    hint = t("pipeline.resume_hint", path=bundle.path)
    return InterruptedRunError(t("pipeline.interrupted"), hint=hint)


def _fitting(policy: RunPolicy, agent: Agent) -> RunPolicy:
    """Ask no more at once than the agent takes: queueing inside it is not its latency."""
    hint = agent.concurrency_hint
    if hint is None or hint >= policy.concurrency:
        return policy
    return policy.model_copy(update={"concurrency": hint})


def _told(stream: CaseStream, progress: Progress) -> Iterator[dict[str, Any]]:
    for number, record in enumerate(stream):
        if number % 10_000 == 0:
            progress.read(number)
        yield record


def _run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, also where an event loop is already running (a notebook)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    result: list[T] = []
    failure: list[BaseException] = []

    def target() -> None:
        try:
            result.append(asyncio.run(work))
        except BaseException as error:  # noqa: BLE001 - handed to the caller's thread
            failure.append(error)

    thread = threading.Thread(target=target, name="steelyard-run")
    thread.start()
    thread.join()
    if failure:
        raise failure[0]
    return result[0]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
