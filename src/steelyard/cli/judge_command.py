"""`steelyard judge`: graded relevance of query-document pairs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.judging.relevance import RelevanceJob

_FILE = click.Path(path_type=Path)


@click.command(cls=LocalCommand, help=t("judge.cmd_help"), epilog=t("judge.cmd_epilog"))
@click.option("--queries", type=_FILE, metavar="FILE", help=t("judge.queries_help"))
@click.option("--docs", type=_FILE, metavar="FILE", help=t("judge.docs_help"))
@click.option("--pairs", type=_FILE, metavar="FILE", help=t("judge.pairs_help"))
@click.option("--plan", type=_FILE, metavar="FILE", help=t("judge.plan_help"))
@click.option("--agent", type=_FILE, metavar="FILE", help=t("judge.agent_help"))
@click.option("--rubric", type=_FILE, metavar="FILE", help=t("judge.rubric_help"))
@click.option("--out", type=_FILE, metavar="DIR", required=True, help=t("judge.out_help"))
@click.option("-j", "--jobs", type=click.IntRange(1), metavar="N", help=t("cli.jobs_help"))
@click.option("--resume", is_flag=True, help=t("judge.resume_help"))
@click.option("--human", type=_FILE, metavar="FILE", help=t("judge.human_help"))
@click.option(
    "--min-relevance",
    type=click.FloatRange(0, 10),
    default=5.0,
    metavar="N",
    help=t("judge.min_relevance_help"),
)
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
@click.option("--plugin", "plugins", multiple=True, metavar="FILE", help=t("cli.plugin_help"))
def command(**options: Any) -> None:
    """Grade pairs of queries and documents."""
    from steelyard.cli.plugins import load_plugin_files
    from steelyard.cli.progress import choose_progress, emit
    from steelyard.judging.relevance import judge_relevance

    load_plugin_files(options["plugins"])
    summary = judge_relevance(_job(options), choose_progress(as_json=options["as_json"]))
    if options["as_json"]:
        emit("done", **summary)
    else:
        _show(summary)


def _job(options: dict[str, Any]) -> RelevanceJob:
    from steelyard.judging import choose_names, read_rubric
    from steelyard.judging.relevance import RelevanceJob, RelevancePolicy, load_judge
    from steelyard.plan import load_plan
    from steelyard.runner import RunPolicy

    plan, agent = options["plan"], options["agent"]
    if (plan is None) == (agent is None):
        raise click.UsageError(t("judge.one_source"), click.get_current_context())
    if plan is not None:
        loaded = load_plan(plan)
        choose_names(None, loaded.judges, str(plan))
        judges, policy = loaded.judges, loaded.run
    else:
        judges, policy = load_judge(agent), RunPolicy()
    if options["jobs"] is not None:
        policy = policy.model_copy(update={"concurrency": options["jobs"]})
    relevance = RelevancePolicy(policy, min_relevance=options["min_relevance"])
    if options["rubric"] is not None:
        text = read_rubric(options["rubric"])
        relevance = RelevancePolicy(policy, text, options["min_relevance"])
    return RelevanceJob(
        out=options["out"],
        judges=judges,
        base=Path(plan or agent).resolve().parent,
        policy=relevance,
        **{name: options[name] for name in ("pairs", "queries", "docs", "human", "resume")},
    )


def _show(summary: dict[str, Any]) -> None:
    from steelyard.cli.console import ResultConsole

    console = ResultConsole()
    console.print(t("judge.shown_pairs", floor=summary["min_relevance"], **_counts(summary)))
    _show_grades(summary["grades"], console)
    if "agreement" in summary:
        _show_agreement(summary["agreement"], console)
    for note in (*summary["notes"], *summary.get("agreement", {}).get("notes", ())):
        click.echo(f"{t('cli.warning')} {note}", err=True)
    click.echo(t("judge.written", **summary["files"]), err=True)


def _counts(summary: dict[str, Any]) -> dict[str, int]:
    return {name: summary[name] for name in ("graded", "pairs", "relevant", "queries")}


def _show_grades(grades: dict[str, int], console: Console) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(t("judge.shown_grade"))
    for grade in grades:
        table.add_column(grade, justify="right")
    table.add_row(t("judge.shown_count"), *map(str, grades.values()))
    console.print(table)


def _show_agreement(found: dict[str, Any], console: Console) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(t("judge.shown_people"))
    for name in found["bins"]:
        table.add_column(name, justify="right")
    for name, counts in zip(found["bins"], found["table"], strict=True):
        table.add_row(name, *map(str, counts))
    console.print(table)
    mean = found["mean"]
    lines = (
        (t("judge.shown_kappa_relevant"), found["kappa"]["relevant"]),
        (t("judge.shown_kappa_graded"), found["kappa"]["graded"]),
        (t("judge.shown_mean_judge"), {"value": mean["judge"]}),
        (t("judge.shown_mean_human", n=found["compared"]), {"value": mean["human"]}),
        (t("judge.shown_mean_corrected"), mean["corrected"]),
    )
    numbers = Table(box=None, pad_edge=False, show_header=False)
    for name, value in lines:
        numbers.add_row(name, _number(value))
    console.print(numbers)


def _number(found: dict[str, Any]) -> str:
    if found["value"] is None:
        return "–"
    text = f"{found['value']:.3f}"
    return text if found.get("lo") is None else f"{text} [{found['lo']:.3f}, {found['hi']:.3f}]"
