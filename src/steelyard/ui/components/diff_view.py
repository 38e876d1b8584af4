"""`diff_view`: what was expected beside what came, differences marked word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple, TypeAlias

from nicegui.element import Element

Kind: TypeAlias = Literal["same", "cut", "put"]
Piece: TypeAlias = tuple[Kind, str]

# Words of letters and digits; Chinese and the like, which set no spaces, sign by sign.
_TOKEN = re.compile(
    r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
    r"|\s+|[^\W_\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+|.",
    re.DOTALL,
)
_LONGEST = 100_000  # characters of a text that a browser is given
_MOST = 4_000_000  # comparisons of two tokens; beyond that lines are compared
_MOST_LINES = 4_000_000


class Difference(NamedTuple):
    """Two texts in pieces; `coarse` when they were too long to be compared word by word."""

    before: list[Piece]
    after: list[Piece]
    coarse: bool


def compare_texts(before: str, after: str) -> Difference:
    """Compare two texts; what is too long is compared by lines, or shown as it is."""
    before, after = _cut(before), _cut(after)
    start, end = _common(before, after)
    mid_before, mid_after = before[start : len(before) - end], after[start : len(after) - end]
    left, right = _TOKEN.findall(mid_before), _TOKEN.findall(mid_after)
    coarse = len(left) * len(right) > _MOST
    if coarse:
        left, right = mid_before.splitlines(keepends=True), mid_after.splitlines(keepends=True)
    head, tail = before[:start], before[len(before) - end :]
    if len(left) * len(right) > _MOST_LINES:
        was: list[Piece] = [("cut", mid_before)]
        is_: list[Piece] = [("put", mid_after)]
    else:
        was, is_ = _pieces(left, right)
    return Difference(_around(head, was, tail), _around(head, is_, tail), coarse)


def diff_view(names: tuple[str, str], found: Difference) -> Element:
    """Show two texts side by side; names stand above them."""
    return _DiffView([(names[0], found.before), (names[1], found.after)])


class _DiffView(Element, component="diff_view.js"):
    def __init__(self, sides: Sequence[tuple[str, list[Piece]]]) -> None:
        super().__init__()
        self._props["sides"] = [[name, [list(piece) for piece in side]] for name, side in sides]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _common(before: str, after: str) -> tuple[int, int]:
    """Return how much at the start and at the end is the same, in whole tokens of each."""
    most = min(len(before), len(after))
    start = next((n for n in range(most) if before[n] != after[n]), most)
    while start and _splits(before, start):
        start -= 1
    rest = most - start
    end = next((n for n in range(rest) if before[-1 - n] != after[-1 - n]), rest)
    while end and _splits(before, len(before) - end):
        end -= 1
    return start, end


def _splits(text: str, at: int) -> bool:
    """Whether a word goes on at this place."""
    return 0 < at < len(text) and _TOKEN.fullmatch(text[at - 1 : at + 1]) is not None


def _pieces(left: list[str], right: list[str]) -> tuple[list[Piece], list[Piece]]:
    before: list[Piece] = []
    after: list[Piece] = []
    for op, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        same = op == "equal"
        if a < b:
            before.append(("same" if same else "cut", "".join(left[a:b])))
        if c < d:
            after.append(("same" if same else "put", "".join(right[c:d])))
    return before, after


def _around(head: str, pieces: list[Piece], tail: str) -> list[Piece]:
    every: Iterator[Piece] = iter([("same", head), *pieces, ("same", tail)])
    return [piece for piece in every if piece[1]]
