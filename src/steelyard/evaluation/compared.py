"""`compare`: what changed between runs, from Python."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from steelyard.analysis.comparison import Comparison, Difference, Flips, How, compare_runs
from steelyard.analysis.comparison.baseline import columns_of
from steelyard.analysis.comparison.gates import check_fail_on
from steelyard.analysis.comparison.gates import fail_on as check_gates
from steelyard.bundle import Bundle
from steelyard.evaluation.run import Run
from steelyard.evaluation.shown import Shown
from steelyard.indicators.sandbox import records_of
from steelyard.report.comparison import headline, terminal
from steelyard.scorecards import from_here, weighing_of

if TYPE_CHECKING:
    from rich.console import Console


def compare(
    base: Run | str | Path,
    *others: Run | str | Path,
    unpaired: bool = False,
    scorecard: str | Path | None = None,
    by: Iterable[str] = ("scene", "domain"),
    adjust: Literal["holm", "bh"] = "holm",
    fail_on: Iterable[str] = (),
    flips: int = 20,
) -> Compared:
    """Compare runs with a base, on the cases both were asked.

    Args:
        base: the run to compare with, or its directory.
        *others: one run or more, each compared with the base.
        unpaired: the runs asked different cases; intervals are then wider.
        scorecard: name or file of the scorecard to weigh all runs by; the base's if not given.
        by: columns whose groups are compared one by one.
        adjust: correction for many tests: `holm` or `bh`.
        fail_on: conditions on the change such as "overall: ci_low > -0.02"; see `.passed`.
        flips: how many flipped cases are read in full.

    Returns:
        The comparison; print it, or read `.differences`, `.flips`, `.passed`.
    """
    gates = tuple(fail_on)
    bundles = [Bundle(run.path if isinstance(run, Run) else run) for run in (base, *others)]
    check_fail_on(gates, records_of(bundles[0].manifest.values.get("indicators") or ()))
    weighing = None
    if scorecard is not None:
        files = bundles[0].manifest.values.get("indicators") or ()
        weighing = weighing_of(from_here(str(scorecard)), files, Path.cwd())
    columns = columns_of(gates, by)
    how = How(unpaired=unpaired, weighing=weighing, by=columns, adjust=adjust, flips=flips)
    found = compare_runs(*bundles, how=how)
    return Compared(replace(found, gates=check_gates(found, gates)))


class Compared(Shown[Comparison]):
    """Runs compared with a base.

    Attributes:
        content: the whole comparison as records; `content.as_dict()` is plain data.
    """

    name = "comparison"

    @property
    def differences(self) -> dict[str, Difference]:
        """Differences of the first run by id: `overall`, dimensions, indicators, `pass@k`."""
        found: dict[str, Difference] = {}
        for one in self.content.runs[0].differences():
            found.setdefault(one.id, one)
        return found

    @property
    def flips(self) -> Flips | None:
        """Cases of the first run that were fixed or broken; None without verdicts or pairing."""
        return self.content.runs[0].flips

    @property
    def passed(self) -> bool:
        """Whether every condition of `fail_on` was met."""
        return all(gate["passed"] for gate in self.content.gates)

    def __repr__(self) -> str:
        lines = [headline(self.content, run) for run in self.content.runs]
        return f"<Compared: {' '.join(lines)}>"

    def print_on(self, console: Console) -> None:
        """Print the tables."""
        terminal(self.content, console)
