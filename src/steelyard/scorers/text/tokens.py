"""The tokens of many texts as one array of numbers: equal tokens that may meet, equal numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

_BETWEEN = "\0"
_LAST_BLANK = 0x3000  # no blank comes after the ideographic space


@dataclass(frozen=True, slots=True)
class Tokens:
    """Texts in a row.

    Attributes:
        ids: the tokens of all texts, each as the number of its kind: among all texts, or among an
            output and its references, which are all that is ever compared.
        starts: where each text begins in `ids`, and the end of the last.
        kinds: how many different tokens there are; ids are below it.
    """

    ids: Integers
    starts: Integers
    kinds: int

    @property
    def lengths(self) -> Integers:
        """Tokens of each text."""
        return np.diff(self.starts)


def number_tokens(texts: Sequence[Sequence[str]]) -> Tokens:
    """Number the tokens of texts that are already cut."""
    starts = starts_of(texts)
    numbers = _numbering()
    found = map(numbers.__getitem__, chain.from_iterable(texts))
    ids = np.fromiter(found, np.int64, int(starts[-1]))
    return Tokens(ids, starts, len(numbers))


def number_words(texts: Iterable[str]) -> Tokens:
    """Number the tokens of texts in which blanks stand between them, and no NUL anywhere.

    All are cut at once: a list for every text would take longer, to make and to clear away.
    """
    words = f" {_BETWEEN} ".join(texts).split()
    numbers = _numbering()
    between = numbers[_BETWEEN]
    ids = np.fromiter(map(numbers.__getitem__, words), np.int64, len(words))
    ends = np.flatnonzero(ids == between)
    inner = ends - np.arange(len(ends))
    ids = ids[np.flatnonzero(ids != between)] - 1
    return Tokens(ids, np.concatenate(([0], inner, [len(ids)])), len(numbers) - 1)


def number_characters(texts: Sequence[str], *, drop_blanks: bool = False) -> Tokens:
    """Number the characters of texts."""
    starts = starts_of(texts)
    # A lone surrogate is a character like any other here.
    data = "".join(texts).encode("utf-32-le", "surrogatepass")
    points = np.frombuffer(data, np.uint32)
    seen = np.zeros(int(points.max(initial=_LAST_BLANK)) + 1, np.bool_)
    seen[points] = True
    if drop_blanks:
        kept = ~_blanks(len(seen))[points]
        starts = np.concatenate(([0], np.cumsum(kept)))[starts]
        points = points[np.flatnonzero(kept)]
    numbers = np.cumsum(seen) - 1
    return Tokens(numbers[points], starts, int(numbers[-1]) + 1)


def _numbering() -> defaultdict[str, int]:
    """Return a dictionary in which a new token gets the next number."""
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    return numbers


def starts_of(texts: Sequence[Sequence[str]]) -> Integers:
    """Return where each text begins when they stand in a row, and the end of the last."""
    starts = np.zeros(len(texts) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)), out=starts[1:])
    return starts


def _blanks(size: int) -> npt.NDArray[np.bool_]:
    """Return for each character whether it is a blank."""
    blanks = np.zeros(size, np.bool_)
    blanks[[point for point in range(_LAST_BLANK + 1) if chr(point).isspace()]] = True
    return blanks
