"""READ FIRST: the whole flow on one page.

    cases ──▶ asks on disk ──▶ runner ⇄ agent ──▶ journal ──▶ results table ──▶ summary ──▶ report
                                                      (⇄ judges, if a scorer asks them)

`advance` carries a bundle from whatever state it is in to the end; every step leaves the bundle so
that a kill in its middle costs only that step. A fresh run and a resumed one are the same code.
"""

from __future__ import annotations

import platform
import shutil
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from steelyard import __version__
from steelyard import bundle as disk
from steelyard.agents import Agent, make_agent
from steelyard.asking import (
    ask_all,
    check_requests,
    cluster_named_outside,
    connected,
    open_others,
    restore_requests,
    write_requests,
)
from steelyard.bundle import Bundle, layout
from steelyard.cases import fingerprint, read_feature_config
from steelyard.conditions import check_condition
from steelyard.errors import (
    AgentSetupError,
    BundleError,
    InputError,
    InterruptedRunError,
    RunRefusedError,
    RunStoppedError,
    UserError,
    before_first_request,
)
from steelyard.i18n import t
from steelyard.indicators import using_indicators
from steelyard.judging import (
    CaseCensus,
    count_rules,
    explain_retrieval,
    freeze,
    judge_by,
    make_scoring,
    measured_by_data,
    no_reply_error,
    nothing_answered,
    scoring_notes,
    settle,
    spread_of_scoring,
    summarize_judging,
)
from steelyard.model import FIELDS, RESUMABLE, RunState, Spread, here
from steelyard.plan import Plan, apply_override, make_plan, plan_hash
from steelyard.report import collect, keep_report, write_report
from steelyard.runner import End, Progress, Stopper, run_async
from steelyard.scorecards import (
    Custom,
    Weighing,
    check_summary,
    choose_headline,
    load_weighing,
    refuse_overall_gates,
    summarise,
    thaw_weighing,
)
from steelyard.scorers import Scoring

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
    """Run a plan from the beginning into the directory `out`; return the finished bundle.

    A run that is refused, or whose agent cannot be set up before it gave any reply, leaves nothing
    behind: the same command can be given again.
    """
    options = options or Options()
    with before_first_request():
        bundle, plan = _create(plan, base, out, options)
    try:
        return advance(bundle, plan, options)
    except UserError as error:
        if bundle.state is RunState.CREATED or _without_agent(bundle, error):
            error.exit_code = RunRefusedError.exit_code
            if not options.keep_failed:
                shutil.rmtree(bundle.path)
        raise


def _create(plan: Plan, base: Path, out: Path, options: Options) -> tuple[Bundle, Plan]:
    agent = options.agent or make_agent(plan.agent, base=base)
    plan, weighing = check_plan(with_dataset_head(plan, base), base)
    if plan.baseline is not None:
        from steelyard.analysis.comparison.baseline import open_baseline

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
    return Bundle.create(out, values), plan


def check_plan(plan: Plan, base: Path) -> tuple[Plan, Weighing]:
    """Find what is wrong with a plan before anything is asked; return it settled, and its weighing.

    Raises:
        UserError: says what and where.
    """
    plan = settle(plan, base)
    weighing = load_weighing(plan.scorecard, plan.indicators, base=base, source=plan.name)
    check_names(plan, weighing)
    return plan, weighing


def with_dataset_head(plan: Plan, base: Path) -> Plan:
    """Return the plan with what the head of its dataset says; the plan's own word counts more."""
    head = read_feature_config(plan.dataset, base)
    return plan.model_copy(update={"params": head | plan.params}) if head else plan


def resume(
    path: Path,
    overrides: tuple[str, ...] = (),
    *,
    drop_damaged: bool = False,
    options: Options | None = None,
) -> Bundle:
    """Carry a run that was stopped, interrupted or killed to its end."""
    if drop_damaged:
        disk.restore_manifest(path)
    bundle = Bundle(path)
    if bundle.state is RunState.FAILED:  # there is no reply to keep: every case is asked again
        return retry(path, options)
    content = dict(bundle.manifest.values["plan"])
    for override in overrides:
        apply_override(content, override)
    plan = settle(make_plan(content, source=str(path)), Path(bundle.manifest.values["base"]))
    dataset = bundle.manifest.values["dataset"]
    files = {name: dataset[name] for name in ("files", "sha256")}
    if plan_hash(plan, files) != bundle.manifest.values["plan_hash"]:
        raise BundleError(t("bundle.other_plan", path=path), hint=t("bundle.other_plan_hint"))
    options = options or Options()
    if drop_damaged and bundle.journal_path.exists():
        with disk.writing(path):
            restore_requests(bundle, plan, options.progress)
            disk.cut_torn_line(bundle.journal_path)
            disk.drop_damaged_lines(bundle.journal_path, bundle.journal_header)
    return advance(bundle, plan, options)


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
            # Replies of a failed run are blank, if there are any.
            blank = bundle.state is RunState.FAILED
            disk.drop_failed_lines(bundle.journal_path, blank=blank)
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
            plan = prepare(bundle, plan, options)
        else:
            check_requests(bundle)
        if bundle.state in RESUMABLE:
            asking = ask_all(
                bundle, plan, options.progress, agent=options.agent, stopper=options.stopper
            )
            try:
                end = run_async(asking)
            except UserError:  # the process is about to end; it is not running any more
                if bundle.state is RunState.RUNNING:
                    bundle.manifest.move(RunState.INTERRUPTED)
                raise
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
    if bundle.state is RunState.FAILED:
        raise no_reply_error(bundle)
    return bundle


