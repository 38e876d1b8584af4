"""Documents that a query lists more than once."""

from __future__ import annotations

import numpy as np

from steelyard.retrieval.judgements import Column
from steelyard.retrieval.words import Ints, Words

_FEWEST_BITS = 10


def repeated(keys: Words, documents: Column) -> list[list[int]]:
    """Return groups of lines with the same (query, document).

    Every line leaves its number at a place of a small table; who finds another's number there
    shares the place with it. Only such lines are sorted, and only equal keys are compared in full.
    """
    bits = max(_FEWEST_BITS, len(keys).bit_length() + 3)
    places = (keys >> np.uint64(64 - bits)).view(np.int64)
    own = np.arange(len(keys), dtype=np.int32)
    table = np.empty(1 << bits, np.int32)
    table[places] = own
    last = table[places]
    shared = np.flatnonzero(last != own)
    if not len(shared):
        return []
    sharing = np.zeros(len(keys), np.bool_)
    sharing[shared] = sharing[last[shared]] = True
    suspects = np.flatnonzero(sharing)
    suspects = suspects[np.argsort(keys[suspects], kind="stable")]
    ordered = keys[suspects]
    equal = np.flatnonzero(ordered[1:] == ordered[:-1])
    return _compared(suspects, equal, keys, documents) if len(equal) else []


def _compared(suspects: Ints, equal: Ints, keys: Words, documents: Column) -> list[list[int]]:
    groups: dict[tuple[int, bytes], list[int]] = {}
    for line in np.unique(np.concatenate((suspects[equal], suspects[equal + 1]))).tolist():
        document = documents.text.field(int(documents.starts[line]), int(documents.lengths[line]))
        groups.setdefault((int(keys[line]), document), []).append(line)
    return [lines for lines in groups.values() if len(lines) > 1]
