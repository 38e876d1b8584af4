"""The report of a run on a server: written to a file, or printed as if the run were here."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from steelyard.cli.remote_progress import transfer_shown
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.client import Project


def fetch_report(
    project: Project, run: str, to: str | None, output: Path | None, *, everything: bool = False
) -> None:
    """Download the report of a run, or print it.

    Args:
        project: whose run it is.
        run: its id.
        to: html, md, json, xlsx, ...; by default what the file's name ends with.
        output: where to; without it and without a format the report is printed.
        everything: print all of it.
    """
    if to is None and output is None:
        _print(project, run, everything=everything)
        return
    from steelyard.report import suffix_of

    kind = to or (output.suffix.lstrip(".") if output else "html")
    target = output or Path(f"report.{suffix_of(kind)}")
    with transfer_shown(t("remote.downloading")) as tell:
        project.runs.download(run, target, to=kind, tell=tell)
    click.echo(t("cli.report_written", path=target), err=True)


def _print(project: Project, run: str, *, everything: bool) -> None:
    from steelyard.bundle import Bundle
    from steelyard.cli.outcome import print_report

    with TemporaryDirectory() as scratch:
        with transfer_shown(t("remote.downloading")) as tell:
            folder = project.runs.fetch_bundle(run, Path(scratch) / "run", tell=tell)
        print_report(Bundle(folder), everything=everything)
