"""`steelyard correlate`: how measures go together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.analysis.correlation import Correlation

_PATH = click.Path(path_type=Path)


@click.command(cls=LocalCommand, help=t("correlation.help"), epilog=t("correlation.epilog"))
@click.argument("runs", nargs=-1, required=True, type=_PATH, metavar="RUN...")
@click.option(
    "--unit", type=click.Choice(["case", "scene", "run"]), help=t("correlation.unit_help")
)
@click.option("--columns", metavar="NAME,NAME", help=t("correlation.columns_help"))
@click.option("--control", metavar="NAME", help=t("correlation.control_help"))
@click.option("--confidence", default=0.95, metavar="SHARE", help=t("correlation.confidence_help"))
@click.option(
    "--most",
    default=200_000,
    type=click.IntRange(100),
    metavar="N",
    help=t("correlation.most_help"),
)
@click.option(
    "--seed", default=7, type=click.IntRange(0), metavar="N", help=t("correlation.seed_help")
)
@click.option("--all", "everything", is_flag=True, help=t("correlation.all_help"))
@click.option("--json", "as_json", is_flag=True, help=t("correlation.json_help"))
@click.option("--to", metavar="html|md|json|xlsx|pdf", help=t("correlation.to_help"))
@click.option("-o", "--output", type=_PATH, metavar="FILE", help=t("cli.output_help"))
def command(runs: tuple[Path, ...], **options: Any) -> None:
    """Relate the measures of one or more runs."""
    import sys

    from steelyard.analysis.correlation import Asked, correlate_runs
    from steelyard.analysis.correlation.drivers import Effort
    from steelyard.bundle import Bundle

    columns = tuple(filter(None, (name.strip() for name in (options["columns"] or "").split(","))))
    asked = Asked(
        unit=options["unit"],
        columns=columns,
        control=options["control"],
        confidence=options["confidence"],
        most=options["most"],
        effort=Effort(seed=options["seed"]),
        seed=options["seed"],
    )
    if sys.stderr.isatty():
        click.echo(t("correlation.reading", n=len(runs)), err=True)
    _show(correlate_runs([Bundle(path) for path in runs], asked), options)


def _show(found: Correlation, options: dict[str, Any]) -> None:
    to, output = options["to"], options["output"]
    if to or output:
        from steelyard.report import suffix_of, write_report

        kind = to or output.suffix.lstrip(".")
        target = write_report(found, kind, output or Path(f"correlation.{suffix_of(kind)}"))
        click.echo(t("cli.report_written", path=target), err=True)
    if options["as_json"]:
        from steelyard.report.correlation import json

        click.echo(json(found).decode(), nl=False)
    elif not (to or output):
        from steelyard.cli.console import ResultConsole
        from steelyard.report.correlation import terminal

        terminal(found, ResultConsole(), everything=options["everything"])
