"""`knee`: the highest load that an agent carries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Limit = Literal["completion", "p95"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a ramp.

    Attributes:
        level: users at once, or requests per second.
        completion: share of the cases that were carried through.
        p95: 95th percentile of latency in seconds.
    """

    level: float
    completion: float | None
    p95: float | None


@dataclass(frozen=True, slots=True)
class Knee:
    """Up to where a ramp was carried.

    Attributes:
        level: the highest load that was carried, with all below it; None when none was.
        next_level: the first load that was not carried; None when all were.
        limit: what it missed there: `completion` or `p95`.
        completion: the least completion that was acceptable, relative to the lowest load.
        p95: the largest acceptable 95th percentile of latency, seconds; None: any.
    """

    level: float | None
    next_level: float | None
    limit: Limit | None
    completion: float
    p95: float | None


def knee(
    steps: Iterable[Step], *, completion: float = 0.95, p95: float | None = None
) -> Knee | None:
    """Return up to where a ramp was carried; None when nothing was completed at its lowest load.

    A step is carried when its completion, relative to that of the lowest load, and its p95 are
    acceptable. A step whose numbers are not known is not.

    Args:
        steps: of the ramp, in any order.
        completion: least completion relative to the lowest load.
        p95: largest 95th percentile of latency in seconds.
    """
    rising = sorted(steps, key=lambda step: step.level)
    if not rising or not rising[0].completion:
        return None
    lowest = rising[0].completion
    carried: float | None = None
    for step in rising:
        if (limit := _missed(step, completion * lowest, p95)) is not None:
            return Knee(carried, step.level, limit, completion, p95)
        carried = step.level
    return Knee(carried, None, None, completion, p95)


def _missed(step: Step, least: float, slowest: float | None) -> Limit | None:
    # A rounding error must not turn 19 of 20 against 20 of 20 into less than 0.95.
    if step.completion is None or step.completion < least - 1e-12:
        return "completion"
    if slowest is not None and (step.p95 is None or step.p95 > slowest):
        return "p95"
    return None
