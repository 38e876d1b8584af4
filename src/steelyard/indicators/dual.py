"""A value that knows how it changes with the sums it was made from.

Evaluating an expression on duals gives its value and, exactly and in the same pass, its gradient:
what the delta method needs for the interval of any indicator (F1, ratios, products).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

_FLAT: Mapping[Hashable, float] = MappingProxyType({})


class Dual(NamedTuple):
    """A value (None when undefined) and its slope in each sum."""

    value: float | str | bool | None
    slope: Mapping[Hashable, float] = _FLAT


UNDEFINED = Dual(None)


def variable(value: float | None, key: Hashable) -> Dual:
    """Return a sum as a dual of itself."""
    return UNDEFINED if value is None else Dual(value, {key: 1.0})


def smooth(formula: Callable[..., tuple[float, Sequence[float]] | None]) -> Callable[..., Dual]:
    """Lift a formula that gives its value and partial derivatives (or None) to duals."""

    def lifted(*args: Dual) -> Dual:
        values: list[Any] = [arg.value for arg in args]
        try:
            found = None if None in values else formula(*values)
        except (OverflowError, ValueError):
            found = None
        if found is None or not math.isfinite(found[0]):
            return UNDEFINED
        return Dual(found[0], _chain(args, found[1]))

    return lifted


def choose(pick: Callable[[list[Any]], Any]) -> Callable[..., Dual]:
    """Lift a function that returns one of its arguments (least, greatest), NULL-propagating."""

    def lifted(*args: Dual) -> Dual:
        values = [arg.value for arg in args]
        return UNDEFINED if None in values else args[values.index(pick(values))]

    return lifted


def strict(formula: Callable[..., Any]) -> Callable[..., Dual]:
    """Lift a function without slope whose result is NULL when an argument is."""

    def lifted(*args: Dual) -> Dual:
        values = [arg.value for arg in args]
        return UNDEFINED if None in values else Dual(formula(*values))

    return lifted


def _chain(args: Sequence[Dual], partials: Sequence[float]) -> Mapping[Hashable, float]:
    slope: dict[Hashable, float] = {}
    for arg, partial in zip(args, partials, strict=True):
        for key, change in arg.slope.items():
            slope[key] = slope.get(key, 0.0) + partial * change
    return slope
