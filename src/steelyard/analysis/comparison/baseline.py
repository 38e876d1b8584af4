"""A run that has just been weighed, held against the baseline its plan names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.analysis.comparison.compare import How, compare_runs
from steelyard.analysis.comparison.gates import fail_on
from steelyard.bundle import Bundle
from steelyard.errors import BundleError, UserError
from steelyard.i18n import t
from steelyard.model import FIELDS

if TYPE_CHECKING:
    from steelyard.scorecards import Weighing


def open_baseline(path: Path) -> Bundle:
    """Return the run to compare with.

    Raises:
        BundleError: there is none, or it has no results.
    """
    try:
        bundle = Bundle(path)
        bundle.summary()
    except BundleError as error:
        message = t("gates.no_baseline", path=path, why=error.message)
        raise BundleError(message, hint=t("gates.no_baseline_hint")) from error
    return bundle


def baseline_gates(
    run: Bundle, path: Path, gates: Sequence[str], weighing: Weighing
) -> list[Mapping[str, Any]]:
    """Return what came of the gates on the change, as the gates of a summary are written.

    Whatever keeps the runs from being compared is why the gates are not met: a run that took hours
    is not lost because its baseline is.
    """
    try:
        base = open_baseline(path)
        how = How(weighing=weighing, by=columns_of(gates), flips=0)
        found = fail_on(compare_runs(base, run, how=how), gates)
        name = str(base.manifest.values["name"])
    except UserError as error:
        found = tuple(
            {"text": gate, "passed": False, "observed": None, "reason": error.message}
            for gate in gates
        )
        name = path.name
    kept = ("passed", "observed", "reason")
    return [
        {"text": t("gates.against", text=one["text"], base=name)} | {k: one[k] for k in kept}
        for one in found
    ]


def columns_of(gates: Sequence[str], by: Iterable[str] = ("scene", "domain")) -> tuple[str, ...]:
    """Return the columns to break down by: those of `by`, and those whose groups gates look at."""
    named = (gate.partition(".")[0].strip() for gate in gates)
    return tuple(dict.fromkeys((*by, *(one for one in named if one in FIELDS))))
