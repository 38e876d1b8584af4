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
from steelyard.asking import ask_all
from steelyard.bundle import Bundle, layout
from steelyard.cases import CaseStream, fingerprint, read_cases
from steelyard.conditions import Expansion, check_condition
from steelyard.errors import BundleError, DataError, InterruptedRunError, RunStoppedError
from steelyard.i18n import t
from steelyard.indicators import using_indicators
from steelyard.judging import judge_run, settle
from steelyard.model import FIELDS, RESUMABLE, RunState
from steelyard.plan import Plan, apply_override, make_plan, plan_hash
from steelyard.report import collect, write_report
from steelyard.runner import End, Progress
from steelyard.scorecards import (
    Custom,
    Weighing,
    check_summary,
    load_weighing,
    summarise,
    thaw_weighing,
)
from steelyard.scorers import PairedScoring, Scoring

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
    weighing = load_weighing(plan.scorecard, plan.indicators, base=base, source=plan.name)
    _check_names(plan, weighing)
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
        **weighing.frozen(),
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
            end = _run_async(ask_all(bundle, plan, options.progress, agent=options.agent))
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
    multiplied = plan.conditions or plan.environments or plan.single is not None
    expansion = _expand(bundle, plan) if multiplied else None
    asks = asks if expansion is None else expansion.total
    if not stream.rows_rejected:
        (bundle.path / layout.REJECTS).unlink()
    if asks == 0:
        hint = t("pipeline.no_cases_hint", read=stream.rows_read, rejected=stream.rows_rejected)
        raise DataError(t("pipeline.no_cases", path=plan.dataset.path), hint=hint)
    found = {
        "rows": stream.rows_read,
        "rejected": stream.rows_rejected,
        "steps": [step.as_dict() for step in stream.steps],
        "fields": sorted({*stream.fields_seen, *(expansion.fields if expansion else ())}),
    }
    warnings = [warning.message for warning in stream.warnings]
    if expansion is not None:
        warnings += expansion.warnings()
    if stream.rows_rejected:
        warnings.append(t("pipeline.rejected", n=stream.rows_rejected, file=layout.REJECTS))
    conditions = {} if expansion is None else expansion.describe()
    dataset = values["dataset"] | found
    bundle.manifest.move(
        RunState.RUNNING, asks=asks, dataset=dataset, conditions=conditions, warnings=warnings
    )


def _expand(bundle: Bundle, plan: Plan) -> Expansion:
    """Put the rows of every condition among the asks, beside the case they are made from."""
    path = bundle.asks_path
    expansion = Expansion(
        plan.conditions,
        seed=plan.run.seed,
        environments=plan.environments,
        single=plan.single is not None,
    )
    disk.write_asks(path, expansion.rows(lambda: disk.read_asks(path)))
    return expansion


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
        reported={"provenance": maker.provenance(), "notes": maker.notes()},
        provenance=maker.provenance() | scoring.provenance(),
        scorers=scoring.describe(),
        notes=[*maker.notes(), *scoring.notes()],
    )


def conclude(bundle: Bundle, plan: Plan, options: Options, *, again: bool = False) -> None:
    """Results table to summary and report, unless they are there already."""
    table = bundle.results_path
    if bundle.has_summary_of(table.name) and not again:
        return
    options.progress.stage("summarising")
    weighing = thaw_weighing(bundle.manifest.values, str(bundle.path))
    connection = disk.connect(table)
    try:
        summary = {"of": table.name} | summarise(
            connection,
            params=plan.params,
            by=plan.breakdowns,
            gates=plan.gates,
            provenance=bundle.manifest.values["provenance"],
            scorecard=weighing.card,
            custom=Custom(weighing.files, table),
        )
        report = collect(bundle.manifest.values, summary, connection)
    finally:
        connection.close()
    for kind in ("json", "html"):
        write_report(report, kind, bundle.path / f"report.{kind}")
    content = orjson.dumps(summary, option=orjson.OPT_INDENT_2)
    disk.write_atomic(bundle.path / layout.SUMMARY, content)


def rescore(
    bundle: Bundle,
    plan: Plan,
    options: Options | None = None,
    weighing: Weighing | None = None,
) -> Bundle:
    """Score a run anew without asking the agent; `plan` may name other scorers or parameters.

    It is weighed as it was, unless another `weighing` is given.
    """
    options = options or Options()
    plan = settle(plan, Path(bundle.manifest.values["base"]))
    weighing = weighing or thaw_weighing(bundle.manifest.values, str(bundle.path))
    _check_names(plan, weighing)
    with disk.writing(bundle.path):
        old, new = bundle.results_path, disk.next_generation(bundle.path)
        scoring = _scoring(bundle, plan, options)
        options.progress.stage("tabulating")
        reads, writes = scoring.reads, scoring.writes
        disk.rewrite_parts(old, new, reads=reads, enrich=scoring.enrich, writes=writes)
        known = bundle.manifest.values
        # Bundles of earlier versions do not say what was known before any scorer.
        reported = known.get("reported") or {"provenance": known["provenance"], "notes": []}
        bundle.manifest.update(
            results=new.name,
            plan=plan.model_dump(mode="json"),
            provenance=reported["provenance"] | scoring.provenance(),
            scorers=scoring.describe(),
            notes=[*reported["notes"], *scoring.notes()],
        )
        bundle.clear_old_results()
        conclude(bundle, plan, options)
    return bundle


def reweigh(
    bundle: Bundle, plan: Plan, weighing: Weighing, options: Options | None = None
) -> Bundle:
    """Weigh a run anew by another scorecard or other indicators; its scores stay as they are."""
    _check_names(plan, weighing)
    with disk.writing(bundle.path):
        bundle.manifest.update(plan=plan.model_dump(mode="json"), **weighing.frozen())
        conclude(bundle, plan, options or Options(), again=True)
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
    # Also a bundle that is scored anew has its pairs, whatever the new plan says.
    kind = PairedScoring if bundle.manifest.values.get("conditions") else Scoring
    scoring = kind(plan.scorer_choices(), fields, plan.verdict)
    if scoring.asks:
        _run_async(judge_run(bundle, plan, scoring, options.progress))
    return scoring


def _check_names(plan: Plan, weighing: Weighing) -> None:
    """Find wrong scorers, conditions, gates, ... before the first case is asked."""
    for condition in plan.conditions:
        check_condition(condition, plan.agent)
    scoring = Scoring(plan.scorer_choices(), FIELDS, plan.verdict)
    scoring.describe()
    columns = {*FIELDS, *scoring.writes}
    with using_indicators(weighing.records):
        check_summary(plan.params, plan.breakdowns, plan.gates, columns, weighing.card)


def _interrupted(bundle: Bundle) -> InterruptedRunError:
    hint = t("pipeline.resume_hint", path=bundle.path)
    return InterruptedRunError(t("pipeline.interrupted"), hint=hint)


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
