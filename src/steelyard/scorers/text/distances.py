"""Longest common subsequence and edit distance of many pairs, bit-parallel (rapidfuzz).

Tokens become characters of strings, because strings are what the fast routines take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, cast

import numpy as np

from steelyard.scorers.text.fast import KERNELS, fast_subsequences
from steelyard.scorers.text.tokens import Integers, Tokens

_SURROGATES, _AFTER_SURROGATES = 0xD800, 0xE000
_CHARACTERS = 0x110000 - (_AFTER_SURROGATES - _SURROGATES)


def common_subsequence(tokens: Tokens, owners: Integers) -> Integers:
    """Return for each reference the length of the longest common subsequence with its output."""
    kernels = KERNELS.after(len(tokens.starts) - 1)
    if kernels is not None:
        return fast_subsequences(kernels, tokens, owners)
    from rapidfuzz.distance import LCSseq

    return _measure(tokens, owners, LCSseq.similarity)


def edit_distance(tokens: Tokens, owners: Integers) -> Integers:
    """Return for each reference the fewest insertions, deletions and substitutions to its output.

    `owners` and the order of texts are as for `Grams`.
    """
    from rapidfuzz.distance import Levenshtein

    return _measure(tokens, owners, Levenshtein.distance)


def _measure(tokens: Tokens, owners: Integers, measure: Callable[..., Any]) -> Integers:
    texts = as_strings(tokens) if tokens.kinds <= _CHARACTERS else _as_lists(tokens)
    outputs = len(texts) - len(owners)
    left = [texts[owner] for owner in owners.tolist()]
    if tokens.kinds > _CHARACTERS:
        pairs = zip(left, texts[outputs:], strict=True)
        return np.fromiter((measure(*pair) for pair in pairs), np.int64, len(left))
    from rapidfuzz.process import cpdist

    found = cpdist(left, texts[outputs:], scorer=measure, dtype=np.int64)
    return cast("Integers", found)


def as_strings(tokens: Tokens) -> list[str]:
    """Return each text as a string with one character per token, the same for equal tokens."""
    ids = tokens.ids
    points = np.where(ids < _SURROGATES, ids, ids + (_AFTER_SURROGATES - _SURROGATES))
    whole = points.astype("<u4").tobytes().decode("utf-32-le")
    return [whole[start:end] for start, end in _spans(tokens)]


def _as_lists(tokens: Tokens) -> list[list[int]]:
    whole = tokens.ids.tolist()
    return [whole[start:end] for start, end in _spans(tokens)]


def _spans(tokens: Tokens) -> Sequence[tuple[int, int]]:
    starts = tokens.starts.tolist()
    return list(pairwise(starts))
