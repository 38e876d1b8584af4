"""Whether two texts read the same: case, width, Markdown and punctuation aside."""

from __future__ import annotations

import re

from steelyard.scorers.matchers.normalize import norm, without_punctuation

_FIGURES = re.compile(r"\d+(?:[.,:/]\d+)*|[<>=≠≤≥≈×÷/$€£¥]")


def same_text(left: str, right: str) -> bool:
    """Return whether two texts are equal but for case, width, Markdown and punctuation.

    What stands inside a number, and signs of arithmetic, are no punctuation: 1.5 is not 15. Two
    texts without anything to read are not the same.
    """
    one, other = norm(left), norm(right)
    if one == other:
        return bool(one)
    bare = without_punctuation(left)
    if not bare or bare != without_punctuation(right):
        return False
    return _FIGURES.findall(one) == _FIGURES.findall(other)
