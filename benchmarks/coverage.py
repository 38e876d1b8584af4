"""How often the engine's 95 % intervals hold the truth, on simulated runs whose truth is known.

python -m benchmarks coverage
python -m benchmarks coverage --runs 500 --composites 0
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from benchmarks import coverage_data as data
from benchmarks.coverage_page import write_page
from benchmarks.machine import ROOT
from steelyard.model import Interval

GOAL = (0.92, 0.98)
_BATCH = 500  # the most groups a breakdown computes
_PARAMS = {"baseline_adaptation_cost": 10}
_STRONG = (0.98, 0.96, 0.94)
# The goal is set for the first; the others, with a quarter of the runs, show its limits.
COMPOSITES = (
    data.Simulated("n = 200", 200),
    data.Simulated("12 clusters of 10", 120, clusters=12),
    data.Simulated("n = 60, near 1", 60, chances=_STRONG, load=0.98),
)


class Setting(NamedTuple):
    """One kind of interval at one size.

    `goal` says whether the goal is set for it; the others are measured to know their limits.
    """

    kind: str
    size: str
    id: str
    truth: float
    make: Callable[[np.random.Generator, int], data.Columns]
    goal: bool = True


def main(arguments: list[str]) -> dict[str, Any]:
    """Simulate, print a table, write the page, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks coverage", description=__doc__)
    parser.add_argument("--runs", type=int, default=4000, help="simulated runs of each setting")
    parser.add_argument("--composites", type=int, default=2000, help="of each composite")
    parser.add_argument("--only", default="", help="settings whose kind has this word")
    options = parser.parse_args(arguments)
    found: dict[str, Any] = {"confidence": 0.95, "goal": list(GOAL), "settings": []}
    for number, setting in enumerate(settings()):
        if options.only in setting.kind:
            found["settings"].append(_show(_coverage(setting, options.runs, number)))
    if options.composites:
        for agent in COMPOSITES:
            runs = options.composites if agent == COMPOSITES[0] else options.composites // 4
            found["settings"] += [_show(row) for row in _composites(agent, runs)]
            _save(found)
    return found


def _save(found: dict[str, Any]) -> None:
    """Write numbers and page after every composite: each takes minutes."""
    path = ROOT / "benchmarks" / "results" / "coverage.json"
    path.write_text(json.dumps(found, indent=2) + "\n")
    write_page(found)


def settings() -> list[Setting]:
    """Return every setting: those of the goals first, then harder ones."""
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
            goal=c == 30,
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
            goal=c == 30,
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
            goal=False,
        ),
        *(
            Setting(
                "exact share (safety)",
                f"n = {n}, p = {p}",
                "safety.accuracy",
                p,
                partial(data.safety_shares, n=n, p=p),
                goal=False,
            )
            for n, p in ((59, 0.95), (300, 0.99))
        ),
        Setting(
            "mean, skewed",
            "n = 50, log-normal",
            "base.latency_mean",
            math.exp(0.125),
            partial(data.skewed_seconds, n=50),
            goal=False,
        ),
        Setting("median", "n = 50", median, 1.0, partial(data.skewed_seconds, n=50), goal=False),
        Setting(
            "95th percentile",
            "n = 200",
            high,
            math.exp(0.5 * z95),
            partial(data.skewed_seconds, n=200),
            goal=False,
        ),
    ]


def _coverage(setting: Setting, runs: int, number: int) -> dict[str, Any]:
    """Compute many simulated runs as the groups of one breakdown, and count the intervals."""
    from steelyard.indicators import compute_indicators

    rng = np.random.default_rng([2026, number])
    held: list[bool | None] = []
    widths = []
    for start in range(0, runs, _BATCH):
        con = data.results_table(setting.make(rng, min(_BATCH, runs - start)))
        for values in compute_indicators(con, [setting.id], by="scene").values():
            interval = values[setting.id].interval
            held.append(
                None if interval is None else interval.low <= setting.truth <= interval.high
            )
            widths += [] if interval is None else [interval.high - interval.low]
        con.close()
    return _row(setting.kind, setting.size, setting.id, held, widths, goal=setting.goal)


def _composites(agent: data.Simulated, runs: int) -> list[dict[str, Any]]:
    """Summarise every simulated run by itself: all four dimensions and what is made of them."""
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(partial(_weigh_one, agent), range(runs), chunksize=20))
    rows = []
    for id_ in found[0]:
        held = [one[id_][0] for one in found]
        widths = [one[id_][1] for one in found if one[id_][0] is not None]
        goal = agent == COMPOSITES[0]
        rows.append(_row("composite", f"{id_}, {agent.size}", id_, held, widths, goal=goal))
    return rows


def _weigh_one(agent: data.Simulated, number: int) -> dict[str, tuple[bool | None, float]]:
    from steelyard.indicators import compute_indicators
    from steelyard.indicators.resample import resample_scores
    from steelyard.scorecards import load_scorecard
    from steelyard.scorecards.weigh import weigh_tree

    rng = np.random.default_rng([agent.n, number])
    con = data.results_table(data.four_dimensions(rng, agent))
    card = load_scorecard()
    values = compute_indicators(con, card.indicators(), params=_PARAMS)
    drawn = resample_scores(con, values, params=_PARAMS, seed=number)
    truths = data.true_scores(agent)
    found = {}
    for node in weigh_tree(values, card, drawn).walk():
        if node.node.id in truths:
            truth, interval = truths[node.node.id], node.interval
            width = 0.0 if interval is None else interval.high - interval.low
            found[node.node.id] = (_holds(interval, truth), width)
    con.close()
    return found


def _holds(interval: Interval | None, truth: float) -> bool | None:
    return None if interval is None else interval.low <= truth <= interval.high


def _row(
    kind: str, size: str, id_: str, held: list[bool | None], widths: list[float], *, goal: bool
) -> dict[str, Any]:
    """Return the share of the intervals that hold the truth, and how sure that share is."""
    given = [one for one in held if one is not None]
    share = sum(given) / len(given)
    error = math.sqrt(max(share * (1 - share), 1 / len(given)) / len(given))
    return {
        "kind": kind,
        "size": size,
        "indicator": id_,
        "runs": len(held),
        "without_interval": len(held) - len(given),
        "coverage": round(share, 4),
        "error": round(error, 4),
        "width": round(float(np.mean(widths)), 4),
        "goal": goal,
    }


def _show(row: dict[str, Any]) -> dict[str, Any]:
    outside = not GOAL[0] <= row["coverage"] <= GOAL[1]
    mark = "OUTSIDE" if outside and row["goal"] else "outside" if outside else ""
    print(
        f"{row['kind']:<28} {row['size']:<38} {row['coverage']:.1%} ± {row['error']:.1%}"
        f"  width {row['width']:.3f}  none {row['without_interval']}  {mark}"
    )
    sys.stdout.flush()
    return row
