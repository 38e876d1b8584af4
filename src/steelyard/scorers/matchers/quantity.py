"""`Quantity`: a number with its percent sign and unit, and `Found`: where a text has one."""

from __future__ import annotations

from typing import NamedTuple

from steelyard.scorers.matchers.units import Unit


class Quantity(NamedTuple):
    """A number with what is written around it.

    Attributes:
        value: the number; a scale (1.4 billion) is applied, a percent sign is not.
        text: as it is written.
        percent: whether it has a percent sign.
        unit: its unit if that is known.
        decimals: digits after the decimal point; many for a fraction, which is exact.
        step: size of the last digit, 0.1 billion in 1.4 billion.
        integer: the digits of a plain integer, for those too long for a float; "" otherwise.
    """

    value: float
    text: str
    percent: bool = False
    unit: Unit | None = None
    decimals: int = 0
    step: float = 1.0
    integer: str = ""


EXACT = 99
"""Decimals of a fraction or power: more than anyone writes."""


class Found(NamedTuple):
    """A quantity and where it is.

    Attributes:
        start: where it begins, sign and currency included.
        end: where it ends, unit included.
        quantity: what it says.
        spelled: whether it is written in words.
        year: whether it is the year of a full date: an answer only if nothing else is.
    """

    start: int
    end: int
    quantity: Quantity
    spelled: bool = False
    year: bool = False
