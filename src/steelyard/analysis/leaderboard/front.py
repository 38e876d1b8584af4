"""The Pareto front: lines that no other beats in quality, latency and cost at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Standing(NamedTuple):
    """Whether a line is on the front, and the lines that beat it."""

    front: bool
    beaten_by: tuple[str, ...]


class Offer(NamedTuple):
    """What a line offers; quality up, seconds and cost down, None when not known."""

    name: str
    quality: float | None
    latency: float | None
    cost: float | None


def front(offers: Sequence[Offer]) -> dict[str, Standing]:
    """Return where every line with a quality stands; empty when there is nothing to weigh up.

    Seconds and cost count when every one of these lines has them: what is not known is neither
    good nor bad.
    """
    known = [offer for offer in offers if offer.quality is not None]
    sides = usable(known)
    if len(known) < 2 or len(sides) < 2:
        return {}
    goods = {offer.name: _goods(offer, sides) for offer in known}
    return {name: _standing(name, goods) for name in goods}


def usable(offers: Sequence[Offer]) -> tuple[str, ...]:
    """Return which of quality, latency and cost all of the lines have."""
    return tuple(
        side
        for side in ("quality", "latency", "cost")
        if offers and all(getattr(offer, side) is not None for offer in offers)
    )


def _goods(offer: Offer, sides: Sequence[str]) -> tuple[float, ...]:
    return tuple(getattr(offer, side) * (1 if side == "quality" else -1) for side in sides)


def _standing(name: str, goods: Mapping[str, tuple[float, ...]]) -> Standing:
    own = goods[name]
    better = tuple(
        other
        for other, theirs in goods.items()
        if theirs != own and all(x >= y for x, y in zip(theirs, own, strict=True))
    )
    return Standing(not better, better)
