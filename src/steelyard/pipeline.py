"""READ FIRST: the whole flow on one page.

    cases ──▶ asks on disk ──▶ runner ⇄ agent ──▶ journal ──▶ results table ──▶ summary ──▶ report
                                                      (⇄ judges, if a scorer asks them)

`advance` carries a bundle from whatever state it is in to the end; every step leaves the bundle so
that a kill in its middle costs only that step. A fresh run and a resumed one are the same code.
"""

from __future__ import annotations

import asyncio
import contextvars
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
from steelyard.analysis.comparison.baseline import baseline_gates, open_baseline
from steelyard.analysis.comparison.gates import check_fail_on
from steelyard.asking import ask_all, cluster_named_outside, connected
from steelyard.bundle import Bundle, layout
from steelyard.cases import CaseStream, fingerprint, read_cases
from steelyard.conditions import Expansion, check_condition
from steelyard.errors import BundleError, DataError, InterruptedRunError, RunStoppedError
from steelyard.i18n import t
from steelyard.indicators import using_indicators
from steelyard.judging import judge_run, settle
from steelyard.model import FIELDS, RESUMABLE, RunState, Spread, here
from steelyard.plan import Plan, apply_override, make_plan, plan_hash
from steelyard.report import collect, write_report
from steelyard.runner import End, Progress, Stopper
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
    notes: tuple[str, ...] = ()  # what a reader should know beforehand: where answers come from
    stopper: Stopper | None = None  # ends the asking from outside; used once
    keep_failed: bool = False  # keep what `retry` needs when cases failed


def run(plan: Plan, base: Path, out: Path, options: Options | None = None) -> Bundle:
    """Run a plan from the beginning into the directory `out`; return the finished bundle."""
    options = options or Options()
    agent = options.agent or make_agent(plan.agent, base=base)
    plan, weighing = check_plan(plan, base)
    if plan.baseline is not None:
        open_baseline(base / plan.baseline.run)
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


def check_plan(plan: Plan, base: Path) -> tuple[Plan, Weighing]:
    """Find what is wrong with a plan before anything is asked; return it settled, and its weighing.

    Raises:
        UserError: says what and where.
    """
    plan = settle(plan, base)
    weighing = load_weighing(plan.scorecard, plan.indicators, base=base, source=plan.name)
    check_names(plan, weighing)
    return plan, weighing


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


def retry(path: Path, options: Options | None = None, *, mark: str | None = None) -> Bundle:
    """Ask the cases that got no answer once more; what was answered stays as it is.

    With a `mark`, a second call with the same one carries the first to its end.

    Raises:
        BundleError: the run did not keep its journal (`Options.keep_failed`).
    """
    bundle = Bundle(path)
    marks = bundle.manifest.values.get("retries", [])
    if mark is None or mark not in marks:
        if not (bundle.journal_path.exists() and bundle.asks_path.exists()):
            raise BundleError(t("bundle.no_journal", path=path), hint=t("bundle.no_journal_hint"))
        with disk.writing(path):
            disk.cut_torn_line(bundle.journal_path)
            disk.drop_failed_lines(bundle.journal_path)
            bundle.manifest.move(RunState.RUNNING, retries=[*marks, mark])
    return resume(path, options=options)


def advance(bundle: Bundle, plan: Plan, options: Options) -> Bundle:
    """Carry a bundle to the end of the flow from wherever it is."""
    try:
        return _advance(bundle, plan, options)
    except KeyboardInterrupt:  # outside the asking, which listens to signals itself
        raise _interrupted(bundle) from None


def _advance(bundle: Bundle, plan: Plan, options: Options) -> Bundle:
    end = End.COMPLETE
    with disk.writing(bundle.path), connected(plan.run.ray) as spread:
        if bundle.state is RunState.CREATED:
            prepare(bundle, plan, options)
        if bundle.state in RESUMABLE - {RunState.FINALISING}:
            asking = ask_all(
                bundle, plan, options.progress, agent=options.agent, stopper=options.stopper
            )
            end = _run_async(asking)
            if end is End.INTERRUPTED:
                bundle.manifest.move(RunState.INTERRUPTED)
                raise _interrupted(bundle)
        if bundle.state in RESUMABLE:
            tabulate(bundle, plan, options, end, spread)
        if bundle.state is RunState.FINISHED:
            bundle.clear_run_files(keep_failed=options.keep_failed)
        conclude(bundle, plan, options, spread)
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


