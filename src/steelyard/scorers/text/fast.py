"""Cutting and counting by the compiled kernels, for batches large enough to be worth it.

Compiling takes seconds, once per machine and version; small runs never pay for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from steelyard.scorers.text.tokenizer_13a import SYMBOLS, prepare_13a
from steelyard.scorers.text.tokenizers import CHINESE_RANGES, norm
from steelyard.scorers.text.tokens import Integers, Tokens, starts_of

Kinds = npt.NDArray[np.uint8]

AFTER_TEXTS = 300_000
"""Texts a process compares by the plain code before the compiled kernels are loaded."""

_POINTS = 0x110000
_LETTERS_AND_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"


class Kernels:
    """The compiled kernels, once they are worth having."""

    def __init__(self) -> None:
        self._texts = 0

    def after(self, texts: int) -> Any:
        """Count texts that are about to be compared; return the kernels, or None to go without."""
        self._texts += texts
        return None if self._texts <= AFTER_TEXTS else _compiled()


KERNELS = Kernels()


@cache
def _compiled() -> Any:
    """Return the module of kernels; None without numba, or where numba cannot work."""
    if find_spec("numba") is None:
        return None
    try:
        return import_module("steelyard.scorers.text.compiled")
    except (ImportError, RuntimeError):  # made for another numpy; nowhere to keep what it compiled
        return None


def fast_tokens(kernels: Any, tokenizer: str, texts: Sequence[str], owners: Integers) -> Tokens:
    """Cut texts as the tokenizer does, and number the tokens of each output and its references."""
    find = f"find_{'13a' if tokenizer == '13a' else 'words'}"
    points, starts = _prepared(tokenizer, texts)
    begins, ends = np.empty((2, len(points)), np.int32)
    tokens = begins, ends, np.empty(len(points), np.uint64)
    counts = np.empty(len(texts), np.int64)
    found = getattr(kernels, find)(points, starts, _KINDS[tokenizer](), tokens, counts)
    ids, bounds = np.empty(found, np.int64), np.concatenate(([0], np.cumsum(counts)))
    first = np.searchsorted(owners, np.arange(len(texts) - len(owners) + 1))
    kinds = kernels.number(points, tokens, bounds, first, ids)
    return Tokens(ids, bounds, kinds)


def _prepared(tokenizer: str, texts: Sequence[str]) -> tuple[npt.NDArray[Any], Integers]:
    """Return the code points of texts as the tokenizer folds them, and where each text begins."""
    whole = "".join(texts)
    if tokenizer != "13a" and whole.isascii():
        # Folding ASCII is lower case, whichever way; outer blanks are no tokens. All in one go.
        return np.frombuffer(whole.lower().encode(), np.uint8), starts_of(texts)
    prepared = list(map(_PREPARE[tokenizer], texts))
    data = "".join(prepared).encode("utf-32-le", "surrogatepass")
    return np.frombuffer(data, np.uint32), starts_of(prepared)


def fast_subsequences(kernels: Any, tokens: Tokens, owners: Integers) -> Integers:
    """Return for each reference its longest common subsequence with the output."""
    outputs = len(tokens.starts) - 1 - len(owners)
    first = np.searchsorted(owners, np.arange(outputs + 1))
    lengths = np.empty(len(owners), np.int64)
    kernels.common_subsequences(tokens.ids, tokens.starts, first, tokens.kinds, lengths)
    return lengths


class FastPart:
    """Counts the n-grams of a batch order by order, as the plain part of `grams` does."""

    def __init__(self, kernels: Any, tokens: Tokens, owners: Integers) -> None:
        self._count = kernels.count_grams
        self._tokens = tokens
        self._outputs = len(tokens.starts) - 1 - len(owners)
        self._first = np.searchsorted(owners, np.arange(self._outputs + 1))
        self._codes = np.zeros(len(tokens.ids), np.int64)
        self._order = 0

    def next_order(self) -> tuple[Integers, Integers]:
        """Count the n-grams that are one token longer than the last."""
        self._order += 1
        each = np.empty(int(self._first[-1]), np.int64)
        best = np.empty(self._outputs, np.int64)
        tokens = self._tokens
        self._count(self._order, tokens.ids, tokens.starts, self._first, self._codes, each, best)
        return each, best


@cache
def _rouge_kinds() -> Kinds:
    kinds = np.zeros(_POINTS, np.uint8)
    kinds[list(_LETTERS_AND_DIGITS)] = 1
    return kinds


@cache
def _whitespace_kinds() -> Kinds:
    return np.array([not chr(point).isspace() for point in range(_POINTS)], np.uint8)


@cache
def _auto_kinds() -> Kinds:
    characters = [chr(point) for point in range(_POINTS)]
    kinds = np.array([character.isalnum() for character in characters], np.uint8)
    kinds[[point for point, one in enumerate(characters) if one.isdecimal()]] = 2
    for first, last in CHINESE_RANGES:
        kinds[ord(first) : ord(last) + 1] = 3
    return kinds


@cache
def _13a_kinds() -> Kinds:
    kinds = _whitespace_kinds().copy()
    kinds[list(b"0123456789")] = 2
    kinds[list(SYMBOLS.encode())] = 4
    kinds[list(b".,")] = 5
    kinds[ord("-")] = 6
    return kinds


_PREPARE: dict[str, Callable[[str], str]] = {
    "rouge": str.lower,
    "whitespace": str.lower,
    "auto": norm,
    "13a": prepare_13a,
}
_KINDS: dict[str, Callable[[], Kinds]] = {
    "rouge": _rouge_kinds,
    "whitespace": _whitespace_kinds,
    "auto": _auto_kinds,
    "13a": _13a_kinds,
}
FAST_TOKENIZERS = frozenset(_PREPARE)
