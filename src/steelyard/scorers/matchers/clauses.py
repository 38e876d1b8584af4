"""Clauses of a reply: how far a negation reaches. A text is folded and split once."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import NamedTuple

from steelyard.scorers.matchers.normalize import clean

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
"""Character ranges written without blanks between words: Chinese, kana, Hangul."""

FUNCTION_WORDS = frozenset(
    "a an the is are was were be been being of to in on at by for it its this that and "  # noqa: SIM905
    "or with from as do does did can could may might must should would will shall have has had "
    "who which what when where how you your i we they he she any ever even very".split()
)
"""English words that carry no content."""

_BEFORE, _AFTER = 80, 60  # characters: longer clauses are read no further, however long a reply is

_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")
_NOT = re.compile(r"\b(can't|won't|shan't|ain't|cannot|can not)\b|n't\b")
_NOT_FORMS = {
    "can't": "can not",
    "cannot": "can not",
    "can not": "can not",
    "won't": "will not",
    "shan't": "shall not",
    "ain't": "is not",
}
_BE = re.compile(r"\b(i'm|(?:it|that|he|she|there|what|here|this|who)'s|(?:you|we|they)'re)\b")
_BE_FORMS = {"m": "am", "s": "is", "re": "are"}
# What is put in between belongs to no clause of its own: "it is not, in fact, Paris".
_ASIDE = re.compile(
    r",\s*(?:in fact|of course|however|indeed|surprisingly|for sure|as you know|by the way|"
    r"after all|to be clear|i think|i believe),"
)
_BLANKS = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")

_BOUNDARY = re.compile(
    r"[。!?;\n—…()\[\]]"
    rf"|\.(?=\W|[{CJK}]|$)"  # not in 3.14, example.com
    r"|(?<!\d),|,(?!\d)|(?<!\d):|:(?!\d)|\s-+\s"
    r"|(?<!thing )(?<!one )(?<!all )\bbut\b(?! for\b)"
    r"|\b(?:however|whereas|because|although|though)\b"
    r"|\binstead\b(?! of\b)"
    r"|而是|但是?|然而|可是|不过|因为|所以|虽然|尽管"
)


class Clause(NamedTuple):
    """What surrounds a place in a text, within its clause.

    Attributes:
        before: the clause up to the place.
        after: the clause from the end of the place.
        end: the mark or word that ends the clause, empty at the end of the text.
        rest: what follows the clause, some sixty characters.
        opening: the mark or word the clause begins after, empty at the beginning of the text.
    """

    before: str
    after: str
    end: str
    rest: str
    opening: str = ""


class Clauses:
    """A folded text with the boundaries of its clauses."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = [(match.start(), match.end()) for match in _BOUNDARY.finditer(text)]
        self._starts = [start for start, _ in found]
        self._ends = [end for _, end in found]

    def around(self, start: int, end: int) -> Clause:
        """Return what surrounds `text[start:end]`."""
        at = bisect_right(self._ends, start) - 1
        left = max(self._ends[at] if at >= 0 else 0, start - _BEFORE)
        opening = self.text[self._starts[at] : self._ends[at]] if at >= 0 else ""
        at = bisect_left(self._starts, end)
        if at == len(self._starts):
            return Clause(self.text[left:start], self.text[end : end + _AFTER], "", "", opening)
        right, after = self._starts[at], self._ends[at]
        return Clause(
            self.text[left:start],
            self.text[end : min(right, end + _AFTER)],
            self.text[right:after],
            self.text[after : after + _AFTER],
            opening,
        )

    def all(self) -> list[tuple[str, str]]:
        """Return every clause that is not blank, with the marks and words that end it (",but")."""
        found: list[tuple[str, str]] = []
        starts, ends = [*self._starts, len(self.text)], [*self._ends, len(self.text)]
        for begin, start, end in zip([0, *self._ends], starts, ends, strict=True):
            clause, mark = self.text[begin:start].strip(), self.text[start:end].strip()
            if clause:
                found.append((clause, mark))
            elif found:
                found[-1] = (found[-1][0], found[-1][1] + mark)
        return found


@lru_cache(maxsize=8)  # the texts of the row at hand
def fold(text: str, *, ignore_case: bool = True) -> str:
    """Return the text as linguistic matchers read it.

    `clean`, case-folded unless told otherwise, Latin letters without accents, contractions
    written out ("isn't" as "is not"), blanks collapsed; line ends stay, since they end a clause.
    """
    folded = clean(text)
    if ignore_case:
        folded = folded.casefold()
    if not folded.isascii():
        folded = _ACCENTED.sub(lambda match: _plain_letter(match[0]), folded)
    if "'" in folded or "cannot" in folded:
        folded = _BE.sub(_be, _NOT.sub(lambda m: _NOT_FORMS.get(m[0], " not"), folded))
    return _LINES.sub("\n", _BLANKS.sub(" ", _ASIDE.sub(" ", folded))).strip()


def _plain_letter(letter: str) -> str:
    base = unicodedata.normalize("NFD", letter)[0]
    return base if base.isascii() else letter


def _be(match: re.Match[str]) -> str:
    subject, _, verb = match[0].partition("'")
    return f"{subject} {_BE_FORMS[verb]}"