def prepare(bundle: Bundle, plan: Plan, options: Options) -> Plan:
    """Cases to asks: read, check, process, and write down everything that will be asked.

    Returns the plan with what the cases decide: whether answers are classes.

    Raises:
        RunRefusedError: there is no case, or none that could get a verdict or a metric.
    """
    values = bundle.manifest.values
    run_async(open_others(plan, Path(values["base"])))
    census = CaseCensus()
    options.progress.stage("reading")
    stream, expansion, asks, checksum = write_requests(bundle, plan, options.progress, census.watch)
    if asks == 0:
        hint = t("pipeline.no_cases_hint", read=stream.rows_read, rejected=stream.rows_rejected)
        raise RunRefusedError(t("pipeline.no_cases", path=plan.dataset.path), hint=hint)
    preview = census.preview(plan)
    options.progress.preview(preview.as_dict())
    plan, rules = freeze(plan, preview)
    found = {
        "rows": stream.rows_read,
        "rejected": stream.rows_rejected,
        "steps": [step.as_dict() for step in stream.steps],
        "fields": sorted({*stream.fields_seen, *(expansion.fields if expansion else ())}),
    }
    if stream.highest_grade is not None:
        found["highest_grade"] = stream.highest_grade
    warnings = [warning.message for warning in stream.warnings]
    if expansion is not None:
        warnings += expansion.warnings()
    if unjudged := preview.table.get("none"):
        warnings.append(t("judged.no_rule", n=unjudged))
    if stream.rows_rejected:
        warnings.append(t("pipeline.rejected", n=stream.rows_rejected, file=layout.REJECTS))
    conditions = {} if expansion is None else expansion.describe()
    dataset = values["dataset"] | found
    bundle.manifest.move(
        RunState.RUNNING,
        asks=asks,
        asks_crc32=checksum,
        dataset=dataset,
        conditions=conditions,
        warnings=warnings,
        verdict_rules=rules,
        plan=plan.model_dump(mode="json"),
    )
    return plan


def tabulate(bundle: Bundle, plan: Plan, options: Options, end: End, spread: Spread = here) -> None:
    """Journal to results table, scored in the same pass."""
    complete = end is End.COMPLETE
    if complete:
        bundle.manifest.move(RunState.FINALISING)
    scoring = make_scoring(bundle, plan, options.progress)
    options.progress.stage("tabulating")
    maker = disk.RowMaker(replayed="replay" in plan.agent, trusted=plan.trusted_claims())
    answered = bundle.answered(bundle.offsets())
    shards = disk.cut_shards(answered, of_cases=scoring.of_cases)
    target = disk.next_generation(bundle.path)
    how = spread_of_scoring(scoring, spread)
    checksums = disk.tabulate_shards(target, shards, maker, scoring, how)
    sources = maker.provenance()
    fields = bundle.manifest.values["dataset"]["fields"]
    measured = "replay" in plan.agent and measured_by_data(fields)
    failed = not measured and nothing_answered(target)
    ended = RunState.FAILED if failed else RunState.FINISHED
    bundle.manifest.move(
        ended if complete else RunState.STOPPED,
        results=target.name,
        results_crc32=checksums,
        finished_at=_now(),
        stopped_by=None if complete else end,
        counts=dict(maker.statuses),
        reported={"provenance": sources, "notes": [*options.notes, *maker.notes()]},
        provenance=sources | scoring.provenance() | scoring.claimed_from(sources),
        scorers=scoring.describe(),
        notes=[*options.notes, *maker.notes(), *scoring_notes(bundle, scoring)],
    )


