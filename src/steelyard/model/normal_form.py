"""NFKC in linear time.

`unicodedata.normalize` sorts a run of combining marks by insertion: 100,000 of them take ten
seconds. Nobody writes such runs but someone who wants to stop a scorer, so long texts are
normalised in pieces, cut before characters that never join with what precedes them.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

_WHOLE = 1024
_PIECE = 128
# Latin, ideographs, full-width forms: never the second half of a composition.
_SAFE = re.compile("[\x00-\u02ff\u3400-\u9fff\uff01-\uff60]")


def nfkc(text: str) -> str:
    """Return the text in normal form NFKC; runs of a hundred marks may stay unsorted."""
    if text.isascii():
        return text
    if len(text) <= _WHOLE:
        return normalize("NFKC", text)
    return "".join(normalize("NFKC", text[start:end]) for start, end in _pieces(text))


class Origins:
    """Where each character of `nfkc(text)` comes from in `text`.

    Attributes:
        text: the text in NFKC, made character group by character group.
    """

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        made: list[str] = []
        for start, end in _groups(text):
            group = nfkc(text[start:end])
            made.append(group)
            self._starts += [start] * len(group)
            self._ends += [end] * len(group)
        self.text = "".join(made)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the original text of `[start, end)` in the normalised one."""
        return self._starts[start], self._ends[end - 1]


def _pieces(text: str) -> list[tuple[int, int]]:
    pieces = []
    start = 0
    while start < len(text):
        at = start + _PIECE
        safe = _SAFE.search(text, at, at + _PIECE)
        end = min(safe.start() if safe else at, len(text))
        pieces.append((start, end))
        start = end
    return pieces


def _groups(text: str) -> list[tuple[int, int]]:
    starts = [at for at, character in enumerate(text) if at == 0 or not _joins(character)]
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


def _joins(character: str) -> bool:
    """Whether NFKC may merge the character with the one before it."""
    if character < "\u0300":
        return False
    return (
        category(character)[0] == "M"
        or "\u1100" <= character <= "\u11ff"  # Korean letters, which NFKC joins to syllables
        or "\u3130" <= character <= "\u318f"
        or "\ud7b0" <= character <= "\ud7ff"
        or "\uff9e" <= character <= "\uffdc"
    )
