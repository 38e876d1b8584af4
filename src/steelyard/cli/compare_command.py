"""`steelyard compare`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.cli.summary_file import append_summary
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.analysis.comparison import Comparison, How
    from steelyard.bundle import Bundle


@click.command(cls=LocalCommand, help=t("compare.help"), epilog=t("compare.epilog"))
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("new", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--unpaired", is_flag=True, help=t("compare.unpaired_help"))
@click.option("--scorecard", metavar="NAME|FILE", help=t("compare.scorecard_help"))
@click.option("--by", metavar="COLUMN,...", default="scene,domain", help=t("compare.by_help"))
@click.option("--adjust", metavar="holm|bh", default="holm", help=t("compare.adjust_help"))
@click.option("--confidence", metavar="SHARE", default=0.95, help=t("compare.confidence_help"))
@click.option("--fail-on", "gates", metavar="GATE", multiple=True, help=t("compare.fail_on_help"))
@click.option(
    "--flips", metavar="N", type=click.IntRange(0), default=20, help=t("compare.flips_help")
)
@click.option("--all", "everything", is_flag=True, help=t("compare.all_help"))
@click.option("--json", "as_json", is_flag=True, help=t("compare.json_help"))
@click.option("--to", metavar="FORMAT", help=t("compare.to_help"))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=t("cli.output_help"))
@click.option("--summary", is_flag=True, help=t("compare.summary_help"))
def command(base: Path, new: tuple[Path, ...], **options: Any) -> None:
    """Compare runs with a base."""
    from dataclasses import replace

    from steelyard.analysis.comparison import compare_runs
    from steelyard.analysis.comparison.gates import check_fail_on, fail_on
    from steelyard.bundle import Bundle
    from steelyard.indicators.sandbox import records_of

    runs = [Bundle(path) for path in (base, *new)]
    check_fail_on(options["gates"], records_of(runs[0].manifest.values.get("indicators") or ()))
    found = compare_runs(*runs, how=_how(runs[0], options), on_run=_progress(runs))
    found = replace(found, gates=fail_on(found, options["gates"]))
    _show(found, options)
    _refuse(found, as_json=options["as_json"])


def _how(base: Bundle, options: dict[str, Any]) -> How:
    from steelyard.analysis.comparison import How
    from steelyard.analysis.comparison.baseline import columns_of
    from steelyard.scorecards import from_here, weighing_of

    weighing = None
    if options["scorecard"]:
        files = base.manifest.values.get("indicators") or ()
        weighing = weighing_of(from_here(options["scorecard"]), files, Path.cwd())
    by = [name.strip() for name in options["by"].split(",") if name.strip()]
    return How(
        unpaired=options["unpaired"],
        weighing=weighing,
        by=columns_of(options["gates"], by),
        adjust=options["adjust"],
        flips=_flips(options),
        confidence=options["confidence"],
    )


def _flips(options: dict[str, Any]) -> int:
    """Return how many flips to read; test results list them all, however many people care to."""
    from steelyard.report.junit import MOST_CASES

    return MOST_CASES if options["to"] == "junit" else int(options["flips"])


def _progress(runs: list[Bundle]) -> Any:
    """Return what says which run is being compared, on a terminal only."""
    import sys

    if not sys.stderr.isatty():
        return None

    def tell(number: int) -> None:
        said = t("compare.comparing", n=number + 1, of=len(runs) - 1, path=runs[number + 1].path)
        click.echo(said, err=True)

    return tell


def _show(found: Comparison, options: dict[str, Any]) -> None:
    from steelyard.report import suffix_of, write_report

    to, output = options["to"], options["output"]
    if options["summary"]:
        append_summary(found)
    if to or output:
        kind = to or output.suffix.lstrip(".")
        target = write_report(found, kind, output or Path(f"comparison.{suffix_of(kind)}"))
        click.echo(t("cli.report_written", path=target), err=True)
    if options["as_json"]:
        from steelyard.report.comparison import json

        click.echo(json(found).decode(), nl=False)
    elif not (to or output):
        from steelyard.cli.console import ResultConsole
        from steelyard.report.comparison import terminal

        terminal(found, ResultConsole(), everything=options["everything"])


def _refuse(found: Comparison, *, as_json: bool) -> None:
    """Fail when a gate did; beside a JSON document the sentence goes to standard error."""
    from steelyard.cli.frame import echo_error
    from steelyard.errors import GateError

    failed = [
        f"{gate['text']} ({gate['run']})" if len(found.runs) > 1 else str(gate["text"])
        for gate in found.gates
        if not gate["passed"]
    ]
    if not failed:
        return
    error = GateError(t("pipeline.gate_failed", gates="; ".join(failed)))
    if not as_json:
        raise error
    echo_error(str(error))
    click.get_current_context().exit(error.exit_code)
