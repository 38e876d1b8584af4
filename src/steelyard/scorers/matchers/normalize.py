"""What is folded before any matcher looks at a text: width, quotes, Markdown, blanks, case."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from steelyard.model import nfkc

_KEPT = 8  # texts of the row at hand: its input, expected answers and reply are read repeatedly
_HEAD, _TAIL = 4_000, 16_000
_QUOTES = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201a": "'",
        "\u201b": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u201f": '"',
        "\u2032": "'",
        "\u2033": '"',
        "\u2212": "-",  # the minus sign: numbers are written with either
        "\u00a0": " ",
    }
)
# Emphasis hugs the text it marks; a lone asterisk multiplies, a lone underscore is in a name.
# Between letters or digits it is arithmetic: 2*3*4.
_EMPHASIS = re.compile(
    r"(?<![A-Za-z0-9*])(\*{1,3}|_{2,3}|~~)(?=\S)(.{1,300}?)(?<=\S)\1(?![A-Za-z0-9])", re.DOTALL
)
_TICKS = re.compile(r"`+")
_BLANKS = re.compile(r"\s+")
_PUNCTUATION = re.compile(r"[^\w%+\-#]|_")


@lru_cache(maxsize=_KEPT)
def clean(text: str) -> str:
    """Return the text in NFKC, with straight quotes, without Markdown and format characters.

    A very long text keeps its beginning and its end: an answer is in one of them.
    """
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]}\n{text[-_TAIL:]}"
    folded = nfkc(text).translate(_QUOTES)
    if not folded.isascii():
        folded = "".join(c for c in folded if unicodedata.category(c) != "Cf")
    if "*" in folded or "__" in folded or "~~" in folded:
        folded = _EMPHASIS.sub(r"\2", folded)
    return _TICKS.sub("", folded)


def norm(text: str) -> str:
    """Return `clean(text)`, case-folded, with blanks collapsed."""
    return _BLANKS.sub(" ", clean(text).casefold()).strip()


@lru_cache(maxsize=_KEPT)
def without_punctuation(text: str) -> str:
    """Return `norm(text)` without punctuation and blanks: equal then, equal to a reader."""
    return _PUNCTUATION.sub("", norm(text))
