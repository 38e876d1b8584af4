"""Decimal fields to floats, many at once, each the float nearest to the text.

Up to 16 characters are read from two 64-bit words: the point is cut out, eight digits at a time are
folded into a number, and one division by a power of ten rounds once. Up to 15 digits that is exact
(Clinger 1990: both operands are floats without error). Decimals with more digits are cut there; who
can do with that says so and settles the few that are too close with `settle`. Anything else, such
as an exponent, is left to the C library, one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.retrieval.words import Ints, Text, Words


def _all(byte: int) -> np.uint64:
    return np.uint64(byte * 0x0101010101010101)


_ONES, _TOPS, _ZEROS, _POINTS = _all(1), _all(0x80), _all(ord("0")), _all(ord("."))
_MINUS = ord("-")
_MASKS = np.array([(1 << (8 * n)) - 1 for n in range(9)], np.uint64)
_TENS = 10.0 ** np.arange(17)
_U = {n: np.uint64(n) for n in (7, 8, 16, 32, 56, 100, 10_000)}
_LAST = np.uint64(ord("0") << 56)
_PAIRS = np.uint64(0x000000FF000000FF)
_FOLD_LOW, _FOLD_HIGH = np.uint64(100 + (1_000_000 << 32)), np.uint64(1 + (10_000 << 32))


class Numbers(NamedTuple):
    """Values, which of them are cut short, and the rows whose text is no finite number."""

    values: NDArray[np.float64]
    cut: NDArray[np.bool_]
    wrong: Ints


def read_numbers(text: Text, starts: Ints, lengths: Ints, *, cut: bool = False) -> Numbers:
    """Return the fields as floats; those that are not numbers are NaN and listed.

    Args:
        text: where the fields are.
        starts: where each starts.
        lengths: how long each is.
        cut: whether decimals of more than 15 digits may be cut there, which is far faster.
    """
    negative = text.codes[starts] == _MINUS
    if negative.any():
        values, exact, long = _decimals(text, starts + negative, lengths - negative)
        values = np.where(negative, -values, values)
    else:
        values, exact, long = _decimals(text, starts, lengths)
    read = exact | long if cut else exact
    others = np.flatnonzero(~read)
    if len(others):
        settle(text, starts, lengths, values, others)
        others = others[~np.isfinite(values[others])]
    return Numbers(values, long & read, others)


def settle(
    text: Text, starts: Ints, lengths: Ints, values: NDArray[np.float64], rows: Ints
) -> None:
    """Put the float nearest to the text of each of these rows into `values`."""
    fields = zip(starts[rows].tolist(), lengths[rows].tolist(), strict=True)
    values[rows] = [_float(text.field(start, length)) for start, length in fields]


def _decimals(
    text: Text, starts: Ints, lengths: Ints
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return values, which are exact, and which are decimals of more digits than were read."""
    longest = int(lengths.max(initial=0))
    low = _padded(text.load(starts), lengths)
    in_low = _before_point(low)
    if longest <= 8:
        return _short_decimals(low, in_low, lengths)
    high = _later(text, starts, lengths, 8)
    in_high = np.where(in_low == _MASKS[8], _before_point(high), np.uint64(0))
    whole = np.minimum(_bytes_in(in_low) + _bytes_in(in_high), lengths)
    # What follows the point moves down by one byte, across the border of the two words.
    low = (low & in_low) | (((low >> _U[8]) | (high << _U[56])) & ~in_low)
    high = (high & in_high) | (((high >> _U[8]) | _LAST) & ~in_high)
    low, high = low ^ _ZEROS, high ^ _ZEROS
    digits = _digits_only(low) & _digits_only(high)
    has_point = whole < np.minimum(lengths, 16)
    count = lengths - has_point
    exact = digits & (count >= 1) & (count <= 15) & (lengths <= 16)
    long = np.zeros(len(low), np.bool_)
    if longest > 16:
        tail = _digits_only(_later(text, starts, lengths, 16) ^ _ZEROS)
        long = digits & tail & has_point & (lengths > 16) & (lengths <= 24)
    values = (_folded(low) * _U[10_000] * _U[10_000] + _folded(high)).astype(np.float64)
    return values / _TENS[16 - np.clip(whole, 0, 16)], exact, long


def _short_decimals(
    word: Words, before: Words, lengths: Ints
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Do the same where all fit in one word; `before` masks what stands before the point."""
    whole = np.minimum(_bytes_in(before), lengths)
    word = ((word & before) | (((word >> _U[8]) | _LAST) & ~before)) ^ _ZEROS
    exact = _digits_only(word) & (lengths - (whole < lengths) >= 1)
    values = _folded(word).astype(np.float64) / _TENS[8 - whole]
    return values, exact, np.zeros(len(word), np.bool_)


def _later(text: Text, starts: Ints, lengths: Ints, at: int) -> Words:
    last = len(text.bytes) - 8
    return _padded(text.load(np.minimum(starts + at, last)), lengths - at)


def _padded(word: Words, lengths: Ints) -> Words:
    """Put zeros behind the field."""
    mask = _MASKS[np.clip(lengths, 0, 8)]
    return (word & mask) | (_ZEROS & ~mask)


def _before_point(word: Words) -> Words:
    """Return a mask of the bytes before the first point; of all when there is none."""
    other = word ^ _POINTS
    found = (other - _ONES) & ~other & _TOPS
    lowest = found & (~found + np.uint64(1))
    return (lowest >> _U[7]) - np.uint64(1)


def _bytes_in(mask: Words) -> Ints:
    return (((mask & _ONES) * _ONES) >> _U[56]).view(np.int64)


def _digits_only(word: Words) -> NDArray[np.bool_]:
    """Return whether every byte is 0 to 9."""
    over: NDArray[np.bool_] = ((word + _all(6)) | word) & _all(0xF0) == 0
    return over


def _folded(word: Words) -> Words:
    """Return eight digits, one per byte and the first lowest, as a number."""
    pairs = word * np.uint64(10) + (word >> _U[8])
    return ((pairs & _PAIRS) * _FOLD_LOW + ((pairs >> _U[16]) & _PAIRS) * _FOLD_HIGH) >> _U[32]


def _float(field: bytes) -> float:
    try:
        return float("nan") if b"_" in field else float(field)
    except ValueError:
        return float("nan")
