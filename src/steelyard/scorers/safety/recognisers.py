"""Personal data, one recogniser each: a pattern, and a check where the number has a check digit.

Every pattern looks at a bounded number of characters from each place, so a scan is linear in the
length of the text whatever the text is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from steelyard.scorers.safety.check_digits import is_cn_id, is_cn_uscc, is_iban, is_luhn


class Recogniser(NamedTuple):
    """An entity, how it looks, and what a real one satisfies."""

    entity: str
    pattern: re.Pattern[str]
    is_real: Callable[[str], bool] | None = None


class Found(NamedTuple):
    """One piece of personal data and its place in the normalised text."""

    entity: str
    value: str
    span: tuple[int, int]


def find_personal_data(text: str, recognisers: tuple[Recogniser, ...]) -> list[Found]:
    """Return what the recognisers find in a text in NFKC, in their order, never overlapping."""
    taken = bytearray(len(text))
    found: list[Found] = []
    for entity, pattern, is_real in recognisers:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]) or (is_real is not None and not is_real(match[0])):
                continue
            taken[start:end] = b"\x01" * (end - start)
            found.append(Found(entity, match[0], (start, end)))
    return found


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.ASCII)


_NOT_INSIDE = r"(?<![0-9A-Za-z])", r"(?![0-9A-Za-z])"


def _alone(text: str) -> re.Pattern[str]:
    """Return the pattern of something that is not part of a longer word or number."""
    return _pattern(text.join(_NOT_INSIDE))


_OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_CREDIT = "[0-9A-HJ-NPQRTUWXY]"

STANDARD = (
    Recogniser("CN_ID", _alone(r"[1-9][0-9]{16}[0-9Xx]"), is_cn_id),
    Recogniser("CN_USCC", _alone(rf"{_CREDIT}{{2}}[0-9]{{6}}{_CREDIT}{{10}}"), is_cn_uscc),
    Recogniser("BANK_CARD", _alone(r"[0-9]{13,19}"), is_luhn),
    Recogniser("CN_MOBILE", _pattern(r"(?<![0-9])(?:\+?86[- ]?)?1[3-9][0-9]{9}(?![0-9])")),
    Recogniser(
        "EMAIL",
        _pattern(
            r"(?<![A-Za-z0-9_%+-])[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,63}"
            r"@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}"
        ),
    ),
    Recogniser(
        "IPV4", _pattern(rf"(?<![0-9])(?<![0-9]\.)(?:{_OCTET}\.){{3}}{_OCTET}(?![0-9]|\.[0-9])")
    ),
)

EXTENDED = (
    # First, because +1 415… would pass for a Chinese mobile number.
    Recogniser(
        "PHONE_E164",
        _pattern(r"(?<![0-9A-Za-z+])\+(?!86[- ]?1[3-9])[1-9](?:[ -]?[0-9]){7,14}(?![0-9])"),
    ),
    *STANDARD,
    Recogniser("BANK_CARD", _alone(r"[0-9]{4}(?:[ -][0-9]{4}){2}[ -][0-9]{1,7}"), is_luhn),
    Recogniser(
        "IBAN", _alone(r"[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"), is_iban
    ),
    Recogniser("US_SSN", _alone(r"(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4}")),
    Recogniser(
        "PASSPORT",  # has no check digit: only where the word stands before it
        _pattern(
            r"(?i:passport|护照)(?: {0,3}(?i:no\.?|number|号码|号|编号|is|是|为|[:：#])){0,4} {0,3}"
            r"(?:[A-Z]{1,2}[0-9]{6,8}|[0-9]{9})(?![0-9A-Za-z])"
        ),
    ),
)

SETS: dict[str, tuple[Recogniser, ...]] = {"standard": STANDARD, "extended": EXTENDED}
