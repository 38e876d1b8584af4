"""Whether a reply begins or ends with the expected answer, or has it anywhere."""

from __future__ import annotations

import re
from typing import Literal

from steelyard.scorers.matchers.clauses import CJK, Clauses, fold
from steelyard.scorers.matchers.contains import core, pattern_of
from steelyard.scorers.matchers.match import ABSENT, DENIED, UNREAD, Match
from steelyard.scorers.matchers.negation import NEGATIVE_START, is_denied, is_open
from steelyard.scorers.matchers.normalize import clean
from steelyard.scorers.matchers.same_text import same_text

Place = Literal["begin", "end", "anywhere"]
PLACES: tuple[Place, ...] = ("begin", "end", "anywhere")

_CLOSE = 1e-9
_NUMBER = re.compile(
    rf"(?<![^\W{CJK}])(?<!\d[.,])-?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)?(?:\.\d+|(?<=\d))(?!\d)"
)
_EXPECTED_NUMBER = re.compile(r"[$€£¥]?\s*(-?[\d,]*\.?\d+)\s*\.?")
_NOTHING = re.compile(r"[\W_]*")


def match_place(
    expected: str, reply: str, *, where: Place = "end", ignore_case: bool = True
) -> Match:
    """Return whether the expected answer is at that place of the reply, and not denied there.

    Outer punctuation and blanks do not count; a number is compared by value with the first, the
    last or any number of the reply. Evidence: what is at that place, `absent`, `denied`, or
    `unread` for a reply without the number that is expected.
    """
    number = _EXPECTED_NUMBER.fullmatch(clean(expected).strip())
    if number is not None:
        return _match_number(_value(number[1]), fold(reply), where)
    needle, text = core(expected, ignore_case=ignore_case), fold(reply, ignore_case=ignore_case)
    if not needle:
        return Match(False, ABSENT)
    if ignore_case and same_text(expected, reply):
        return Match(True, needle)
    found = [match for match in pattern_of(needle).finditer(text) if _is_at(match, text, where)]
    held = Clauses(fold(reply) if ignore_case else text.lower())
    for match in reversed(found):
        around = held.around(match.start(), match.end())
        if NEGATIVE_START.match(needle.lower()):
            around = around._replace(before="")
        if not is_denied(around) and not is_open(around):
            return Match(True, match[0])
    return Match(False, DENIED if found else ABSENT)


def _is_at(match: re.Match[str], text: str, where: Place) -> bool:
    if where == "begin":
        return _NOTHING.fullmatch(text, 0, match.start()) is not None
    return where == "anywhere" or _NOTHING.fullmatch(text, match.end()) is not None


def _match_number(wanted: float, text: str, where: Place) -> Match:
    found = list(_NUMBER.finditer(text))
    if not found:
        return Match(False, UNREAD)
    at_place = {"begin": found[:1], "end": found[-1:], "anywhere": found}[where]
    clauses = Clauses(text)
    evidence = at_place[-1][0]
    for match in at_place:
        if abs(_value(match[0]) - wanted) > _CLOSE * max(1.0, abs(wanted)):
            continue
        if not is_denied(clauses.around(match.start(), match.end())):
            return Match(True, match[0])
        evidence = DENIED
    return Match(False, evidence)


def _value(number: str) -> float:
    return float(number.replace(",", ""))
