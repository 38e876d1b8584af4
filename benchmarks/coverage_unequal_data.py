"""Simulated tables for the settings of `coverage_unequal`, many runs in one table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from benchmarks.coverage_data import Columns, Rng

Confusion: TypeAlias = Sequence[Sequence[float]]  # of each class, the chances of each prediction


def shares_in(rng: Rng, runs: int, *, sizes: Sequence[int], p: float, icc: float) -> Columns:
    """Cases whose chance to pass is that of their cluster, drawn from a beta distribution."""
    chance = np.full((runs, len(sizes)), p)
    if icc:
        weight = (1 - icc) / icc
        chance = rng.beta(weight * p, weight * (1 - p), chance.shape)
    each = np.repeat(chance, sizes, axis=1)
    return _in_clusters(runs, sizes) | {"passed": (rng.random(each.shape) < each).ravel()}


def seconds_in(rng: Rng, runs: int, *, sizes: Sequence[int], icc: float) -> Columns:
    """Latencies around 10 s, of which a share `icc` of the variance is their cluster's."""
    shared = rng.normal(0, math.sqrt(icc), (runs, len(sizes)))
    each = 10 + np.repeat(shared, sizes, axis=1)
    each += rng.normal(0, math.sqrt(1 - icc), each.shape)
    return _in_clusters(runs, sizes) | {"latency_s": each.ravel()}


def skewed_in(rng: Rng, runs: int, *, sizes: Sequence[int], sigma: float) -> Columns:
    """Log-normal latencies with half of the variance of their logarithm their cluster's."""
    shared = rng.normal(0, sigma * math.sqrt(0.5), (runs, len(sizes)))
    each = np.repeat(shared, sizes, axis=1)
    each += rng.normal(0, sigma * math.sqrt(0.5), each.shape)
    return _in_clusters(runs, sizes) | {"latency_s": np.exp(each).ravel()}


def queries(rng: Rng, runs: int, *, n: int, p: float) -> Columns:
    """Queries with a relevant document among the first five, or none."""
    return _in_runs(runs, n) | {"ir_success_at_5": (rng.random(runs * n) < p).astype(float)}


def seconds_like(rng: Rng, runs: int, *, n: int, draw: Callable[[Rng, int], Any]) -> Columns:
    """Latencies of any distribution."""
    return _in_runs(runs, n) | {"latency_s": draw(rng, runs * n)}


def conditions(rng: Rng, runs: int, *, n: int, chance: tuple[float, float, float]) -> Columns:
    """Cases that pass in both, the base or the condition only."""
    drawn = rng.random(runs * n)
    both, base, other = np.cumsum(chance)
    return _in_runs(runs, n) | {
        "parent_case_id": np.char.add("p", np.arange(runs * n).astype(str)).astype(object),
        "condition": np.full(runs * n, "perturb", object),
        "passed": (drawn < both) | ((drawn >= base) & (drawn < other)),
        "clean_success": (drawn < base).astype(float),
    }


def labels(rng: Rng, runs: int, *, n: int, shares: Sequence[float], chances: Confusion) -> Columns:
    """Rows of classes drawn by their shares, and predictions by the confusion of each class."""
    k = len(shares)
    truth = rng.choice(k, runs * n, p=shares)
    ends = np.cumsum(np.array(chances), axis=1)[:, :-1]
    guess = (rng.random(truth.size)[:, None] >= ends[truth]).sum(axis=1)
    names = np.array([f"c{at}" for at in range(k)], object)
    return _in_runs(runs, n) | {"label": names[truth], "pred_label": names[guess]}


def true_macro_f1(shares: Sequence[float], chances: Confusion) -> float:
    """Return macro F1 of the expected confusion of `labels`."""
    truth, confusion = np.array(shares), np.array(chances)
    return float(np.mean(2 * truth * confusion.diagonal() / (truth + truth @ confusion)))


def mean_of(sigma: float) -> float:
    """Return the mean of `log_normal`."""
    return math.exp(sigma**2 / 2)


def log_normal(rng: Rng, size: int, *, sigma: float) -> Any:
    """Seconds with median 1."""
    return rng.lognormal(0.0, sigma, size)


def exponential(rng: Rng, size: int) -> Any:
    """Seconds with mean 1."""
    return rng.exponential(1.0, size)


def normal(rng: Rng, size: int) -> Any:
    """Seconds around 10, not skewed."""
    return rng.normal(10.0, 1.0, size)


def with_timeouts(rng: Rng, size: int) -> Any:
    """Seconds with mean 1, but a timeout of 30 in one of ten."""
    fast = rng.lognormal(-0.02, 0.2, size)
    return np.where(rng.random(size) < 0.1, 30.0, fast)


def _in_runs(runs: int, size: int) -> dict[str, Any]:
    return {"scene": np.repeat(np.arange(runs), size)}


def _in_clusters(runs: int, sizes: Sequence[int]) -> dict[str, Any]:
    numbers = np.arange(runs * len(sizes)).reshape(runs, len(sizes))
    return _in_runs(runs, sum(sizes)) | {"cluster_id": np.repeat(numbers, sizes, axis=1).ravel()}
