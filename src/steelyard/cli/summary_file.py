"""`--summary`: what came of a run or a comparison, on the summary page of a job."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steelyard.i18n import t
from steelyard.report.write import not_written

if TYPE_CHECKING:
    from steelyard.analysis.comparison.content import Comparison
    from steelyard.report import RunReport

VARIABLE = "GITHUB_STEP_SUMMARY"


def append_summary(content: RunReport | Comparison) -> None:
    """Append to the file that the job names; outside of a job say that there is none."""
    from steelyard.report.job_summary import LIMIT, job_summary

    name = os.environ.get(VARIABLE)
    if not name:
        click.echo(f"{t('cli.warning')} {t('junit.no_summary_file', variable=VARIABLE)}", err=True)
        return
    path = Path(name)
    try:
        room = LIMIT - (path.stat().st_size if path.exists() else 0)
        with path.open("ab") as file:
            file.write(job_summary(content, limit=room).encode())
    except OSError as error:
        raise not_written(path, error) from error
