"""Two texts laid beside each other: by words, and by characters where a script has no spaces."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from steelyard.analysis.comparison.content import Piece

_PIECES = re.compile(
    r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]|\w+?(?=[\u2e80-\u9fff])|\w+"
    r"|\s+|[^\w\s]"
)


def side_by_side(base: str, new: str) -> tuple[Piece, ...]:
    """Return what both texts have, and what only one of them has, in order.

    The pieces `both` and `base` make up the first text, `both` and `new` the second.
    """
    first, second = _split(base), _split(new)
    # Junk heuristics would call frequent characters noise; in Chinese they are the text.
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    pieces = []
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            pieces.append(Piece("both", "".join(first[i:j])))
            continue
        if i < j:
            pieces.append(Piece("base", "".join(first[i:j])))
        if k < m:
            pieces.append(Piece("new", "".join(second[k:m])))
    return tuple(pieces)


def _split(text: str) -> list[str]:
    return _PIECES.findall(text)
