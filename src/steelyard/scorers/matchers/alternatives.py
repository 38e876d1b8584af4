"""The alternatives that a question offers: "the employer or the employee", 甲类和乙类……哪一类."""

from __future__ import annotations

import re
from typing import NamedTuple

from steelyard.scorers.matchers.clauses import CJK, FUNCTION_WORDS

_LONGEST = 2_000  # characters of a question that are looked at
_OR_EN = re.compile(r"([^,.;:?!\n]{1,80}?),? or ([^,.;:?!\n]{1,60})")
_OR_ZH = re.compile(rf"([{CJK}a-z0-9]{{1,12}})(?:还是|或者?)([{CJK}a-z0-9]{{1,12}})")
_WHICH_ZH = re.compile(rf"([{CJK}a-z0-9]{{1,12}})[和与跟]([{CJK}a-z0-9]{{1,12}})[^。!?]{{0,12}}哪")
_WIDEST = 3


class Sides(NamedTuple):
    """What tells the two alternatives apart: words, or pairs of Chinese characters."""

    left: frozenset[str]
    right: frozenset[str]


def offered(question: str) -> Sides | None:
    """Return the alternatives of a folded question; None if it offers none."""
    text = question[-_LONGEST:]
    chinese = _OR_ZH.search(text) or _WHICH_ZH.search(text)
    if chinese:
        width = min(len(chinese[1]), len(chinese[2]))
        return _sides(_pairs(chinese[1][-width:]), _pairs(chinese[2][:width]))
    english = _OR_EN.search(text)
    if english is None:
        return None
    left, right = _content(english[1]), _content(english[2])
    width = min(len(left), len(right), _WIDEST)
    return _sides(left[len(left) - width :], right[:width])


def named_side(sides: Sides, text: str) -> int | None:
    """Return which alternative a folded text names, 0 or 1; None for both or neither."""
    found = [_names(side, text) for side in sides]
    return None if found[0] == found[1] else found.index(True)


def _names(side: frozenset[str], text: str) -> bool:
    return any(
        word in text if re.match(f"[{CJK}]", word) else re.search(rf"\b{re.escape(word)}s?\b", text)
        for word in side
    )


def _sides(left: list[str], right: list[str]) -> Sides | None:
    sides = Sides(frozenset(left) - frozenset(right), frozenset(right) - frozenset(left))
    return sides if sides.left and sides.right else None


def _content(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+", text) if word not in FUNCTION_WORDS]


def _pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(len(text) - 1)] or [text]
