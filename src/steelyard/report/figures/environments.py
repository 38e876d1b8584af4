"""`environments`: where the agent came to run, and what was left of it there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.conditions import deployed_words
from steelyard.report.figures.axes import finite
from steelyard.report.figures.faults import share_cell
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.lettering import bold, said, sentences, short
from steelyard.report.figures.matrix import Cell, matrix_drawing
from steelyard.report.numbers import count_text

if TYPE_CHECKING:
    from steelyard.analysis.conditions import EnvironmentLine
    from steelyard.report.content import RunReport

_MOST = 40


def environments(report: RunReport) -> Figure | None:
    """Draw the matrix of environments; None when there was only the origin."""
    every = () if report.conditions is None else report.conditions.environments
    if not every:
        return None
    lines, caption = every[:_MOST], said("environments_caption")
    if len(lines) < len(every):
        caption = sentences(caption, said("first_of", shown=_MOST, n=len(every)))
    heads = [
        said(name) for name in ("env_runs", "env_success", "env_kept", "env_covered", "env_issues")
    ]
    return Figure(
        "environments",
        said("environments_title"),
        caption,
        matrix_drawing([line.name for line in lines], heads, [_cells(line) for line in lines]),
        table(
            (said("environment"), *heads),
            [
                (
                    line.name,
                    deployed_words(line),
                    finite(line.success.value),
                    None if line.kept is None else finite(line.kept.value),
                    finite(line.covered),
                    line.compat_issues,
                )
                for line in lines
            ],
        ),
    )


def _cells(line: EnvironmentLine) -> list[Cell]:
    runs = line.deployed is not False
    issues = count_text(line.compat_issues)
    return [
        Cell(_verdict(line), 1.0 if runs else 0.0),
        share_cell(line.success.value),
        share_cell(None if line.kept is None else line.kept.value),
        share_cell(line.covered),
        Cell(Words(issues, issues), 1.0 if line.compat_issues == 0 else 0.0),
    ]


def _verdict(line: EnvironmentLine) -> Words:
    words = short(deployed_words(line), 10)
    return words if line.deployed is not False else bold(words)