def tabulate(bundle: Bundle, plan: Plan, options: Options, end: End, spread: Spread = here) -> None:
    """Journal to results table, scored in the same pass."""
    complete = end is End.COMPLETE
    if complete:
        bundle.manifest.move(RunState.FINALISING)
    scoring = _scoring(bundle, plan, options)
    options.progress.stage("tabulating")
    maker = disk.RowMaker(replayed="replay" in plan.agent)
    answered = bundle.answered(bundle.offsets())
    shards = disk.cut_shards(answered, of_cases=scoring.of_cases)
    target = disk.next_generation(bundle.path)
    disk.tabulate_shards(target, shards, maker, scoring, _spread_of_scoring(scoring, spread))
    bundle.manifest.move(
        RunState.FINISHED if complete else RunState.STOPPED,
        results=target.name,
        finished_at=_now(),
        stopped_by=None if complete else end,
        counts=dict(maker.statuses),
        reported={"provenance": maker.provenance(), "notes": [*options.notes, *maker.notes()]},
        provenance=maker.provenance() | scoring.provenance(),
        scorers=scoring.describe(),
        notes=[*options.notes, *maker.notes(), *scoring.notes()],
    )


def conclude(
    bundle: Bundle, plan: Plan, options: Options, spread: Spread = here, *, again: bool = False
) -> None:
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
            spread=spread,
        )
        if plan.baseline is not None:
            options.progress.stage("comparing")
            # The comparison reads the summary; it counts as made only when it is whole.
            _write_summary(bundle, summary | {"of": None})
            summary["gates"] += baseline_gates(
                bundle,
                Path(bundle.manifest.values["base"]) / plan.baseline.run,
                plan.baseline.fail_on,
                weighing,
            )
        report = collect(bundle.manifest.values, summary, connection)
    finally:
        connection.close()
    for kind in ("json", "html"):
        write_report(report, kind, bundle.path / f"report.{kind}")
    _write_summary(bundle, summary)


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
    frozen = {} if weighing is None else weighing.frozen()
    weighing = weighing or thaw_weighing(bundle.manifest.values, str(bundle.path))
    check_names(plan, weighing)
    # Where the run was asked does not matter any more; its cluster may be long gone.
    with disk.writing(bundle.path), connected(cluster_named_outside()) as spread:
        old, new = bundle.results_path, disk.next_generation(bundle.path)
        scoring = _scoring(bundle, plan, options)
        options.progress.stage("tabulating")
        disk.rewrite_parts(old, new, scoring, _spread_of_scoring(scoring, spread))
        known = bundle.manifest.values
        # Bundles of earlier versions do not say what was known before any scorer.
        reported = known.get("reported") or {"provenance": known["provenance"], "notes": []}
        bundle.manifest.update(
            results=new.name,
            plan=plan.model_dump(mode="json"),
            provenance=reported["provenance"] | scoring.provenance(),
            scorers=scoring.describe(),
            notes=[*reported["notes"], *scoring.notes()],
            **frozen,
        )
        bundle.clear_old_results()
        conclude(bundle, plan, options, spread)
    return bundle


def reweigh(
    bundle: Bundle, plan: Plan, weighing: Weighing, options: Options | None = None
) -> Bundle:
    """Weigh a run anew by another scorecard or other indicators; its scores stay as they are."""
    check_names(plan, weighing)
    with disk.writing(bundle.path), connected(cluster_named_outside()) as spread:
        bundle.manifest.update(plan=plan.model_dump(mode="json"), **weighing.frozen())
        conclude(bundle, plan, options or Options(), spread, again=True)
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


def _write_summary(bundle: Bundle, summary: dict[str, Any]) -> None:
    content = orjson.dumps(summary, option=orjson.OPT_INDENT_2)
    disk.write_atomic(bundle.path / layout.SUMMARY, content)


def _scoring(bundle: Bundle, plan: Plan, options: Options) -> Scoring:
    """Return the run's scorers, with the answers of the judges they ask."""
    fields = bundle.manifest.values["dataset"]["fields"]
    # Also a bundle that is scored anew has its pairs, whatever the new plan says.
    kind = PairedScoring if bundle.manifest.values.get("conditions") else Scoring
    scoring = kind(plan.scorer_choices(), fields, plan.verdict)
    scoring.overrule({one["row"]: one["passed"] for one in disk.read_overrides(bundle.path)})
    if scoring.asks:
        _run_async(judge_run(bundle, plan, scoring, options.progress))
    return scoring


def _spread_of_scoring(scoring: Scoring, spread: Spread) -> Spread:
    # What judges said is looked up question by question in a file of this machine; and the time of
    # such runs goes into asking judges, not into scoring.
    return here if scoring.asks else spread


def check_names(plan: Plan, weighing: Weighing) -> None:
    """Find wrong scorers, conditions, gates, ... before the first case is asked."""
    for condition in plan.conditions:
        check_condition(condition, plan.agent)
    scoring = Scoring(plan.scorer_choices(), FIELDS, plan.verdict)
    scoring.describe()
    columns = {*FIELDS, *scoring.writes}
    with using_indicators(weighing.records):
        check_summary(plan.params, plan.breakdowns, plan.gates, columns, weighing.card)
        if plan.baseline is not None:
            check_fail_on(plan.baseline.fail_on)


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

    # The language and the outside of the caller hold there too.
    context = contextvars.copy_context()
    thread = threading.Thread(target=context.run, args=(target,), name="steelyard-run")
    thread.start()
    thread.join()
    if failure:
        raise failure[0]
    return result[0]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
