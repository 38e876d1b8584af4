"""The gates a test sets, checked against a run that is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard.evaluation import Compared, Run


def run_gates(run: Run, gates: Sequence[str]) -> list[Mapping[str, Any]]:
    """Return what came of the plan's gates and of these."""
    from steelyard.indicators import using_indicators
    from steelyard.model import Interval
    from steelyard.scorecards import Overall, check_gates, thaw_weighing

    known = run.summary["overall"]
    interval = None
    if known["ci_low"] is not None:
        interval = Interval(known["ci_low"], known["ci_high"], known["ci_method"])
    overall = Overall(known["score"], known["rule"], interval=interval)
    with using_indicators(thaw_weighing(run.manifest, str(run.path)).records):
        own = [result.as_dict() for result in check_gates(gates, run.indicators, overall)]
    return [*run.summary["gates"], *own]


def comparison_with(run: Run, baseline: Path, gates: Sequence[str]) -> Compared:
    """Return the run compared with a baseline, its gates checked."""
    from dataclasses import replace

    from steelyard.analysis.comparison import How, compare_runs
    from steelyard.analysis.comparison.baseline import columns_of, open_baseline
    from steelyard.analysis.comparison.gates import fail_on
    from steelyard.bundle import Bundle
    from steelyard.evaluation import Compared
    from steelyard.scorecards import thaw_weighing

    weighing = thaw_weighing(run.manifest, str(run.path))
    how = How(weighing=weighing, by=columns_of(gates))
    found = compare_runs(open_baseline(baseline), Bundle(run.path), how=how)
    return Compared(replace(found, gates=fail_on(found, gates)))


def write_baseline(run: Path, target: Path) -> None:
    """Put a run in the place of the baseline there was.

    Raises:
        InputError: there is something else at that place, which is left alone.
    """
    import shutil

    from steelyard.bundle import Bundle
    from steelyard.errors import BundleError, InputError
    from steelyard.i18n import t

    empty = target.is_dir() and not any(target.iterdir())
    if target.exists() and not empty:
        try:
            Bundle(target)
        except BundleError as error:
            raise InputError(t("pytest_plugin.no_run_there", path=target)) from error
        shutil.rmtree(target)
    shutil.copytree(run, target, dirs_exist_ok=True)
