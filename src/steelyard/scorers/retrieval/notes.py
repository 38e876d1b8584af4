"""What a reader should know about relevance in a run: the threshold, and why nothing is defined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from steelyard.i18n import t
from steelyard.model import relevance_threshold


def relevance_notes(scorers: Iterable[Mapping[str, Any]], highest: float | None) -> list[str]:
    """Return from which grade on a document was relevant, and what follows where none was.

    Args:
        scorers: the run's, as the manifest describes them.
        highest: highest grade of the dataset; None where there are no grades.
    """
    thresholds = _thresholds(scorers)
    if highest is None or not thresholds:
        return []
    notes = []
    if relevance_threshold(highest) in thresholds:
        key = "note_small_scale" if relevance_threshold(highest) == 1 else "note_scale"
        notes.append(t(f"retrieval.{key}", highest=f"{highest:g}", how=""))
    others = sorted(thresholds - {relevance_threshold(highest)})
    notes += [t("retrieval.note_set", threshold=f"{threshold:g}") for threshold in others]
    reason = nothing_relevant(scorers, highest)
    return [*notes, reason] if reason else notes


def nothing_relevant(scorers: Iterable[Mapping[str, Any]], highest: float | None) -> str | None:
    """Return why no query has a relevant document; None where one may have."""
    thresholds = _thresholds(scorers)
    if highest is None or not thresholds or min(thresholds) <= highest:
        return None
    least = f"{min(thresholds):g}"
    return t("retrieval.nothing_relevant", threshold=least, highest=f"{highest:g}")


def _thresholds(scorers: Iterable[Mapping[str, Any]]) -> set[float]:
    found = (scorer["params"].get("min_relevance") for scorer in scorers)
    return {float(threshold) for threshold in found if threshold is not None}
