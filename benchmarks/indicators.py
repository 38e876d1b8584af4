"""The default scorecard over a million rows, whole and by scene, beside pandas; ten million rows.

python -m benchmarks indicators
python -m benchmarks indicators --rows 200000 --large 0

Values are checked to be equal before anything is timed; all take turns, round by round.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.indicator_data import PARAMS, write_results
from benchmarks.indicators_page import write_page
from benchmarks.machine import python, run
from benchmarks.peers import is_installed, peer
from benchmarks.record import TIMES_THEIRS, Measure, Peer, alone, at_least, at_most, versus

FULL = ["--no-page"]
QUICK = ["--no-page", "--rows", "200000", "--large", "1000000"]
GOAL_RATIO = 8.0
GOAL_RSS_MB = 1500.0
GOAL_INTERVALS = 3.0


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure, print, return."""
    options = _options(arguments)
    if options.only:
        return _only(options)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.parquet"
        write_results(path, options.rows)
        found = {"rows": options.rows, **_compare(path, options.rounds)}
        if options.large:
            write_results(path, options.large)
            found["large"] = _large(path, options.large)
            if not options.no_page and "ratio" in found:
                write_page(found)
    _print(found)
    return found


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--large", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-page", action="store_true", help="leave the page as it is")
    parser.add_argument("--only", choices=["large"])
    parser.add_argument("--path", type=Path)
    return parser.parse_args(arguments)


WITH_INTERVALS, VALUES = "steelyard, values and intervals", "steelyard, values only"
PANDAS, RESAMPLES = "pandas, values only", "steelyard, 2,000 resamples"


def _compare(path: Path, rounds: int) -> dict[str, Any]:
    """Compare both ways on the same table in the same process, after checking that they agree."""
    import duckdb

    from steelyard.indicators import compute_indicators
    from steelyard.indicators.resample import resample_scores
    from steelyard.scorecards import load_scorecard

    con = duckdb.connect(config={"threads": "2"})
    con.execute(f"CREATE TABLE results AS SELECT * FROM '{path}'")
    ids = load_scorecard().indicators()
    values = compute_indicators(con, ids, params=PARAMS)

    def ours() -> None:
        compute_indicators(con, ids, params=PARAMS)
        compute_indicators(con, ids, params=PARAMS, by="scene")

    work: dict[str, Callable[[], object]] = {WITH_INTERVALS: ours}
    if is_installed("pandas"):
        work[PANDAS] = _pandas(path, {id_: value.value for id_, value in values.items()})
    work[VALUES] = lambda: _values_only(ours)
    work[RESAMPLES] = lambda: resample_scores(con, values, params=PARAMS)
    costs = _in_turn(work, rounds)
    found = {name: _best(those) for name, those in costs.items()}
    both = ("seconds", "cpu_s")
    ratios = {}
    if PANDAS in found:
        ratios = {
            key: {unit: found[PANDAS][unit] / found[of][unit] for unit in both}
            for key, of in (("ratio", WITH_INTERVALS), ("ratio_of_values", VALUES))
        }
    return {
        "indicators": len(ids),
        "rounds": rounds,
        "costs": found,
        "by_round": costs,
        **ratios,
        "with_intervals": found[WITH_INTERVALS]["cpu_s"] / found[VALUES]["cpu_s"],
    }


def _pandas(path: Path, ours: dict[str, float | None]) -> Callable[[], None]:
    """Return the same work in pandas, once its values are seen to be ours."""
    import pandas as pd

    from benchmarks.indicator_pandas import scorecard

    frame = pd.read_parquet(path)
    _agree(ours, scorecard(frame))

    def theirs() -> None:
        scorecard(frame)
        for _, group in frame.groupby("scene"):
            scorecard(group)

    return theirs


def _values_only(work: Callable[[], None]) -> None:
    """Run with every product of sums left out of the queries: what intervals are made of."""
    from unittest.mock import patch

    from steelyard.indicators import nested, row_moments

    with (
        patch.object(row_moments, "combinations_with_replacement", lambda *_: ()),
        patch.object(nested._Query, "variances", lambda *_: {}),
    ):
        work()


def _agree(ours: dict[str, float | None], theirs: dict[str, float | None]) -> None:
    for id_, expected in theirs.items():
        value = ours[id_]
        assert value is not None, id_
        assert expected is not None, id_
        assert math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-9), (id_, value, expected)


