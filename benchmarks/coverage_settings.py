"""Settings of the coverage benchmark: kinds of interval at sizes that evaluations have."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from benchmarks import coverage_data as data


class Setting(NamedTuple):
    """One kind of interval at one size.

    Attributes:
        exception: why it may miss the goal; printed where it does.
        expected: coverage of the formula alone, simulated when the method was chosen.
        params: of the indicator.
    """

    kind: str
    size: str
    id: str
    truth: float
    make: Callable[[np.random.Generator, int], data.Columns]
    exception: str = ""
    expected: float | None = None
    params: Mapping[str, Any] = {}


def settings() -> list[Setting]:
    """Return the settings of plain intervals."""
    rates = [
        Setting("share", f"n = {n}, p = {p}", "base.accuracy", p, partial(data.shares, n=n, p=p))
        for n in (20, 50, 200)
        for p in (0.5, 0.9, 0.98)
    ]
    means = [
        Setting(
            "clustered mean",
            f"{c} clusters of 10, ICC 0.3",
            "base.latency_mean",
            10.0,
            partial(data.clustered_seconds, clusters=c, each=10, icc=0.3),
        )
        for c in (30, 6)
    ]
    grouped = [
        Setting(
            "clustered share",
            f"{c} clusters of 10, p = 0.8, ICC 0.3",
            "base.accuracy",
            0.8,
            partial(data.clustered_shares, clusters=c, each=10, p=0.8, icc=0.3),
        )
        for c in (30, 15, 8)
    ]
    return [*rates, *means, *grouped, *_of_two(), *_others()]


def _of_two() -> list[Setting]:
    ratio, gap = "robust.concurrency_stability", "adapt.scene_gap"
    sizes = [((25, 50), (0.72, 0.9)), ((60, 60), (0.95, 0.98)), ((200, 200), (0.5, 0.6))]
    return [
        Setting(
            "ratio of shares",
            f"{peak} at {p[0]} over {normal} at {p[1]}",
            ratio,
            p[0] / p[1],
            partial(data.two_loads, peak=peak, normal=normal, p=p),
            exception="wide: both shares near 1 with few cases" if min(p) >= 0.95 else "",
        )
        for (peak, normal), p in sizes
    ] + [
        Setting(
            "ratio of shares, same cases",
            "100 cases, 0.7 over 0.85",
            ratio,
            0.7 / 0.85,
            partial(data.paired_loads, n=100, p=(0.7, 0.85)),
        ),
        Setting(
            "difference of shares",
            "40 at 0.9, 30 at 0.7",
            gap,
            -0.2,
            partial(data.two_scenes, train=40, other=30, p=(0.9, 0.7)),
        ),
        *(
            Setting(
                "F1",
                f"n = {n}, F1 = {data.true_f1(*chances):.3f}",
                "base.f1",
                data.true_f1(*chances),
                partial(data.answers, n=n, attempted=chances[0], right=chances[1]),
            )
            for chances in ((0.8, 0.75), (0.98, 0.95))
            for n in (30, 60, 200)
        ),
    ]


def _others() -> list[Setting]:
    median, high = "base.latency_p50", "base.latency_p95"
    z95 = 1.6448536269514722
    return [
        Setting(
            "share, cases repeated",
            "40 cases, 5 times each, p = 0.8",
            "base.accuracy",
            0.8,
            partial(data.repeated, n=40, epochs=5, a=1.6, b=0.4),
        ),
        *(
            Setting(
                "exact share (safety)",
                f"n = {n}, p = {p}",
                "safety.accuracy",
                p,
                partial(data.safety_shares, n=n, p=p),
                exception="a guarantee: covers at least 95 %, so more on average",
            )
            for n, p in ((59, 0.95), (300, 0.99))
        ),
        Setting(
            "mean, skewed",
            "n = 50, log-normal",
            "base.latency_mean",
            math.exp(0.125),
            partial(data.skewed_seconds, n=50),
        ),
        Setting("median", "n = 50", median, 1.0, partial(data.skewed_seconds, n=50)),
        Setting(
            "95th percentile",
            "n = 200",
            high,
            math.exp(0.5 * z95),
            partial(data.skewed_seconds, n=200),
        ),
    ]
