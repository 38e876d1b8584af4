"""All quantities of a text, in their order: with digits and in words, compound units joined."""

from __future__ import annotations

import re
from itertools import chain

from steelyard.scorers.matchers.digits import digit_quantities
from steelyard.scorers.matchers.quantity import Found
from steelyard.scorers.matchers.spelled_numbers import fraction_quantities, spelled_quantities

_FILL = "\x00"
_JOINT = re.compile(r"\s*(?:,?\s*and\s+|又|零)?\s*")
_JOINED = ("time", "length", "mass", "calendar", "CNY", "USD")


def find_quantities(text: str) -> list[Found]:
    """Return the quantities of a text (see `plain_math`), in their order."""
    fractions = list(fraction_quantities(text))
    digits = list(digit_quantities(_without(text, fractions)))
    rest = _without(text, sorted([*fractions, *digits]))
    spelled = spelled_quantities(rest)
    return _join_units(text, sorted(chain(fractions, digits, spelled), key=_start))


def _start(found: Found) -> int:
    return found.start


def _without(text: str, found: list[Found]) -> str:
    if not found:
        return text
    pieces, at = [], 0
    for one in found:
        pieces += [text[at : one.start], _FILL * (one.end - one.start)]
        at = one.end
    return "".join([*pieces, text[at:]])


def _join_units(text: str, found: list[Found]) -> list[Found]:
    """Return the quantities with "1 hour 30 minutes" and "3元5角" as one each."""
    joined: list[Found] = []
    for one in found:
        last = joined[-1] if joined else None
        if last is not None and _belongs(text, last, one):
            joined[-1] = _join(text, last, one)
        else:
            joined.append(one)
    return joined


def _belongs(text: str, last: Found, one: Found) -> bool:
    big, small = last.quantity.unit, one.quantity.unit
    if big is None or small is None or big.dimension != small.dimension or last.quantity.decimals:
        return False
    fits = small.size < big.size and abs(one.quantity.value) * small.size < big.size
    between = text[last.end : one.start]
    return fits and big.dimension in _JOINED and _JOINT.fullmatch(between) is not None


def _join(text: str, last: Found, one: Found) -> Found:
    big, small = last.quantity, one.quantity
    assert big.unit is not None
    assert small.unit is not None
    sign = -1 if big.value < 0 else 1
    value = big.value + sign * small.value * small.unit.size / big.unit.size
    quantity = big._replace(value=value, text=text[last.start : one.end], step=0.0, integer="")
    return last._replace(end=one.end, quantity=quantity._replace(decimals=0))
