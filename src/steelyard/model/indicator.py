"""What an indicator comes to: a value with everything needed to believe or doubt it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

IndicatorStatus = Literal["ok", "na", "low_n", "boundary", "degenerate", "declared", "claimed"]
Provenance = Literal["measured", "declared", "claimed"]
"""By this run or a named witness; by the dataset; by the agent, where the plan accepts it."""

_WEAKER: tuple[Provenance, ...] = ("claimed", "declared")


def weakest(found: Iterable[str | None]) -> Provenance:
    """Return the weakest source: what rests on a claim is a claim, whatever else it rests on."""
    known = set(found)
    return next((source for source in _WEAKER if source in known), "measured")


class Interval(NamedTuple):
    """A confidence interval and how it was made."""

    low: float
    high: float
    method: str
    confidence: float = 0.95


@dataclass(frozen=True, slots=True)
class IndicatorValue:
    """One indicator of one run (or of one slice of it).

    Attributes:
        id: the indicator.
        value: in its natural unit; None when undefined, never 0 instead.
        score: the value on [0, 1] with higher better; None when undefined or without a reference.
        n: cases (or rows) that counted.
        n_missing: rows left out because a needed field was missing.
        interval: None when no honest one exists; `notes` then says why.
        status: `ok`, `na`, `low_n`, `boundary`, `degenerate`, `declared` or `claimed`.
        provenance: the weakest source of its inputs: measured, declared or claimed.
        signature: id, version, parameters and seed, enough to compute it again.
        notes: reasons and warnings, in the user's language.
    """

    id: str
    value: float | None
    score: float | None = None
    n: int = 0
    n_missing: int = 0
    interval: Interval | None = None
    status: IndicatorStatus = "ok"
    provenance: Provenance = "measured"
    signature: str = ""
    notes: tuple[str, ...] = field(default=())

    def as_dict(self) -> dict[str, Any]:
        """Return the value as plain JSON."""
        low, high, method, confidence = self.interval or (None, None, None, None)
        return {
            "id": self.id,
            "value": self.value,
            "score": self.score,
            "n": self.n,
            "n_missing": self.n_missing,
            "ci_low": low,
            "ci_high": high,
            "ci_method": method,
            "ci_confidence": confidence,
            "status": self.status,
            "provenance": self.provenance,
            "signature": self.signature,
            "notes": list(self.notes),
        }