def conclude(
    bundle: Bundle, plan: Plan, options: Options, spread: Spread = here, *, again: bool = False
) -> None:
    """Results table to summary and report, unless they are there already."""
    table = bundle.results_path
    if bundle.has_summary_of(table.name) and not again:
        return
    bundle.check_results()
    options.progress.stage("summarising")
    weighing = thaw_weighing(bundle.manifest.values, str(bundle.path))
    connection = disk.connect_for_analysis(table)
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
        explain_retrieval(summary, bundle)
        summary["judging"] = summarize_judging(connection, bundle.manifest.values)
        named = plan.scorecard is not None
        summary["headline"] = choose_headline(summary, named=named).as_dict()
        if plan.baseline is not None:
            from steelyard.analysis.comparison.baseline import baseline_gates

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
    keep_report(bundle, report)


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
    _same_claims(bundle, plan)
    # Where the run was asked does not matter any more; its cluster may be long gone.
    with disk.writing(bundle.path), connected(cluster_named_outside()) as spread:
        bundle.check_results()
        old, new = bundle.results_path, disk.next_generation(bundle.path)
        known = bundle.manifest.values
        plan, rules = judge_by(plan, known.get("verdict_rules") or count_rules(bundle))
        scoring = make_scoring(bundle, plan, options.progress)
        options.progress.stage("tabulating")
        checksums = disk.rewrite_parts(old, new, scoring, spread_of_scoring(scoring, spread))
        # Bundles of earlier versions do not say what was known before any scorer.
        reported = known.get("reported") or {"provenance": known["provenance"], "notes": []}
        sources = reported["provenance"]
        bundle.manifest.update(
            results=new.name,
            results_crc32=checksums,
            plan=plan.model_dump(mode="json"),
            verdict_rules=rules,
            provenance=sources | scoring.provenance() | scoring.claimed_from(sources),
            scorers=scoring.describe(),
            notes=[*reported["notes"], *scoring_notes(bundle, scoring, rules)],
            **frozen,
        )
        bundle.clear_old_results()
        if bundle.state is RunState.FAILED and not nothing_answered(new):
            bundle.manifest.move(RunState.FINISHED)  # people have seen more in the replies
        conclude(bundle, plan, options, spread)
    return bundle


def _same_claims(bundle: Bundle, plan: Plan) -> None:
    """Refuse to re-score as if other claims had been accepted: the table holds those that were."""
    known = bundle.manifest.values["plan"]
    before = {name: known[name] for name in ("accept", "witness") if known.get(name)}
    now = plan.model_dump(mode="json", include={"accept", "witness"}, exclude_defaults=True)
    if before != now:
        raise InputError(t("claims.rescore_differs", before=before or "–", now=now or "–"))


def reweigh(
    bundle: Bundle, plan: Plan, weighing: Weighing, options: Options | None = None
) -> Bundle:
    """Weigh a run anew by another scorecard or other indicators; its scores stay as they are."""
    check_names(plan, weighing)
    with disk.writing(bundle.path), connected(cluster_named_outside()) as spread:
        bundle.manifest.update(plan=plan.model_dump(mode="json"), **weighing.frozen())
        conclude(bundle, plan, options or Options(), spread, again=True)
    return bundle


def _write_summary(bundle: Bundle, summary: dict[str, Any]) -> None:
    disk.write_atomic(bundle.path / layout.SUMMARY, disk.dump_json(summary))


def check_names(plan: Plan, weighing: Weighing) -> None:
    """Find wrong scorers, conditions, gates, ... before the first case is asked."""
    for condition in plan.conditions:
        check_condition(condition, plan.agent)
    scoring = Scoring(plan.scoring_choice(), FIELDS, plan.verdict)
    scoring.describe()
    columns = {*FIELDS, *scoring.writes}
    with using_indicators(weighing.records):
        check_summary(plan.params, plan.breakdowns, plan.gates, columns, weighing.card)
        if plan.scorecard is None:
            refuse_overall_gates(plan.gates)
        if plan.baseline is not None:
            from steelyard.analysis.comparison.gates import check_fail_on

            check_fail_on(plan.baseline.fail_on)


def _without_agent(bundle: Bundle, error: UserError) -> bool:
    """Return whether a run ended because there was no agent to call, before any reply."""
    asking = bundle.state in (RunState.RUNNING, RunState.INTERRUPTED)
    return asking and isinstance(error, AgentSetupError) and max(bundle.offsets(), default=-1) < 0


def _interrupted(bundle: Bundle) -> InterruptedRunError:
    hint = t("pipeline.resume_hint", path=bundle.path)
    return InterruptedRunError(t("pipeline.interrupted"), hint=hint)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
