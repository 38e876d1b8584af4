"""A sentence that was kept in one language, told in both.

A run keeps what there was to say about a number as a sentence, in the language of whoever ran it.
Whoever reads it later may speak the other one. Our sentences are known, so one of them is found by
its fixed words, and what stood in its gaps is put into the gaps of its twin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import NamedTuple

from steelyard.i18n.lookup import words_of

# Fewer fixed characters than this may be anybody's sentence.
_LEAST = 4
_DEEPEST = 3  # sentences within sentences; what goes deeper was not put together by us
_END = re.compile(r"(?<=[.。])\s*(?=\S)")


class Told(NamedTuple):
    """The same in English and in Chinese."""

    en: str
    zh: str


class Phrases:
    """Sentences that can be told in both languages."""

    def __init__(self, areas: Iterable[str], more: Iterable[tuple[str, str]] = ()) -> None:
        """Take the words of some areas, and further pairs."""
        pairs = [Told(*pair) for area in areas for pair in words_of(area).values()]
        pairs += [Told(*pair) for pair in more]
        # " or ", between the names in a gap
        self._links = [pair for pair in pairs if pair.en != pair.en.strip()]
        # A single word may stand in a gap as the name of something.
        self._whole = {said: pair for pair in pairs if " " in pair.en for said in pair}
        gapped = (_Gapped.of(pair) for pair in pairs if _names(pair.en))
        # Where two fit, the one that leaves less to its gaps is meant.
        self._gapped = sorted(
            (one for one in gapped if one.fixed >= _LEAST), key=lambda one: -one.fixed
        )
        self.tell: Callable[[str], Told] = lru_cache(4096)(self._tell)

    def _tell(self, said: str, deep: int = _DEEPEST) -> Told:
        """Return the sentence in both languages; as it is in both when it is none of ours."""
        if not deep:
            return Told(said, said)
        return self._one(said, deep) or self._row(said, deep) or Told(said, said)

    def _one(self, said: str, deep: int) -> Told | None:
        if (pair := self._whole.get(said)) is not None:
            return pair
        for one in self._gapped:
            if (gaps := one.match(said)) is not None:
                return one.filled(
                    {name: self._within(text, deep - 1) for name, text in gaps.items()}
                )
        return None

    def _row(self, said: str, deep: int) -> Told | None:
        """Tell sentences in a row one by one, if any of them is ours."""
        parts = _END.split(said)
        told = [self._one(part, deep) for part in parts] if len(parts) > 1 else []
        if not any(told):
            return None
        both = [one or Told(part, part) for one, part in zip(told, parts, strict=True)]
        return Told(" ".join(one.en for one in both), "".join(one.zh for one in both))

    def _within(self, text: str, deep: int) -> Told:
        told = self._tell(text, deep)
        for link in self._links:
            en, zh = (told[at].replace(link[1 - at], link[at]) for at in (0, 1))
            told = Told(en, zh)
        return told


class _Gapped(NamedTuple):
    """A sentence with gaps, ready to be recognised in either language."""

    pair: Told
    sides: tuple[list[tuple[str, str | None]], ...]  # fixed words, and the gap after them
    longest: tuple[str, ...]
    fixed: int

    @classmethod
    def of(cls, pair: Told) -> _Gapped:
        parsed = [Formatter().parse(text) for text in pair]
        sides = tuple([(fixed, name) for fixed, name, *_ in side] for side in parsed)
        return cls(
            pair,
            sides,
            tuple(max((fixed for fixed, _ in side), key=len) for side in sides),
            min(sum(len(fixed) for fixed, _ in side) for side in sides),
        )

    def match(self, said: str) -> dict[str, str] | None:
        """Return what stands in the gaps, if this is the sentence."""
        for side, longest in zip(self.sides, self.longest, strict=True):
            if longest in said and (gaps := _gaps(side, said)) is not None:
                return gaps
        return None

    def filled(self, gaps: Mapping[str, Told]) -> Told:
        """Return it with these in its gaps."""
        en, zh = (_filled(self.sides[at], {name: gaps[name][at] for name in gaps}) for at in (0, 1))
        return Told(en, zh)


def _names(text: str) -> list[str]:
    """Return the names of the gaps; none where braces mean themselves."""
    try:
        names = [name for _, name, *_ in Formatter().parse(text) if name is not None]
    except ValueError:
        return []
    return names if all(name.isidentifier() for name in names) else []


def _gaps(side: list[tuple[str, str | None]], said: str) -> dict[str, str] | None:
    """Return what stands between the fixed words, each found where it first occurs.

    One walk through the text: it may come from anybody, and patterns that try again take for ever.
    """
    (first, gap), *others = side
    if not said.startswith(first):
        return None
    found: dict[str, str] = {}
    at = len(first)
    for number, (fixed, following) in enumerate(others):
        ends = number == len(others) - 1 and following is None
        to = len(said) - len(fixed) if ends else said.find(fixed, at)
        if to < at or not said.startswith(fixed, to) or not _agrees(found, gap, said[at:to]):
            return None
        at, gap = to + len(fixed), following
    if gap is None:
        return found if at == len(said) else None
    return found if _agrees(found, gap, said[at:]) else None


def _agrees(found: dict[str, str], gap: str | None, text: str) -> bool:
    """Put a text into a gap; one named twice holds the same twice."""
    return gap is None or found.setdefault(gap, text) == text


def _filled(side: list[tuple[str, str | None]], gaps: Mapping[str, str]) -> str:
    """Fill the gaps with texts as they are, whatever form a gap asks for."""
    return "".join(fixed + (gaps.get(name, "") if name else "") for fixed, name in side)
