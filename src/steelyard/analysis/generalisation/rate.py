"""`Rate`: a number of a table with what is needed to doubt it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steelyard.model import IndicatorValue, Provenance


@dataclass(frozen=True, slots=True)
class Rate:
    """A share, difference or ratio: `value` is None when undefined, its limits when not honest."""

    value: float | None
    ci_low: float | None = None
    ci_high: float | None = None
    n: int = 0
    provenance: Provenance = "measured"


def rate_of(value: IndicatorValue) -> Rate:
    """Return the part of an indicator's value that a table shows."""
    interval = value.interval
    return Rate(
        value.value,
        None if interval is None else interval.low,
        None if interval is None else interval.high,
        value.n,
        value.provenance,
    )
