"""`steelyard report`."""

from __future__ import annotations

from pathlib import Path

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("cli.report_help"))
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--to", metavar="html|md|json", help=t("cli.to_help"))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=t("cli.output_help"))
@click.option("--all", "everything", is_flag=True, help=t("cli.report_all_help"))
def command(  # click passes by name
    directory: Path,
    to: str | None,
    output: Path | None,
    everything: bool,  # noqa: FBT001
) -> None:
    """Write or print the report of a run."""
    from steelyard.bundle import Bundle, connect
    from steelyard.cli.outcome import print_report
    from steelyard.report import collect, write_report

    bundle = Bundle(directory)
    if to is None and output is None:
        print_report(bundle, everything=everything)
        return
    kind = to or (output.suffix.lstrip(".") if output else "html")
    target = output or bundle.path / f"report.{kind}"
    connection = connect(bundle.results_path)
    try:
        report = collect(bundle.manifest.values, bundle.summary(), connection)
    finally:
        connection.close()
    write_report(report, kind, target)
    click.echo(t("cli.report_written", path=target), err=True)
