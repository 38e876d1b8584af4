"""`correlate`: how measures go together, from Python."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from steelyard.analysis.correlation import Asked, Correlation, correlate_runs
from steelyard.bundle import Bundle
from steelyard.evaluation.run import Run
from steelyard.evaluation.shown import Shown
from steelyard.i18n import pick
from steelyard.report.correlation import headline, terminal

if TYPE_CHECKING:
    from rich.console import Console


def correlate(
    *runs: Run | str | Path,
    unit: Literal["case", "scene", "run"] | None = None,
    columns: Iterable[str] = (),
    control: str | None = None,
    confidence: float = 0.95,
) -> Correlated:
    """Say how the measures of one or more runs go together.

    Args:
        *runs: runs, or their directories.
        unit: what one observation is; by default a case, and a run for three runs or more.
        columns: measures of the matrix: columns of the results, or ids of indicators; by default
            those that most analyses need.
        control: what partial correlations hold fixed: a column of numbers, `scene` or `domain`.
        confidence: of the intervals.

    Returns:
        The analysis; print it, or read `.content`.
    """
    bundles = [run._bundle if isinstance(run, Run) else Bundle(run) for run in runs]
    wanted = Asked(unit, tuple(columns), control, confidence)
    return Correlated(correlate_runs(bundles, wanted))


class Correlated(Shown[Correlation]):
    """How measures go together.

    Attributes:
        content: the whole analysis as records.
    """

    name = "correlation"

    def __repr__(self) -> str:
        return f"<Correlated: {pick(headline(self.content))}>"

    def print_on(self, console: Console) -> None:
        """Print the tables."""
        terminal(self.content, console)
