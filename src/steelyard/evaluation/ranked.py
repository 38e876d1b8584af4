"""`leaderboard`: runs ranked by one scorecard, from Python."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from steelyard.analysis.leaderboard import Choice, Leaderboard, Line, Pair, find_runs
from steelyard.analysis.leaderboard import leaderboard as rank_runs
from steelyard.evaluation.run import Run
from steelyard.evaluation.shown import Shown
from steelyard.i18n import pick
from steelyard.report.leaderboard import terminal, verdict
from steelyard.scorecards import from_here

if TYPE_CHECKING:
    from rich.console import Console


def leaderboard(
    *runs: Run | str | Path,
    scorecard: str | Path | None = None,
    indicators: Iterable[str] = (),
    group_by: Literal["run", "name", "agent"] = "run",
    pairing: Literal["same", "shared", "none"] = "same",
) -> Ranked:
    """Rank runs by one scorecard.

    Args:
        *runs: runs, their directories, or directories that hold runs.
        scorecard: name or file of the scorecard to weigh all runs by; the first run's if not given.
        indicators: ids to show beside the parts of the scorecard.
        group_by: a line for each run, or for all runs of one name or one agent.
        pairing: what to do when runs answered different cases: `same` refuses them, `shared` takes
            the cases all of them answered, `none` those of each.

    Returns:
        The leaderboard; print it, or read `.lines`, `.pairs`.
    """
    found = find_runs([run.path if isinstance(run, Run) else run for run in runs])
    card = None if scorecard is None else from_here(str(scorecard))
    return Ranked(rank_runs(found, Choice(card, tuple(indicators), group_by, pairing)))


class Ranked(Shown[Leaderboard]):
    """Runs ranked by one scorecard.

    Attributes:
        content: the whole leaderboard as records; `content.as_dict()` is plain data.
    """

    name = "leaderboard"

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines, the best first: `.name`, `.rank`, `.rank_low`, `.overall.value`, ..."""
        return self.content.lines

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two lines compared."""
        return self.content.pairs

    def __repr__(self) -> str:
        return f"<Ranked: {pick(verdict(self.content))}>"

    def print_on(self, console: Console) -> None:
        """Print the tables."""
        terminal(self.content, console)
