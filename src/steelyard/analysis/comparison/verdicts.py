"""From p values to verdicts: corrected for how many there are, and knowing which way is better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from steelyard.analysis.comparison.content import Adjustment, Difference, Verdict
from steelyard.analysis.statistics.corrections import benjamini_hochberg, holm

_METHODS: dict[Adjustment, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
}


def judged(
    family: Sequence[Difference], adjust: Adjustment = "holm", alpha: float = 0.05
) -> list[Difference]:
    """Return differences with p values corrected over all of them, and their verdicts."""
    tested = [one.p for one in family if one.p is not None]
    corrected = iter(_METHODS[adjust](tested))
    found = [one if one.p is None else _with_verdict(one, next(corrected), alpha) for one in family]
    return [replace(o, verdict="sources_differ") if o.sources.claimed_once else o for o in found]


def judged_together(
    parts: Sequence[Sequence[Difference]], adjust: Adjustment = "holm", alpha: float = 0.05
) -> list[tuple[Difference, ...]]:
    """Return the differences of several runs, judged as one family and handed back run by run."""
    found = iter(judged([one for own in parts for one in own], adjust, alpha))
    return [tuple(next(found) for _ in own) for own in parts]


def tests_in(parts: Sequence[Sequence[Difference]]) -> int:
    """Return how many differences of a family were tested."""
    return sum(one.p is not None for own in parts for one in own)


def verdict_of(value: float, p: float, direction: str, alpha: float) -> Verdict:
    """Return what a tested difference comes to."""
    if p >= alpha or value == 0:
        return "not_established"
    return "better" if (value > 0) == (direction == "up") else "worse"


def _with_verdict(one: Difference, p: float, alpha: float) -> Difference:
    assert one.value is not None
    verdict = (
        one.verdict if one.verdict == "same" else verdict_of(one.value, p, one.direction, alpha)
    )
    return replace(one, p_adjusted=p, verdict=verdict)
