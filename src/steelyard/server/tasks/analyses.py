"""Runs compared, ranked and correlated for pages: made as heavy work, and kept.

Sentences inside the results are in one language, so what is kept is kept for a language too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from steelyard.analysis.comparison import Adjustment, Comparison, How, compare_runs
from steelyard.analysis.correlation import Asked, Correlation, correlate_runs
from steelyard.analysis.leaderboard import Choice, Leaderboard, leaderboard
from steelyard.bundle import Bundle
from steelyard.i18n import language
from steelyard.server.heavy_work import run_once
from steelyard.server.tasks.reports import stamp

Called = Mapping[Path, str]  # what people know the run at a path by
Pairing = Literal["same", "shared", "none"]
Unit = Literal["case", "scene", "run"]
_FLIPS = 100  # cases that flipped and are shown in full


def compare_paths(runs: Called, *, adjust: Adjustment, paired: bool) -> Comparison:
    """Compare runs with the first of them; waits while that is made.

    Raises:
        InputError: there is one run only, or too few cases match.
        BundleError: a run has no results yet.
    """
    key = ("comparison", language(), adjust, paired, *_stamps(runs))
    return run_once(key, _compare, dict(runs), adjust, paired)


def rank_paths(runs: Called, *, pairing: Pairing) -> Leaderboard:
    """Rank runs, all weighed by the scorecard of the first.

    Raises:
        InputError: they answered different cases and `pairing` is `same`.
        BundleError: a run has no results yet.
    """
    key = ("leaderboard", language(), pairing, *_stamps(runs))
    return run_once(key, _rank, dict(runs), pairing)


def correlate_paths(
    runs: Called, *, unit: Unit | None = None, control: str | None = None
) -> Correlation:
    """Relate the measures of runs.

    Raises:
        InputError: a unit or control that these runs do not have.
        BundleError: a run has no results yet.
    """
    key = ("correlation", language(), unit, control, *_stamps(runs))
    return run_once(key, _correlate, dict(runs), unit, control)


def run_of_path(path: str) -> str:
    """Return the id of the run whose bundle an analysis read at `path`."""
    return Path(path).name


def _stamps(runs: Called) -> Iterator[object]:
    for path, name in runs.items():
        yield name, *stamp(path)


def _opened(runs: Called) -> list[Bundle]:
    return [Bundle(path, name) for path, name in runs.items()]


def _compare(
    runs: Called,
    adjust: Adjustment,
    paired: bool,  # noqa: FBT001 - sent to another process by position
) -> Comparison:
    how = How(unpaired=not paired, adjust=adjust, flips=_FLIPS)
    return compare_runs(*_opened(runs), how=how)


def _rank(runs: Called, pairing: Pairing) -> Leaderboard:
    return leaderboard(_opened(runs), Choice(pairing=pairing))


def _correlate(runs: Called, unit: Unit | None, control: str | None) -> Correlation:
    return correlate_runs(_opened(runs), Asked(unit=unit, control=control or None))
