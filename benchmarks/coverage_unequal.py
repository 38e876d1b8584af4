"""Settings where plain intervals fail: unequal clusters, collapse, skewed means, few attempts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from benchmarks import coverage_unequal_data as data
from benchmarks.coverage_data import Rng, answers, true_f1
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
# Coverage in % when the method was chosen: p 0.8 with ICC 0.3, p 0.95, ICC 0.6, ICC 0; a mean.
_EXPECTED = {
    "12: 1 1 2 2 3 3 5 8 13 20 30 40": (94.9, 99.0, 91.7, 99.7, 95.5),
    "50, 40, 30, nine of 2": (96.2, 99.4, 94.4, 100.0, 95.7),
    "sixty of 1, three of 40": (94.2, 97.2, 90.3, 99.2, 94.3),
    "30, sizes 60/i": (95.3, 92.2, 93.8, 98.8, 95.4),
    "ten of 5, one of 25": (97.0, 98.7, 95.7, 99.7, 96.1),
    "a hundred of 1, one of 20": (96.4, 97.2, 96.7, 97.4, 95.0),
    "40, 40, 5, 5, 5": (99.3, 99.5, 99.5, 100.0, 97.5),
    "5 of 10": (94.7, 98.9, 92.2, 99.4, 95.0),
    "8 of 10": (94.7, 98.2, 92.0, 98.7, 94.9),
    "30 of 10": (95.0, 91.4, 95.2, 96.9, 95.0),
}
_UNEVEN = tuple(round(1 + 24 * i / 29) for i in range(30))  # thirty clusters of 1 to 25 cases
_ALIKE = "cases of a cluster too much alike, or all alike, for so few clusters"
_NEAR_ONE = "near 1 with few clusters"
_HEAVY = "a tail too heavy for so few cases"
_UNSEEN = "a quarter of the runs has seen no timeout"
_HARDLY = "hardly anything attempted: recall decides"
_MANY_WRONG = "wide: more rows are wrongly called rare than are rare, and few rows say how many"
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
        expected = [one / 100 for one in _EXPECTED.get(name, ())] or [None] * 5
        chances = ((0.8, 0.3), (0.95, 0.3), (0.8, 0.6), (0.8, 0.0))
        for (p, icc), share in zip(chances, expected, strict=False):
            plain = (p, icc) == (0.8, 0.3)
            why = "" if plain else _NEAR_ONE if p > 0.9 else _ALIKE if icc else _WIDE
            made.append(
                Setting(
                    "share, clusters",
                    f"{name}; p {p}, ICC {icc}",
                    "base.accuracy",
                    p,
                    partial(data.shares_in, sizes=sizes, p=p, icc=icc),
                    exception=_WIDE if name.startswith("40, 40") else why,
                    expected=share,
                )
            )
        made.append(
            Setting(
                "mean, clusters",
                f"{name}; ICC 0.3",
                "base.latency_mean",
                10.0,
                partial(data.seconds_in, sizes=sizes, icc=0.3),
                expected=expected[4],
            )
        )
    return made


def _of_retention() -> list[Setting]:
    even = (0.8, 0.05, 0.05)
    chances = [  # both, base only, condition only
        (60, (0.03, 0.82, 0.0), 0.965),
        (30, (0.5, 0.3, 0.05), 0.956),
        (100, (0.65, 0.2, 0.05), 0.959),
        (60, (0.8, 0.05, 0.02), 0.980),
        *zip((12, 20, 60, 200), [even] * 4, (0.979, 0.991, 1.0, 0.962), strict=True),
    ]
    made = []
    for n, chance, expected in chances:
        both, base, other = chance
        truth = (both + other) / (both + base)
        made.append(
            Setting(
                "retention, same cases",
                f"n = {n}, truth {truth:.3f}",
                "robust.perturb_retention",
                truth,
                partial(data.conditions, n=n, chance=chance),
                exception="wide on purpose: hardly any case differs" if truth > 0.95 else "",
                expected=expected,
            )
        )
    return made


def _of_skewed() -> list[Setting]:
    kinds: dict[str, tuple[float, Callable[[Rng, int], Any], Mapping[int, float]]] = {
        f"log-normal σ {sigma:g}": (
            data.mean_of(sigma),
            partial(data.log_normal, sigma=sigma),
            expected,
        )
        for sigma, expected in (
            (0.5, {12: 0.935, 30: 0.935, 200: 0.944}),
            (1.0, {12: 0.925, 30: 0.936, 50: 0.932, 200: 0.938}),
            (1.5, {12: 0.885, 30: 0.908, 50: 0.912, 200: 0.930}),
        )
    } | {
        "exponential": (1.0, data.exponential, {12: 0.945, 30: 0.950, 200: 0.945}),
        "normal": (10.0, data.normal, {12: 0.948, 30: 0.947}),
        "10 % timeouts at 30 s": (
            0.9 * 1.0 + 0.1 * 30,
            data.with_timeouts,
            {12: 0.725, 30: 0.953, 50: 0.975, 200: 0.959},
        ),
    }
    made = []
    for name, (mean, draw, sizes) in kinds.items():
        for n, expected in sizes.items():
            heavy = ("1.5" in name and n <= 50) or ("σ 1" in name and n == 12)
            why = _HEAVY if heavy else _UNSEEN if "timeouts" in name and n == 12 else ""
            make = partial(data.seconds_like, n=n, draw=draw)
            size = f"{name}, n = {n}"
            made.append(
                Setting("skewed mean", size, "base.latency_mean", mean, make, why, expected)
            )
    return [*made, *_of_skewed_clusters()]


def _of_skewed_clusters() -> list[Setting]:
    made = []
    for sizes, sigma, expected in (
        ((5,) * 12, 1.0, 0.920),
        ((5,) * 30, 1.0, 0.939),
        ((5,) * 30, 1.5, 0.911),
        (_UNEVEN, 1.0, 0.902),
    ):
        even = f"{len(sizes)} clusters of {'5' if sizes[0] == 5 else '1..25'}"
        make = partial(data.skewed_in, sizes=sizes, sigma=sigma)
        size = f"log-normal σ {sigma:g}, {even}, ICC 0.5"
        truth = data.mean_of(sigma)
        made.append(
            Setting("skewed mean", size, "base.latency_mean", truth, make, _HEAVY, expected)
        )
    return made


def _of_queries() -> list[Setting]:
    return [
        Setting(
            "share of queries (coverage@K)",
            f"{n} queries, p = {p}",
            "ir.success_at_5",
            p,
            partial(data.queries, n=n, p=p),
        )
        for n, p in ((30, 0.8), (30, 0.95), (200, 0.95))
    ]


def _of_f1() -> list[Setting]:
    return [
        Setting(
            "F1, few attempts",
            f"n = {n}, {attempted:.0%} attempted",
            "base.f1",
            true_f1(attempted, right),
            partial(answers, n=n, attempted=attempted, right=right),
            exception=_HARDLY if n * attempted < 2 else "",
            expected=expected,
        )
        for n, attempted, right, expected in (
            (20, 0.10, 0.7, 0.959),
            (40, 0.10, 0.7, 0.954),
            (100, 0.05, 0.7, 0.961),
            (150, 0.01, 0.7, 0.961),
            (40, 1.0, 0.7, 0.942),
        )
    ]


def _of_macro_f1() -> list[Setting]:
    """Return settings in which the rare class is the hardest to recognize, and one where it is not.

    The first confusion is the golden one of tests/golden/test_intervals.py, row by row.
    """
    golden = ((51 / 60, 6 / 60, 3 / 60), (5 / 35, 28 / 35, 2 / 35), (0.2, 0.2, 0.6))
    settings = [
        ("5 % class, n = 100", (0.6, 0.35, 0.05), golden, 100, 0.961),
        ("5 % class, 95 % right, n = 100", (0.6, 0.35, 0.05), _right(0.96, 0.96, 0.7), 100, 0.943),
        ("two classes 95:5, n = 100", (0.95, 0.05), _right(0.97, 0.6), 100, 0.942),
        ("3 % class, n = 300", (0.6, 0.37, 0.03), golden, 300, 0.968),
        ("2 % class, n = 1000", (0.6, 0.38, 0.02), golden, 1000, 0.957),
        ("four equal classes, n = 60", (0.25,) * 4, _right(*(0.8,) * 4), 60, 0.965),
        ("two classes 95:5, both 90 % right, n = 100", (0.95, 0.05), _right(0.9, 0.9), 100, None),
    ]
    return [
        Setting(
            "macro F1",
            name,
            "base.f1",
            data.true_macro_f1(shares, chances),
            partial(data.labels, n=n, shares=shares, chances=chances),
            exception=_MANY_WRONG if "both" in name else "",
            expected=expected,
            params={"mode": "classification", "average": "macro"},
        )
        for name, shares, chances, n, expected in settings
    ]


def _right(*chances: float) -> data.Confusion:
    """Return the confusion of classes right with these chances, else any other one."""
    k = len(chances)
    return tuple(
        tuple(p if at == other else (1 - p) / (k - 1) for other in range(k))
        for at, p in enumerate(chances)
    )
