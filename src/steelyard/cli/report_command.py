"""`steelyard report`."""

from __future__ import annotations

from pathlib import Path

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("cli.report_help"), epilog=t("cli.report_epilog"))
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--to", metavar="html|md|json|xlsx|pdf|junit|summary", help=t("cli.to_help"))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=t("cli.output_help"))
@click.option("--all", "everything", is_flag=True, help=t("cli.report_all_help"))
@click.option("--server", metavar="URL", help=t("remote.report_server_help"))
@click.option("--token", metavar="TOKEN", help=t("remote.token_help"))
@click.option("--project", metavar="NAME", help=t("remote.project_help"))
def command(
    directory: Path, to: str | None, output: Path | None, *, everything: bool, **remote: str | None
) -> None:
    """Write or print the report of a run."""
    if remote["server"] is not None:
        from steelyard.cli.remote import open_project
        from steelyard.cli.remote_report import fetch_report

        with open_project(**remote) as project:
            fetch_report(project, str(directory), to, output, everything=everything)
        return
    from steelyard.bundle import Bundle
    from steelyard.cli.outcome import print_report
    from steelyard.report import report_of, suffix_of, write_report

    bundle = Bundle(directory)
    if to is None and output is None:
        print_report(bundle, everything=everything)
        return
    kind = to or (output.suffix.lstrip(".") if output else "html")
    target = output or bundle.path / f"report.{suffix_of(kind)}"
    report = report_of(bundle)
    write_report(report, kind, target, results=bundle.results_path)
    click.echo(t("cli.report_written", path=target), err=True)
    if kind == "xlsx" and report.cases is not None:
        _say_what_is_cut(report.cases.total)


def _say_what_is_cut(rows: int) -> None:
    """Say it here too: in the workbook it stands below a million rows."""
    from steelyard.i18n import pick
    from steelyard.report.tables.cases import cut_note

    if (note := cut_note(rows)) is not None:
        click.echo(pick(note), err=True)
