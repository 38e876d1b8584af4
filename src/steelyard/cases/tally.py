"""Counts in bounded memory."""

from __future__ import annotations

from collections import Counter
from typing import Any

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Tally:
    """Counts names; once a thousand are told apart, new ones count together as `…`."""

    LIMIT = 1000
    OTHERS = "…"

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, name: str, count: int = 1) -> None:
        """Count `name`."""
        counts = self._counts
        if name not in counts and len(counts) >= self.LIMIT:
            name = self.OTHERS
        counts[name] = counts.get(name, 0) + count

    def counts(self) -> dict[str, int]:
        """Return names with their counts, most frequent first."""
        return dict(Counter(self._counts).most_common())


class KeyCounts:
    """Counts the keys of dicts; dicts mostly share their keys, so whole sets are counted first."""

    LIMIT = 1000

    def __init__(self) -> None:
        self._sets: dict[tuple[str, ...], int] = {}
        self._keys = Tally()

    def add(self, record: dict[str, Any]) -> None:
        """Count every key of `record`."""
        keys = tuple(record)
        self._sets[keys] = self._sets.get(keys, 0) + 1
        if len(self._sets) >= self.LIMIT:
            self._settle()

    def counts(self) -> dict[str, int]:
        """Return keys with their counts, most frequent first."""
        self._settle()
        return self._keys.counts()

    def _settle(self) -> None:
        for keys, count in self._sets.items():
            for key in keys:
                self._keys.add(key, count)
        self._sets.clear()


class Lengths:
    """Quantiles of whole numbers from counts of their leading 8 bits.

    Exact below 256; above, a quantile may be too low by less than 1 %.
    """

    def __init__(self) -> None:
        self._buckets: dict[int, int] = {}
        self._n = 0
        self._least = 0
        self._most = -1

    def add(self, length: int) -> None:
        """Count one length."""
        shift = length.bit_length() - 8
        bucket = length >> shift << shift if shift > 0 else length
        self._buckets[bucket] = self._buckets.get(bucket, 0) + 1
        self._n += 1
        if length > self._most:
            self._most = length
        if length < self._least or self._n == 1:
            self._least = length

    def as_dict(self) -> dict[str, Any]:
        """Return n, the extremes, some quantiles (None when empty) and whether they are exact."""
        quantiles = {f"p{round(q * 100)}": self.quantile(q) for q in QUANTILES}
        least, most = (self._least, self._most) if self._n else (None, None)
        exact = self._most < 256
        return {"n": self._n, "min": least, **quantiles, "max": most, "exact": exact}

    def quantile(self, q: float) -> int | None:
        """Return the smallest length that at least a share `q` of the lengths do not exceed."""
        seen = 0
        for bucket in sorted(self._buckets):
            seen += self._buckets[bucket]
            if seen >= q * self._n:
                return bucket
        return None
