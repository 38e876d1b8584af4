"""`steelyard leaderboard`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("leaderboard.help"), epilog=t("leaderboard.epilog"))
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--scorecard", metavar="NAME|FILE", help=t("leaderboard.scorecard_help"))
@click.option("--indicators", metavar="ID,ID", help=t("leaderboard.indicators_help"))
@click.option(
    "--group-by", metavar="run|name|agent", default="run", help=t("leaderboard.group_help")
)
@click.option("--shared", is_flag=True, help=t("leaderboard.shared_help"))
@click.option("--unpaired", is_flag=True, help=t("leaderboard.unpaired_help"))
@click.option("--json", "as_json", is_flag=True, help=t("leaderboard.json_help"))
@click.option("--to", metavar="md|json|csv|html|xlsx", help=t("leaderboard.to_help"))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=t("leaderboard.output_help"))
def command(runs: tuple[Path, ...], **options: Any) -> None:
    """Rank runs."""
    from steelyard.analysis.leaderboard import Choice, find_runs, leaderboard
    from steelyard.cli.console import ResultConsole
    from steelyard.report import write_report
    from steelyard.report.leaderboard import json, terminal
    from steelyard.scorecards import from_here

    if options["shared"] and options["unpaired"]:
        raise click.UsageError(t("leaderboard.both_pairings"))
    choice = Choice(
        scorecard=from_here(options["scorecard"]) if options["scorecard"] else None,
        indicators=tuple(_listed(options["indicators"])),
        group_by=options["group_by"],
        pairing="shared" if options["shared"] else "none" if options["unpaired"] else "same",
    )
    board = leaderboard(find_runs(runs), choice, on_line=_tell)
    to, output = options["to"], options["output"]
    if to or output:
        kind = to or output.suffix.lstrip(".")
        target = write_report(board, kind, output or Path(f"leaderboard.{kind}"))
        click.echo(t("cli.report_written", path=target), err=True)
    elif options["as_json"]:
        click.echo(json(board).decode(), nl=False)
    else:
        terminal(board, ResultConsole())


def _tell(name: str) -> None:
    if sys.stderr.isatty():
        click.echo(t("leaderboard.weighing", name=click.unstyle(name)[:60]), err=True)


def _listed(text: str | None) -> list[str]:
    return [name.strip() for name in (text or "").split(",") if name.strip()]
