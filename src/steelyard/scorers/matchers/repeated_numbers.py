"""Quantities that a reply repeats from the question: "840 pages in 35 minutes", asked for 35.

What the question says is known. It is told from an answer of the same value by its place: behind
another quantity in the same clause, and in the words of the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from steelyard.scorers.matchers.clauses import CJK
from steelyard.scorers.matchers.quantity import Found

_LAST_WORD = re.compile(rf"(?:[{CJK}]|[^\W{CJK}]+)\s*$")
_NEXT_WORD = re.compile(r"\s?[a-z]{3,}", re.IGNORECASE)
# An adverbial, which tells how or where: "156 bottles in 12 crates".
_ADVERBIAL = re.compile(
    r"\b(?:in|with|for|at|across|within|over|among|on|from|into)(?: (?:the|all|these|those))*\s+$",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[,.;:!?=。！？；，：\n]")
_BLANKS = re.compile(r"\s+")
_FURTHEST = 40  # characters between two quantities of one clause
_LONGEST = 4_000  # characters of a question that are looked at


def repeated(text: str, found: list[Found], question: str) -> set[Found]:
    """Return the quantities that stand in words of the question, behind another quantity.

    Args:
        text: the reply, see `plain_math`.
        found: its quantities, in their order.
        question: the input of the case, see `plain_math`; may be empty.
    """
    if not question:
        return set()
    asked = _folded(question[-_LONGEST:])
    out: set[Found] = set()
    for before, one in pairwise(found):
        if one.start - before.end > _FURTHEST or _CLAUSE_END.search(text, before.end, one.start):
            continue
        if any(_is_in(phrase, asked) for phrase in _phrases(text, before, one)):
            out.add(one)
    return out


def _phrases(text: str, before: Found, one: Found) -> Iterator[str]:
    """Yield the quantity with the word before it, and in an adverbial with the one after it."""
    if word := _LAST_WORD.search(text, before.end, one.start):
        yield _folded(text[word.start() : one.end])
    noun = _NEXT_WORD.match(text, one.end)
    if noun and _ADVERBIAL.search(text, before.end, one.start):
        yield _folded(text[one.start : noun.end()])


def _is_in(phrase: str, asked: str) -> bool:
    at = asked.find(phrase)
    if at < 0:
        return False
    around = asked[at - 1 : at] + asked[at + len(phrase) : at + len(phrase) + 1]
    return not any(one.isascii() and one.isalnum() for one in around)


def _folded(text: str) -> str:
    return _BLANKS.sub(" ", text.casefold()).strip()
