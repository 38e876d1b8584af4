"""The number matcher: whether the number a reply gives as its answer is the expected one."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite

from steelyard.scorers.matchers.answer_number import answer_quantity
from steelyard.scorers.matchers.digits import NUMBER, SCALES
from steelyard.scorers.matchers.match import UNREAD, Match
from steelyard.scorers.matchers.math_markup import boxed, plain_math
from steelyard.scorers.matchers.quantities import find_quantities
from steelyard.scorers.matchers.quantity import EXACT, Quantity
from steelyard.scorers.matchers.units import CLASSIFIERS, convert

_PLAIN = re.compile(r"\s*(-?)(\d{1,15})(?:\.(\d{1,15}))?\.?\s*", re.ASCII)
_ABOUT = re.compile(
    r"(?:(?:about|approximately|approx\.?|around|roughly|circa|ca\.|nearly|almost)\s+"
    r"|[~≈≃]\s*|(?:约为?|大约|大概|近)\s*)?",
    re.IGNORECASE,
)
_UNKNOWN_UNIT = re.compile(
    rf"(?:\s?(?!点)[{CLASSIFIERS}]{{1,2}}|\s+[a-z][a-z-]{{1,20}}|)\s*(?:左右)?"
)
# 443端口 is a number of something; 10月, 5日, 8点 and 3号 are dates, times and names.
_UNKNOWN_AFTER_DIGITS = re.compile(r"\s?(?![月日号点时])[一-鿿]{1,2}")
_ANY = re.compile(
    rf"(?<![\d.])(?:(?<![\w)])(-))?({NUMBER})"
    r"(?:\s?(thousand|million|billion|trillion)\b|(?<=\d)\s?(万亿|[十百千]?[万亿])|)",
    re.IGNORECASE,
)
_LONGEST_EVIDENCE = 60


def match_number(
    expected: str | Quantity, reply: str, *, tolerance: float | None = None, question: str = ""
) -> Match:
    """Return whether the reply gives the expected number as its answer.

    Args:
        expected: the expected answer; a text that is no quantity never matches.
        reply: what the agent answered, as it came.
        tolerance: how far the number may be off, relative to the expected one.
        question: the input of the case; a number that the reply repeats from it is no answer.

    Returns:
        The verdict; the evidence is the number that was read, or `unread`.
    """
    wanted = read_quantity(expected) if isinstance(expected, str) else expected
    given = None if wanted is None else _only_number(reply)
    if given is None and wanted is not None:
        given = answer_quantity(plain_math(reply), wanted, plain_math(question))
    if given is None or wanted is None:
        return Match(False, UNREAD)
    text = given.text
    evidence = text if len(text) <= _LONGEST_EVIDENCE else f"{text[: _LONGEST_EVIDENCE - 1]}…"
    return Match(_is_equal(wanted, given, tolerance or 0.0), evidence)


@lru_cache(maxsize=4096)
def read_quantity(text: str) -> Quantity | None:
    """Return the quantity that an expected answer is, None if it is anything else.

    "About" may stand before it and a unit after it. Codes (007), dates, times, versions, ranges
    and sentences are no quantities.
    """
    if len(text) > 200:
        return None
    plain = _only_number(text)
    if plain is not None:
        return plain
    body = plain_math(text)
    body = (boxed(body) or body).strip().rstrip(".。").strip()
    found = find_quantities(body)
    if len(found) != 1 or found[0].year or not isfinite(found[0].quantity.value):
        return None
    one = found[0]
    after = _UNKNOWN_UNIT.fullmatch(body, one.end)
    if after is None and not one.spelled:
        after = _UNKNOWN_AFTER_DIGITS.fullmatch(body, one.end)
    return one.quantity if after and _ABOUT.fullmatch(body, 0, one.start) else None


def numbers_in(text: str) -> list[float]:
    """Return every number that is written with digits, by value, also those of dates and codes."""
    values = []
    for sign, number, english, chinese in _ANY.findall(plain_math(text)):
        scale = SCALES[(english or chinese).lower()] if english or chinese else 1
        values.append(float(f"{sign}{number.replace(',', '')}") * scale)
    return values


def _only_number(text: str) -> Quantity | None:
    """Return the number if the text is nothing else: most replies in arithmetic are."""
    if len(text) > 40:
        return None
    found = _PLAIN.fullmatch(text)
    if found is None:
        return None
    sign, whole, decimals = found.groups(default="")
    if len(whole) > 1 and whole[0] == "0":
        return None
    number = f"{sign}{whole}.{decimals}" if decimals else f"{sign}{whole}"
    digits = len(decimals)
    integer = "" if decimals else number if whole != "0" else "0"
    return Quantity(float(number), number, decimals=digits, step=10.0**-digits, integer=integer)


def _is_equal(wanted: Quantity, given: Quantity, tolerance: float) -> bool:
    same_terms = wanted.unit == given.unit and wanted.percent == given.percent
    if wanted.integer and given.integer and same_terms and not tolerance:
        return wanted.integer == given.integer  # also beyond what a float can tell apart
    near = 1e-9 * max(1.0, abs(wanted.value))
    if wanted.value:  # otherwise every tiny number would equal every other
        near = min(near, 1e-6 * abs(wanted.value))
    near = max(near, tolerance * abs(wanted.value))
    for value, factor in _readings(wanted, given):
        finer = 0 < wanted.decimals < EXACT and given.decimals and given.step * factor < wanted.step
        rounded = wanted.step / 2 * (1 + 1e-9) if finer else 0.0
        if abs(value - wanted.value) <= max(near, rounded):
            return True
    return False


def _readings(wanted: Quantity, given: Quantity) -> list[tuple[float, float]]:
    """Return the values the given number has in the terms of the wanted one, with their factors."""
    if wanted.unit is not None and given.unit is not None:
        if wanted.unit.dimension != given.unit.dimension:
            return []
        factors = convert(1.0, given.unit, wanted.unit)
    elif (wanted.unit and given.percent) or (given.unit and wanted.percent):
        return []
    elif wanted.percent and not given.percent:
        factors = [1.0, 100.0]
    elif given.percent and not wanted.percent:
        factors = [1.0, 0.01]
    else:
        factors = [1.0]
    return [(given.value * factor, factor) for factor in factors]
