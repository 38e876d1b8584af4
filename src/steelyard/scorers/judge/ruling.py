"""From the scores of several judges to one value and a verdict: pass, fail or uncertain."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Literal, NamedTuple

Verdict = Literal["pass", "fail", "uncertain"]
_EXACT = 9  # digits: 0.9 - 0.6 must not exceed 0.3


class Ruling(NamedTuple):
    """What a panel found.

    Attributes:
        value: mean over judges of the mean over their samples, in [0, 1]; None if none is readable.
        spread: highest minus lowest judgement.
        verdict: `uncertain` when most judgements are unreadable or they lie too far apart.
        by_judge: each judge's own mean.
    """

    value: float | None
    spread: float | None
    verdict: Verdict
    by_judge: tuple[float | None, ...]

    @property
    def passed(self) -> bool | None:
        """The verdict as a boolean; None when it is uncertain."""
        return None if self.verdict == "uncertain" else self.verdict == "pass"


def rule(scores: Sequence[Sequence[float | None]], *, threshold: float, margin: float) -> Ruling:
    """Return the ruling on one answer.

    Args:
        scores: for each judge its samples in [0, 1]; None where one could not be read.
        threshold: a value from here on passes.
        margin: judgements further apart than this leave it open.
    """
    by_judge = tuple(_mean(samples) for samples in scores)
    readable = [score for samples in scores for score in samples if score is not None]
    value = _mean(by_judge)
    if value is None:
        return Ruling(None, None, "uncertain", by_judge)
    spread = round(max(readable) - min(readable), _EXACT)
    most_read = 2 * len(readable) > sum(len(samples) for samples in scores)
    if spread > margin or not most_read:
        return Ruling(value, spread, "uncertain", by_judge)
    passed = round(value, _EXACT) >= threshold
    return Ruling(value, spread, "pass" if passed else "fail", by_judge)


def _mean(scores: Sequence[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    return fmean(known) if known else None
