"""Settings where plain intervals fail: unequal clusters, collapse, skewed means, few attempts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from benchmarks.coverage_data import Columns, Rng
from benchmarks.coverage_settings import Setting

SIZES: Mapping[str, Sequence[int]] = {
    "12: 1 1 2 2 3 3 5 8 13 20 30 40": (1, 1, 2, 2, 3, 3, 5, 8, 13, 20, 30, 40),
    "50, 40, 30, nine of 2": (50, 40, 30, *[2] * 9),
    "sixty of 1, three of 40": (*[1] * 60, 40, 40, 40),
    "30, sizes 60/i": tuple(math.ceil(60 / i) for i in range(1, 31)),
    "ten of 5, one of 25": (*[5] * 10, 25),
    "a hundred of 1, one of 20": (*[1] * 100, 20),
    "40, 40, 5, 5, 5": (40, 40, 5, 5, 5),
    "5 of 10": (10,) * 5,
    "8 of 10": (10,) * 8,
    "30 of 10": (10,) * 30,
    "five of 2, one of 60": (2, 2, 2, 2, 2, 60),
    "twenty of 1, one of 80": (*[1] * 20, 80),
}
_UNEVEN = tuple(round(1 + 24 * i / 29) for i in range(30))  # thirty clusters of 1 to 25 cases
_ALIKE = "cases of a cluster too much alike, or all alike, for so few clusters"
_NEAR_ONE = "near 1 with few clusters"
_HEAVY = "a tail too heavy for so few cases"
_UNSEEN = "a quarter of the runs has seen no timeout"
_HARDLY = "hardly anything attempted: recall decides"
_RARE = "the rare class has 5 rows or fewer"
_WIDE = "wide on purpose: few clusters decide, or cases hardly depend on them"


def unequal_settings() -> list[Setting]:
    """Return the settings of unequal clusters, retention, skewed means, F1 and macro F1."""
    return [
        *_of_clusters(),
        *_of_retention(),
        *_of_skewed(),
        *_of_f1(),
        *_of_macro_f1(),
        *_of_queries(),
    ]


def _of_clusters() -> list[Setting]:
    made = []
    for name, sizes in SIZES.items():
        for p, icc in ((0.8, 0.3), (0.95, 0.3), (0.8, 0.6), (0.8, 0.0)):
            plain = (p, icc) == (0.8, 0.3)
            why = "" if plain else _NEAR_ONE if p > 0.9 else _ALIKE if icc else _WIDE
            made.append(
                Setting(
                    "share, clusters",
                    f"{name}; p {p}, ICC {icc}",
                    "base.accuracy",
                    p,
                    partial(shares_in, sizes=sizes, p=p, icc=icc),
                    exception=_WIDE if name.startswith("40, 40") else why,
                )
            )
        make = partial(seconds_in, sizes=sizes, icc=0.3)
        made.append(Setting("mean, clusters", f"{name}; ICC 0.3", "base.latency_mean", 10.0, make))
    return made


def _of_retention() -> list[Setting]:
    chances = [  # both, base only, condition only
        (60, (0.03, 0.82, 0.0)),
        (30, (0.5, 0.3, 0.05)),
        (100, (0.65, 0.2, 0.05)),
        (60, (0.8, 0.05, 0.02)),
        *((n, (0.8, 0.05, 0.05)) for n in (12, 20, 60, 200)),
    ]
    made = []
    for n, chance in chances:
        both, base, other = chance
        truth = (both + other) / (both + base)
        made.append(
            Setting(
                "retention, same cases",
                f"n = {n}, truth {truth:.3f}",
                "robust.perturb_retention",
                truth,
                partial(conditions, n=n, chance=chance),
                exception="wide on purpose: hardly any case differs" if truth > 0.95 else "",
            )
        )
    return made


def _of_skewed() -> list[Setting]:
    kinds: dict[str, tuple[float, Callable[[Rng, int], Any], Sequence[int]]] = {}
    for sigma, sizes in ((0.5, (12, 30, 200)), (1.0, (12, 30, 50, 200)), (1.5, (12, 30, 50, 200))):
        mean = math.exp(sigma**2 / 2)
        kinds[f"log-normal σ {sigma:g}"] = (mean, partial(_log_normal, sigma=sigma), sizes)
    kinds["exponential"] = (1.0, lambda rng, size: rng.exponential(1.0, size), (12, 30, 200))
    kinds["normal"] = (10.0, lambda rng, size: rng.normal(10.0, 1.0, size), (12, 30))
    kinds["10 % timeouts at 30 s"] = (0.9 * 1.0 + 0.1 * 30, _with_timeouts, (12, 30, 50, 200))
    made = []
    for name, (mean, draw, sizes) in kinds.items():
        for n in sizes:
            heavy = "1.5" in name or ("σ 1" in name and n == 12)
            why = _HEAVY if heavy else _UNSEEN if "timeouts" in name and n == 12 else ""
            make = partial(seconds_like, n=n, draw=draw)
            made.append(
                Setting(
                    "skewed mean", f"{name}, n = {n}", "base.latency_mean", mean, make, True, why
                )
            )
    clustered = (((5,) * 12, 1.0), ((5,) * 30, 1.0), ((5,) * 30, 1.5), (_UNEVEN, 1.0))
    for sizes, sigma in clustered:
        even = f"{len(sizes)} clusters of {'5' if sizes[0] == 5 else '1..25'}"
        make = partial(skewed_in, sizes=sizes, sigma=sigma)
        mean = math.exp(sigma**2 / 2)
        size = f"log-normal σ {sigma:g}, {even}, ICC 0.5"
        made.append(Setting("skewed mean", size, "base.latency_mean", mean, make, True, _HEAVY))
    return made


def _of_queries() -> list[Setting]:
    return [
        Setting(
            "share of queries (coverage@K)",
            f"{n} queries, p = {p}",
            "ir.success_at_5",
            p,
            partial(queries, n=n, p=p),
        )
        for n, p in ((30, 0.8), (30, 0.95), (200, 0.95))
    ]


def queries(rng: Rng, runs: int, *, n: int, p: float) -> Columns:
    """Queries with a relevant document among the first five, or none."""
    return _in_runs(runs, n) | {"ir_success_at_5": (rng.random(runs * n) < p).astype(float)}


def _of_f1() -> list[Setting]:
    return [
        Setting(
            "F1, few attempts",
            f"n = {n}, {attempted:.0%} attempted",
            "base.f1",
            2 * right * attempted / (1 + attempted),
            partial(attempts, n=n, attempted=attempted, right=right),
            exception=_HARDLY if n * attempted < 2 else "",
        )
        for n, attempted, right in (
            (20, 0.10, 0.7), (40, 0.10, 0.7), (100, 0.05, 0.7), (150, 0.01, 0.7), (40, 1.0, 0.7),
        )
    ]  # fmt: skip


def _of_macro_f1() -> list[Setting]:
    made = []
    for name, shares, accuracy, n in (
        ("5 % class, n = 100", (0.6, 0.35, 0.05), 0.8, 100),
        ("5 % class, 95 % accurate, n = 100", (0.6, 0.35, 0.05), 0.95, 100),
        ("two classes 95:5, n = 100", (0.95, 0.05), 0.9, 100),
        ("3 % class, n = 300", (0.6, 0.37, 0.03), 0.8, 300),
        ("2 % class, n = 1000", (0.6, 0.38, 0.02), 0.8, 1000),
        ("four equal classes, n = 60", (0.25,) * 4, 0.8, 60),
    ):
        made.append(
            Setting(
                "macro F1",
                name,
                "base.f1",
                true_macro_f1(shares, accuracy),
                partial(labels, n=n, shares=shares, accuracy=accuracy),
                exception=_RARE if n * min(shares) <= 5 else "",
                params={"mode": "classification", "average": "macro"},
            )
        )
    return made


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


def attempts(rng: Rng, runs: int, *, n: int, attempted: float, right: float) -> Columns:
    """Answers attempted with one chance and, if attempted, right with another."""
    tried = rng.random(runs * n) < attempted
    return _in_runs(runs, n) | {
        "output": np.where(tried, "x", "").astype(object),
        "passed": tried & (rng.random(runs * n) < right),
    }


def labels(rng: Rng, runs: int, *, n: int, shares: Sequence[float], accuracy: float) -> Columns:
    """Rows of classes drawn by their shares, right with one chance, else of any other class."""
    k = len(shares)
    truth = rng.choice(k, runs * n, p=shares)
    wrong = (truth + rng.integers(1, k, truth.size)) % k
    guess = np.where(rng.random(truth.size) < accuracy, truth, wrong)
    names = np.array([f"c{at}" for at in range(k)], object)
    return _in_runs(runs, n) | {"label": names[truth], "pred_label": names[guess]}


def true_macro_f1(shares: Sequence[float], accuracy: float) -> float:
    """Return macro F1 of the expected confusion of `labels`."""
    k = len(shares)
    guesses = [accuracy * share + (1 - accuracy) * (1 - share) / (k - 1) for share in shares]
    parts = zip(shares, guesses, strict=True)
    return sum(2 * accuracy * share / (share + guess) for share, guess in parts) / k


def _log_normal(rng: Rng, size: int, *, sigma: float) -> Any:
    return rng.lognormal(0.0, sigma, size)


def _with_timeouts(rng: Rng, size: int) -> Any:
    fast = rng.lognormal(-0.02, 0.2, size)
    return np.where(rng.random(size) < 0.1, 30.0, fast)


def _in_runs(runs: int, size: int) -> dict[str, Any]:
    return {"scene": np.repeat(np.arange(runs), size)}


def _in_clusters(runs: int, sizes: Sequence[int]) -> dict[str, Any]:
    numbers = np.arange(runs * len(sizes)).reshape(runs, len(sizes))
    return _in_runs(runs, sum(sizes)) | {"cluster_id": np.repeat(numbers, sizes, axis=1).ravel()}
