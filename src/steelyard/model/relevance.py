"""From which grade on a document is relevant: one rule for files, runs, scorers and judges."""

from __future__ import annotations

HIGHEST_GRADE = 10
_SMALL_SCALE = 4  # grades up to here are TREC's scale, on which 1 is relevant; above, ours to 10


def relevance_threshold(highest: float | None) -> float:
    """Return the least grade that is relevant, from the highest grade there is in the data.

    Without any grade it is that of the scale to 10.
    """
    return 1.0 if highest is not None and highest <= _SMALL_SCALE else 5.0
