"""The kernels of large batches, compiled by numba (extra `fast`); nothing else imports numba.

`find_*` cut texts at the same places as the tokenizers of the same name, `number` gives equal
tokens of a row equal numbers, `count_grams` counts what `grams` counts. Their plain twins are those
files. Texts come as code points of all texts in a row, and `starts` says where each begins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F")

SEPARATOR, WORD, DIGIT, CHINESE = 0, 1, 2, 3
BLANK, SYMBOL, POINT, DASH = 0, 4, 5, 6  # WORD and DIGIT as above

_MIX, _HALF, _BYTE = np.uint64(0x9E3779B97F4A7C15), np.uint64(32), np.uint64(8)
_HASHED, _BYTES = np.uint64(1 << 63), np.uint64(256)

_jit: Callable[[F], F] = cast(Any, numba.njit(cache=True, nogil=True))


@_jit
def find_words(points: Any, starts: Any, kinds: Any, tokens: Any, counts: Any) -> int:
    """Find runs of anything but separators, Chinese characters one by one, and decimals.

    Args:
        points: code points.
        starts: where each text begins, and the end of the last.
        kinds: for each code point, SEPARATOR, WORD, DIGIT or CHINESE.
        tokens: arrays filled with where each token begins, where it ends, and its name.
        counts: filled with the tokens of each text.

    Returns:
        The number of tokens.
    """
    begins, ends, names = tokens
    found = 0
    for text in range(len(starts) - 1):
        at, stop, before = starts[text], starts[text + 1], found
        while at < stop:
            kind = kinds[points[at]]
            if kind == SEPARATOR:
                at += 1
                continue
            begins[found] = at
            if kind == CHINESE:
                at, names[found] = at + 1, _name(points, at, at + 1)
            else:
                end = _decimal_end(points, kinds, at, stop) if kind == DIGIT else at
                if end > at:
                    at, names[found] = end, _name(points, at, end)
                else:
                    at, names[found] = _word(points, kinds, at, stop)
            ends[found] = at
            found += 1
        counts[text] = found - before
    return found


@_jit
def _word(points: Any, kinds: Any, begin: int, stop: int) -> Any:
    """Return where a word that begins here ends, and its name: `_name`, made on the way."""
    name, short, seen = np.uint64(0), np.uint64(1), np.uint64(0)
    at = begin
    while at < stop:
        point = points[at]
        kind = kinds[point]
        if kind != WORD and kind != DIGIT:
            break
        at += 1
        short = (short << _BYTE) ^ np.uint64(point)
        seen |= np.uint64(point)
        if (at - begin) & 7 == 0:
            name = (name ^ short) * _MIX
    if at - begin < 8 and seen < _BYTES:
        return at, short
    return at, (name ^ short) * _MIX | _HASHED


@_jit
def _decimal_end(points: Any, kinds: Any, at: int, stop: int) -> int:
    """Return where digits, a full stop and digits that begin here end; `at` if they do not."""
    end = at
    while end < stop and kinds[points[end]] == DIGIT:
        end += 1
    if end + 1 < stop and points[end] == 46 and kinds[points[end + 1]] == DIGIT:
        end += 1
        while end < stop and kinds[points[end]] == DIGIT:
            end += 1
        return end
    return at


@_jit
def find_13a(points: Any, starts: Any, kinds: Any, tokens: Any, counts: Any) -> int:
    """Find the tokens of 13a; arguments as for `find_words`, kinds BLANK, WORD, ... DASH.

    A full stop or comma that follows a character which is no digit stands alone, and takes that
    character with it: of three in a row between digits, the last stays with the digits after it.
    """
    begins, ends, names = tokens
    found = 0
    for text in range(len(starts) - 1):
        stop, before = starts[text + 1], found
        open_ = False  # a token has begun
        taken = -2  # a character that a full stop before it has taken
        for at in range(starts[text], stop):
            kind = kinds[points[at]]
            last = kinds[points[at - 1]] if at > starts[text] else BLANK
            following = kinds[points[at + 1]] if at + 1 < stop else BLANK
            alone = kind == SYMBOL or (kind == DASH and last == DIGIT)
            if kind == POINT:
                after = last != DIGIT and taken != at - 1
                if after:
                    taken = at
                alone = after or following != DIGIT
            if open_ and (alone or kind == BLANK):
                ends[found - 1] = at
                open_ = False
            if alone:
                begins[found] = at
                ends[found] = at + 1
                found += 1
            elif kind != BLANK and not open_:
                begins[found] = at
                found += 1
                open_ = True
        if open_:
            ends[found - 1] = stop
        counts[text] = found - before
    for token in range(found):
        names[token] = _name(points, begins[token], ends[token])
    return found


@_jit
def number(points: Any, tokens: Any, starts: Any, first: Any, ids: Any) -> Any:
    """Give the tokens of each output and its references numbers: of the first equal, or the next.

    Rows are never compared with each other, so each counts from 0: its table stays in the cache.

    Args:
        points: code points.
        tokens: where each token begins, where it ends, and its name.
        starts: the first token of each text, and the end of the last.
        first: for each output its first reference, and the number of references.
        ids: filled with the numbers.

    Returns:
        How many different tokens the row with the most of them has.
    """
    outputs = len(first) - 1
    longest = 1
    for row in range(outputs):
        longest = max(longest, _row_tokens(starts, first, row))
    size = _table_size(longest)
    # A place is free unless this row has taken it; so nothing is cleared between rows.
    table = np.full(size, -1, np.int32), np.empty(size, np.uint64), np.empty(size, np.int32)
    firsts = np.empty(longest, np.int32)  # a token of each kind
    most = 0
    for row in range(outputs):
        mask = _table_size(_row_tokens(starts, first, row)) - 1
        part = starts[row], starts[row + 1]
        known = _fill(points, tokens, ids, part, table, firsts, (row, mask, 0))
        part = starts[outputs + first[row]], starts[outputs + first[row + 1]]
        known = _fill(points, tokens, ids, part, table, firsts, (row, mask, known))
        most = max(most, known)
    return most


@_jit
def _row_tokens(starts: Any, first: Any, row: int) -> Any:
    outputs = len(first) - 1
    of_references = starts[outputs + first[row + 1]] - starts[outputs + first[row]]
    return starts[row + 1] - starts[row] + of_references


@_jit
def _fill(
    points: Any, tokens: Any, ids: Any, part: Any, table: Any, firsts: Any, state: Any
) -> Any:
    """Number the tokens of some texts of a row; return how many kinds the row has by then."""
    begins, ends, named = tokens
    rows, names, kinds = table
    row, mask, known = state
    for token in range(part[0], part[1]):
        begin, end, name = begins[token], ends[token], named[token]
        slot = np.int64((name * _MIX) >> _HALF) & mask
        while rows[slot] == row:
            if names[slot] == name:
                other = firsts[kinds[slot]]
                if name < _HASHED or _same(points, begins[other], ends[other], begin, end):
                    break
            slot = (slot + 1) & mask
        if rows[slot] != row:
            rows[slot], names[slot], kinds[slot], firsts[known] = row, name, known, token
            known += 1
        ids[token] = kinds[slot]
    return known


@_jit
def _name(points: Any, begin: int, end: int) -> Any:
    """Return a number for a token: itself if it is up to seven characters of one byte, or a hash.

    Numbers below `_HASHED` belong to one token only.
    """
    name, short, seen = np.uint64(0), np.uint64(1), np.uint64(0)  # the 1 shows where it begins
    for at in range(begin, end):
        short = (short << _BYTE) ^ np.uint64(points[at])
        seen |= np.uint64(points[at])
        if (at + 1 - begin) & 7 == 0:
            name = (name ^ short) * _MIX
    if end - begin < 8 and seen < _BYTES:
        return short
    return (name ^ short) * _MIX | _HASHED


@_jit
def _same(points: Any, begin: int, end: int, other: int, other_end: int) -> bool:
    if end - begin != other_end - other:
        return False
    for at in range(end - begin):  # noqa: SIM110  numba has no all()
        if points[begin + at] != points[other + at]:
            return False
    return True


@_jit
def count_grams(
    order: int, ids: Any, starts: Any, first: Any, codes: Any, each: Any, best: Any
) -> None:
    """Count the n-grams of one order that outputs share with their references.

    Orders come one after the other: `codes` keeps, for every place, the number its n-gram has in
    its row, or -1 once it is not shared; a longer n-gram there cannot be shared either.

    Args:
        order: the n of n-gram.
        ids: numbers of the tokens: the outputs, then the references in the order of the outputs.
        starts: where each text begins, and the end of the last.
        first: for each output its first reference, and the number of references.
        codes: zeros before order 1; replaced.
        each: filled with the n-grams each reference shares with its output.
        best: filled with those of each output that are in any of its references.
    """
    outputs = len(first) - 1
    longest = 1
    for row in range(outputs):
        longest = max(longest, starts[row + 1] - starts[row])
    keys = np.empty(_table_size(longest), np.int64)
    values = np.empty(len(keys), np.int32)
    ours, theirs, most = np.empty((3, longest), np.int32)
    for row in range(outputs):
        begin, end = starts[row], starts[row + 1] - order + 1
        table = (keys[: _table_size(end - begin)], values)
        known = _enter(ids[order - 1 :], codes, begin, end, table, ours)
        most[:known] = 0
        best[row] = 0
        for reference in range(first[row], first[row + 1]):
            begin_, end_ = starts[outputs + reference], starts[outputs + reference + 1] - order + 1
            theirs[:known] = 0
            each[reference] = _match(ids[order - 1 :], codes, begin_, end_, table, ours, theirs)
            for code in range(known):
                shared = min(ours[code], theirs[code])
                if shared > most[code]:
                    best[row] += shared - most[code]
                    most[code] = shared
        for at in range(begin, end):
            if codes[at] >= 0 and most[codes[at]] == 0:
                codes[at] = -1


@_jit
def _table_size(entries: int) -> int:
    size = 2
    while size < 2 * entries:
        size *= 2
    return size


@_jit
def _enter(ids: Any, codes: Any, begin: int, end: int, table: Any, ours: Any) -> int:
    """Number the n-grams of an output and count them; return how many kinds there are."""
    keys, values = table
    keys[:] = -1
    known = 0
    for at in range(begin, end):
        if codes[at] >= 0:
            key = (codes[at] << 32) | ids[at]
            slot = _slot(key, keys)
            if keys[slot] < 0:
                keys[slot], values[slot] = key, known
                ours[known] = 0
                known += 1
            codes[at] = values[slot]
            ours[values[slot]] += 1
    return known


@_jit
def _match(ids: Any, codes: Any, begin: int, end: int, table: Any, ours: Any, theirs: Any) -> int:
    """Number the n-grams of a reference as its output does; return how many are shared."""
    keys, values = table
    common = 0
    for at in range(begin, end):
        if codes[at] >= 0:
            slot = _slot((codes[at] << 32) | ids[at], keys)
            if keys[slot] < 0:
                codes[at] = -1
            else:
                code = codes[at] = values[slot]
                theirs[code] += 1
                common += theirs[code] <= ours[code]
    return common


@_jit
def _slot(key: int, keys: Any) -> Any:
    """Return where the key is in the table, or the free place where it would go."""
    mask = len(keys) - 1
    slot = np.int64((np.uint64(key) * _MIX) >> _HALF) & mask
    while keys[slot] >= 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@_jit
def common_subsequences(ids: Any, starts: Any, first: Any, kinds: int, lengths: Any) -> None:
    """Measure the longest common subsequence of each reference and its output, bit-parallel.

    A bit of `open_` is cleared for every step the subsequence grows (Hyyrö 2004); an output of
    more than 64 tokens takes several words, and the sum carries from each to the next.

    Args:
        ids: numbers of the tokens: the outputs, then the references in the order of the outputs.
        starts: where each text begins, and the end of the last.
        first: for each output its first reference, and the number of references.
        kinds: how many different tokens there are.
        lengths: filled, one per reference.
    """
    outputs = len(first) - 1
    rows = np.full(kinds, -1, np.int32)  # the row that last used each kind of token
    codes = np.empty(kinds, np.int32)  # the number of the kind in that row
    for row in range(outputs):
        begin, end = starts[row], starts[row + 1]
        words = (end - begin + 63) >> 6
        places = np.zeros((end - begin, words), np.uint64)
        known = 0
        for at in range(begin, end):
            kind = ids[at]
            if rows[kind] != row:
                rows[kind], codes[kind] = row, known
                known += 1
            place = at - begin
            places[codes[kind], place >> 6] |= np.uint64(1) << np.uint64(place & 63)
        for reference in range(first[row], first[row + 1]):
            text = outputs + reference
            open_ = np.full(words, ~np.uint64(0), np.uint64)
            for at in range(starts[text], starts[text + 1]):
                if rows[ids[at]] == row:
                    _step(open_, places[codes[ids[at]]])
            lengths[reference] = _closed(open_)


@_jit
def _step(open_: Any, places: Any) -> None:
    carry = np.uint64(0)
    for word in range(len(open_)):
        before = open_[word]
        found = before & places[word]
        total = before + found
        carried = np.uint64(total < before)
        total += carry
        carried |= np.uint64(total < carry)
        open_[word] = total | (before - found)
        carry = carried


@_jit
def _closed(open_: Any) -> int:
    """Count the bits that are cleared; bits beyond the output never are."""
    count = 0
    for word in open_:
        rest = ~word
        while rest:
            rest &= rest - np.uint64(1)
            count += 1
    return count
