"""The weights of siblings: what they share of 1, and how one of them is changed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.errors import SteelyardError
from steelyard.scorecards.node_weights import weights_by_method

_UNITS = 10_000  # weights are written to four digits


def id_of(raw: Mapping[str, Any], otherwise: str = "") -> str:
    """Return the id of a node as the reader of scorecards sees it."""
    return str(raw.get("id") or raw.get("indicator") or otherwise)


def shown_weights(raw: Mapping[str, Any]) -> dict[int, float] | None:
    """Return the weights of children that share 1, by number; None when they cannot be read."""
    children = [one for one in raw.get("children") or () if isinstance(one, Mapping)]
    try:
        if raw.get("weights") is not None:
            found = weights_by_method("", raw["weights"], [id_of(one) for one in children])
            return dict(enumerate(found))
        # What is in reserve stands beside the others and takes nothing from them.
        given = {n: _number(one) for n, one in enumerate(children) if not one.get("reserve")}
    except (SteelyardError, ValueError):
        return None
    total = math.fsum(given.values())
    return {n: weight / total for n, weight in given.items()} if total > 0 else given


def rebalanced(weights: Sequence[float], at: int, value: float) -> list[float]:
    """Return weights that add up to 1 with one of them set; the others keep their proportions."""
    if len(weights) == 1:
        return [1.0]
    value = min(1.0, max(0.0, value))
    # Not the sum of all less this one: beside a large weight small ones would be rounded away.
    rest = math.fsum(weight for n, weight in enumerate(weights) if n != at)
    equal = (1 - value) / (len(weights) - 1)
    return [
        value if n == at else weight / rest * (1 - value) if rest > 0 else equal
        for n, weight in enumerate(weights)
    ]


def rounded(weights: Sequence[float]) -> list[float]:
    """Return weights to four digits that still add up to 1."""
    total = math.fsum(weights)
    if total <= 0:
        return list(weights)
    exact = [weight / total * _UNITS for weight in weights]
    units = [math.floor(one) for one in exact]
    by_rest = sorted(range(len(exact)), key=lambda n: units[n] - exact[n])
    for n in by_rest[: _UNITS - sum(units)]:
        units[n] += 1
    return [one / _UNITS for one in units]


def _number(raw: Mapping[str, Any]) -> float:
    value = raw.get("weight", 1)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise ValueError(value)
    return float(value)
