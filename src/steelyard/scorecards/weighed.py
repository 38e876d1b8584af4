"""What a node of a scorecard came to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.model import IndicatorValue, Interval, Provenance, weakest
from steelyard.scorecards.node import Node

if TYPE_CHECKING:
    from steelyard.scorecards.resampled import Floats


class Weighed(NamedTuple):
    """A node with its score and everything needed to read it.

    Attributes:
        share: of the root's weight, after what is missing gave its own away; 0 when not blended in.
        score: None when undefined.
        coverage: share of the weight below that is backed by a score.
        lo: the score if everything missing below were 0.
        hi: the score if everything missing below were 1.
        interval: of the score; None when none is honest.
        drawn: the score in resamples.
        instead: what stands in for the node.
        value: the indicator of a leaf.
        has_cases: whether the data has cases for it, whatever the agent made of them.
    """

    node: Node
    share: float
    score: float | None
    coverage: float
    lo: float
    hi: float
    interval: Interval | None = None
    drawn: Floats | None = None
    children: tuple[Weighed, ...] = ()
    notes: tuple[str, ...] = ()
    instead: Weighed | None = None
    value: IndicatorValue | None = None
    has_cases: bool = False

    @property
    def provenance(self) -> Provenance:
        """The weakest source of the indicators that its score rests on."""
        if self.value is not None:
            return weakest([self.value.provenance if self.score is not None else None])
        below = self.children if self.instead is None else (self.instead,)
        return weakest(child.provenance for child in below)

    def walk(self) -> Iterator[Weighed]:
        """Yield the node and everything below it, without what stands in."""
        yield self
        for child in self.children:
            yield from child.walk()

    def scaled(self, factor: float) -> Weighed:
        """Return the node carrying `factor` times its share, and all below it likewise."""
        children = tuple(child.scaled(factor) for child in self.children)
        instead = None if self.instead is None else self.instead.scaled(factor)
        return self._replace(share=self.share * factor, children=children, instead=instead)

    def as_dict(self) -> dict[str, Any]:
        """Return the node and everything below it as plain JSON."""
        low, high, method, confidence = self.interval or (None, None, None, None)
        plain: dict[str, Any] = {
            "id": self.node.id,
            "name": self.node.name._asdict(),
            "weight": self.node.weight,
            "share": self.share,
            "score": self.score,
            "contribution": None if self.score is None else self.share * self.score,
            "coverage": self.coverage,
            "lo": self.lo,
            "hi": self.hi,
            "ci_low": low,
            "ci_high": high,
            "ci_method": method,
            "ci_confidence": confidence,
            "provenance": self.provenance,
            "notes": list(self.notes),
        }
        if self.node.indicator is not None:
            value = self.value
            plain |= {
                "indicator": self.node.indicator,
                "value": None if value is None else value.value,
                "status": "na" if value is None else value.status,
                "n": 0 if value is None else value.n,
            }
        else:
            plain |= {"aggregation": self.node.aggregation, "missing": self.node.missing}
            plain["children"] = [child.as_dict() for child in self.children]
        if self.instead is not None:
            plain["instead"] = self.instead.as_dict()
        return plain
