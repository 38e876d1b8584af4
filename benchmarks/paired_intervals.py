"""Which interval for the difference of two shares of the same cases holds the truth.

python -m benchmarks paired_intervals
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm, t

SIZES = (15, 20, 30, 50, 80, 100, 200, 300, 600, 1000)
CHANCES = (
    *((0.5, 0.5), (0.8, 0.8), (0.9, 0.9), (0.95, 0.95), (0.99, 0.99), (0.8, 0.7), (0.98, 0.9)),
    *((0.6, 0.4), (0.95, 0.9), (1.0, 0.95), (1.0, 0.9), (0.97, 0.95)),
)
CORRELATIONS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9)
_Z = float(norm.ppf(0.975))
_SOME = 10  # cases that differ, from which the mixed rule uses t
Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats]


class Counts(NamedTuple):
    """Cases passed by both, only the first, only the second, neither; one entry per drawn pair."""

    both: Floats
    first: Floats
    second: Floats
    neither: Floats

    @property
    def n(self) -> Floats:
        """All cases."""
        total: Floats = self.both + self.first + self.second + self.neither
        return total


def main(arguments: list[str]) -> dict[str, Any]:
    """Draw pairs of runs, count the intervals that hold the truth, print and return the numbers."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks paired_intervals", description=__doc__
    )
    parser.add_argument("--draws", type=int, default=60_000, help="pairs of each setting")
    draws = parser.parse_args(arguments).draws
    rng = np.random.default_rng(1)
    rows = [_setting(rng, draws, *one) for one in settings()]
    found: dict[str, Any] = {"draws": draws, "settings": len(rows), "methods": {}}
    for name in METHODS:
        coverage = [row[name][0] for row in rows]
        width = float(np.mean([row[name][1] / row["method_10"][1] for row in rows]))
        found["methods"][name] = {
            "least_coverage": min(coverage),
            "below_94": sum(one < 0.94 for one in coverage),
            "width_to_method_10": width,
        }
        print(f"{name:12} {found['methods'][name]}", flush=True)
    return found


def settings() -> Iterator[tuple[int, float, float, Floats]]:
    """Yield cases, both chances, and the chances of the four outcomes, where these are possible."""
    for n in SIZES:
        for first, second in CHANCES:
            for correlation in CORRELATIONS:
                spread = np.sqrt(first * (1 - first) * second * (1 - second))
                both = first * second + correlation * spread
                cells = np.array([both, first - both, second - both, 1 - first - second + both])
                if cells.min() >= -1e-12:
                    cells = np.clip(cells, 0, 1)
                    yield n, first, second, cells / cells.sum()


def _setting(
    rng: np.random.Generator, draws: int, n: int, first: float, second: float, cells: Floats
) -> dict[str, tuple[float, float]]:
    counts = Counts(*rng.multinomial(n, cells, draws).T.astype(float))
    truth = first - second
    found = {}
    for name, method in METHODS.items():
        low, high = method(counts)
        held = (low <= truth + 1e-12) & (high >= truth - 1e-12)
        found[name] = float(held.mean()), float((high - low).mean())
    return found


def paired_t(counts: Counts) -> Ends:
    """Return the t interval of the differences."""
    n, less = counts.n, (counts.first - counts.second) / counts.n
    variance = ((counts.first + counts.second) / n - less**2) / (n - 1)
    reach = t.ppf(0.975, n - 1) * np.sqrt(variance)
    return less - reach, less + reach


def method_10(counts: Counts) -> Ends:
    """Return Newcombe's method 10."""
    a, b, c, d = counts
    n = counts.n
    p1, p2 = (a + b) / n, (a + c) / n
    (l1, u1), (l2, u2) = (_wilson(p, n) for p in (p1, p2))
    below = np.sqrt((a + b) * (c + d) * (a + c) * (b + d))
    above = a * d - b * c
    above = np.where(above > n / 2, above - n / 2, np.minimum(above, 0))
    phi = np.divide(above, below, out=np.zeros_like(below), where=below > 0)
    less = p1 - p2
    return less - _joined(p1 - l1, u2 - p2, phi), less + _joined(u1 - p1, p2 - l2, phi)


def mixed(counts: Counts) -> Ends:
    """Return the t interval where some cases differ, method 10 elsewhere."""
    some = counts.first + counts.second >= _SOME
    ends = zip(paired_t(counts), method_10(counts), strict=True)
    low, high = (np.where(some, by_t, by_score) for by_t, by_score in ends)
    return low, high


def tango(counts: Counts) -> Ends:
    """Return Tango's score interval, by halving."""
    less = (counts.first - counts.second) / counts.n
    return _reach(counts, less, -np.ones_like(less)), _reach(counts, less, np.ones_like(less))


def _reach(counts: Counts, inside: Floats, outside: Floats) -> Floats:
    for _ in range(40):
        middle = (inside + outside) / 2
        held = abs(_tango_z(counts, middle)) <= _Z
        inside, outside = np.where(held, middle, inside), np.where(held, outside, middle)
    return inside


def _tango_z(counts: Counts, delta: Floats) -> Floats:
    b, c, n = counts.first, counts.second, counts.n
    linear = -b - c + (2 * n - b + c) * delta
    root = np.sqrt(np.maximum(0, linear**2 + 8 * n * c * delta * (1 - delta)))
    share = (root - linear) / (4 * n)
    variance = n * (2 * share + delta * (1 - delta))
    away = b - c - n * delta
    score: Floats = np.divide(away, np.sqrt(np.maximum(variance, 1e-300)))
    return np.where(variance > 0, score, np.where(away == 0, 0.0, np.inf))


def _wilson(p: Floats, n: Floats) -> Ends:
    scale = 1 + _Z**2 / n
    middle = (p + _Z**2 / (2 * n)) / scale
    reach = _Z * np.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2)) / scale
    return middle - reach, middle + reach


def _joined(x: Floats, y: Floats, phi: Floats) -> Floats:
    length: Floats = np.sqrt(np.maximum(0, x**2 + y**2 - 2 * phi * x * y))
    return length


METHODS: dict[str, Callable[[Counts], Ends]] = {
    "paired_t": paired_t,
    "mixed": mixed,
    "method_10": method_10,
    "tango": tango,
}
