"""A line per condition, and per kind, phase and fault of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.analysis.generalisation.rate import Rate


@dataclass(frozen=True, slots=True)
class Applied:
    """One condition as a whole.

    Attributes:
        condition: `perturb`, `load`, `fault`, `environment` or `single`.
        cases: cases it was made from.
        asked: rows asked.
        landed: rows on which it really happened; None where asking so is all there is to it.
        success: completion; of `perturb` where an answer is wanted, of `load` at the peak, of
            `fault` where it landed.
        plain: completion of the same cases at baseline.
        indicators: those that measure it, the one to look at first in front.
        settings: what the plan says about it.
    """

    condition: str
    cases: int
    asked: int
    landed: int | None
    success: Rate
    plain: float | None
    indicators: tuple[str, ...]
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class KindLine:
    """One perturbation at one strength.

    Attributes:
        wants: what is right to do: `answer`, or `clarify` or `refuse`.
        success: answered rightly, or reacted as wanted.
        plain: completion of the same cases at baseline; None where another reaction is wanted.
        kept: success relative to that of the same cases at baseline.
        unsuited: cases in which it found nothing to change.
    """

    kind: str
    strength: float | None
    wants: str
    asked: int
    landed: int
    success: Rate
    plain: float | None
    kept: Rate | None
    unsuited: int


@dataclass(frozen=True, slots=True)
class PhaseLine:
    """One phase of a load, or one step of a ramp.

    Attributes:
        level: users at once, or requests per second.
        success: completion.
        p50: median latency in seconds, from the intended start.
        p95: its 95th percentile.
        delay_p95: 95th percentile of how late requests left.
        in_flight: most requests under way at once.
    """

    phase: str
    level: float | None
    asked: int
    success: Rate
    p50: float | None
    p95: float | None
    delay_p95: float | None
    in_flight: int | None


@dataclass(frozen=True, slots=True)
class FaultLine:
    """One kind of fault.

    Attributes:
        success: completion of the rows on which it landed.
        plain: completion of the same cases at baseline.
        kept: success relative to that.
        timed_out: rows on which it landed that ran out of time.
        attempts: mean attempts of those rows.
    """

    fault: str
    asked: int
    landed: int
    success: Rate
    plain: float | None
    kept: Rate | None
    timed_out: int
    attempts: float | None