def _in_turn(
    work: dict[str, Callable[[], object]], rounds: int
) -> dict[str, list[dict[str, float]]]:
    """Do everything in every round, so that noise falls on all; return what each round cost."""
    costs: dict[str, list[dict[str, float]]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, act in work.items():
            wall, cpu = time.perf_counter(), time.process_time()
            act()
            seconds, busy = time.perf_counter() - wall, time.process_time() - cpu
            costs[name].append({"seconds": seconds, "cpu_s": busy})
    return costs


def _best(costs: list[dict[str, float]]) -> dict[str, float]:
    """Return the least wall and CPU time of several rounds: noise only adds."""
    return {key: min(cost[key] for cost in costs) for key in ("seconds", "cpu_s")}


def _large(path: Path, rows: int) -> dict[str, Any]:
    cost = run(*python("benchmarks", "indicators", "--only", "large", "--path", path))
    peak = json.loads(cost.output.splitlines()[-1])["rss_mb"]
    return {"rows": rows, "seconds": cost.seconds, "cpu_s": cost.cpu_s, "rss_mb": peak}


def _only(options: argparse.Namespace) -> dict[str, Any]:
    """Summarise a Parquet file as a run is summarised, through the bundle's own connection."""
    from steelyard.bundle import connect
    from steelyard.scorecards import summarise

    con = connect(options.path.parent)
    summary = summarise(con, params=PARAMS, by=["scene"], gates=[], provenance={})
    assert summary["overall"]["score"] is not None
    # Its own peak: what the system tells a parent begins with the parent's memory at the fork.
    [line] = [one for one in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in one]
    print(json.dumps({"rss_mb": int(line.split()[1]) / 1024}))
    sys.exit(0)


def measures(found: dict[str, Any]) -> list[Measure]:
    """Return our speed beside pandas, the price of intervals, and memory over a large file."""

    def rounds(name: str, unit: str) -> list[float]:
        return [one[unit] for one in found["by_round"].get(name, [])]

    title, pandas = f"indicators: {found['rows']:,} rows, whole and by scene", peer("pandas")
    made = [
        versus(
            f"indicators/{key}/{unit}/pandas",
            f"{title}, {what}",
            {"seconds": "s", "cpu_s": "CPU s"}[unit],
            rounds(name, unit),
            pandas,
            rounds(PANDAS, unit),
            goal,
        )
        for key, what, name, unit, goal in (
            ("values", "values", VALUES, "seconds", at_least(GOAL_RATIO)),
            ("values", "values", VALUES, "cpu_s", None),
            ("intervals", "ours with intervals", WITH_INTERVALS, "seconds", None),
        )
    ]
    values = rounds(VALUES, "cpu_s")
    price, goal = rounds(WITH_INTERVALS, "cpu_s"), at_most(GOAL_INTERVALS)
    of = ("indicators/intervals", "indicators: with intervals", "CPU s")
    made.append(versus(*of, price, Peer("our values alone"), values, goal, ratio_of=TIMES_THEIRS))
    if "large" in found:
        title = f"indicators: peak memory over {found['large']['rows']:,} rows in Parquet"
        goal, peak = at_most(GOAL_RSS_MB), [found["large"]["rss_mb"]]
        made.append(alone("indicators/memory", title, "MB", peak, goal))
    return made


def _print(found: dict[str, Any]) -> None:
    print(f"\n{found['rows']:,} rows, {found['indicators']} indicators, whole and by scene")
    print("| | seconds | CPU s |\n|---|---|---|")
    for name, cost in found["costs"].items():
        print(f"| {name} | {cost['seconds']:.2f} | {cost['cpu_s']:.2f} |")
    if "ratio" in found:
        ratio, alike = found["ratio"], found["ratio_of_values"]
        met = "met" if alike["seconds"] >= GOAL_RATIO else "MISSED"
        print(
            f"\npandas / steelyard with its intervals: {ratio['seconds']:.1f} x"
            f" (CPU {ratio['cpu_s']:.1f} x)"
        )
        print(f"like for like, values only: {alike['seconds']:.1f} x (CPU {alike['cpu_s']:.1f} x)")
        print(f"Goal {GOAL_RATIO:g} x: {met}")
    met = "met" if found["with_intervals"] <= GOAL_INTERVALS else "MISSED"
    print(f"With intervals / values only: {found['with_intervals']:.1f} x CPU. Goal: {met}")
    if "large" in found:
        large = found["large"]
        met = "met" if large["rss_mb"] <= GOAL_RSS_MB else "MISSED"
        print(
            f"\n{large['rows']:,} rows from Parquet, whole summary: {large['seconds']:.1f} s,"
            f" {large['rss_mb']:.0f} MB. Goal {GOAL_RSS_MB:.0f} MB: {met}"
        )
