"""How often a comparison is wrong, on simulated pairs of runs whose true difference is known.

python -m benchmarks comparison_errors
python -m benchmarks comparison_errors --quick
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from benchmarks import comparison_data as data
from benchmarks.comparison_page import write_page
from steelyard.analysis.comparison.content import Difference
from steelyard.analysis.comparison.indicators import Both, indicator_differences
from steelyard.analysis.comparison.scores import Weighings, score_differences
from steelyard.analysis.comparison.tables import table_pair
from steelyard.analysis.comparison.verdicts import judged
from steelyard.analysis.statistics.power import Noise, power_n
from steelyard.indicators import compute_indicators, using_indicators

ALPHA = 0.05
GOAL = (0.93, 0.99)  # of the coverage; beyond it a promise of 95 % is broken or too much is paid
_BLOCK = 25


class Setting(NamedTuple):
    """One kind of pair of runs: what is measured, how large, and how it is drawn."""

    kind: str
    size: str
    pair: data.Pair


def settings() -> list[Setting]:
    """Return what is simulated; half of the settings have no difference."""
    pair = data.Pair
    return [
        Setting("share", "100 cases, 80 % and 80 %", pair(100, 0.8, 0.8)),
        Setting("share", "100 cases, 95 % and 95 %", pair(100, 0.95, 0.95, alike=0.7)),
        Setting("share", "300 cases, 80 % and 86 %", pair(300, 0.8, 0.86)),
        Setting("share", "30 cases, 90 % and 70 %", pair(30, 0.9, 0.7)),
        Setting("mean", "50 cases, skewed", pair(50, 1.0, 1.0, what="mean")),
        Setting("mean", "200 cases, skewed, +10 %", pair(200, 1.0, 1.1, what="mean")),
        Setting("P95", "400 cases, skewed", pair(400, 1.0, 1.0, what="p95")),
        Setting("P95", "400 cases, skewed, +30 %", pair(400, 1.0, 1.3, what="p95")),
        Setting("share, clusters", "20 × 10, ICC 0.3", pair(200, 0.7, 0.7, clusters=20)),
        Setting("share, clusters", "40 × 10, 70 % and 80 %", pair(400, 0.7, 0.8, clusters=40)),
        Setting("share, epochs", "60 cases × 4", pair(60, 0.7, 0.7, epochs=4)),
        Setting("share, epochs", "60 cases × 4, 60 % and 75 %", pair(60, 0.6, 0.75, epochs=4)),
        Setting(
            "share, not paired", "150 and 150 cases", pair(150, 0.8, 0.8, alike=0, paired=False)
        ),
    ]


def main(arguments: list[str]) -> dict[str, Any]:
    """Simulate, print a table, write the page, return the numbers."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks comparison_errors", description=__doc__
    )
    parser.add_argument("--pairs", type=int, default=100, help="simulated pairs of each setting")
    parser.add_argument("--overall", type=int, default=400, help="of the overall score")
    parser.add_argument("--quick", action="store_true", help="a few of each; writes no page")
    options = parser.parse_args(arguments)
    pairs, overall = (4, 8) if options.quick else (options.pairs, options.overall)
    found: dict[str, Any] = {"alpha": ALPHA, "goal": list(GOAL), "indicators": data.COLUMNS}
    with ProcessPoolExecutor(2) as pool:
        found["settings"] = [_setting(pool, one, pairs) for one in settings()]
        found["settings"].append(_overall(pool, overall))
        found["power"] = [_power(pool, one, pairs) for one in (0.1, 0.06)]
        found["families"] = _families(pool, pairs)
    if not options.quick:
        write_page(found)
    print(json.dumps(found, indent=2), file=sys.stderr)
    return found


def _setting(pool: ProcessPoolExecutor, setting: Setting, pairs: int) -> dict[str, Any]:
    truth = setting.pair.truth
    told = [one for block in _simulated(pool, setting.pair, pairs) for one in block]
    row = _rates(told, truth)
    print(f"{setting.kind:20} {setting.size:30} {row}", flush=True)
    return {"kind": setting.kind, "size": setting.size, "truth": truth, "pairs": pairs, **row}


def _rates(told: Sequence[Difference], truth: float) -> dict[str, Any]:
    known = [one for one in told if one.ci_low is not None and one.ci_high is not None]
    held = [one.ci_low <= truth <= one.ci_high for one in known]  # type: ignore[operator]
    found = [one.p is not None and one.p < ALPHA for one in known]
    width = [one.ci_high - one.ci_low for one in known]  # type: ignore[operator]
    return {
        "tests": len(told),
        "without_interval": len(told) - len(known),
        "coverage": float(np.mean(held)),
        "error": float(np.sqrt(np.mean(held) * (1 - np.mean(held)) / len(held))),
        "found": float(np.mean(found)),
        "width": float(np.mean(width)),
    }


def _simulated(
    pool: ProcessPoolExecutor, pair: data.Pair, pairs: int
) -> Iterator[list[Difference]]:
    """Yield the differences of every indicator in each simulated pair of runs."""
    blocks = [(start, min(_BLOCK, pairs - start)) for start in range(0, pairs, _BLOCK)]
    for block in pool.map(partial(_block, pair), blocks):
        yield from block


def _block(pair: data.Pair, block: tuple[int, int]) -> list[list[Difference]]:
    start, size = block
    return [compared(pair, seed) for seed in range(start, start + size)]


def compared(pair: data.Pair, seed: int) -> list[Difference]:
    """Return the differences of one simulated pair, by the code that compares runs."""
    ids = data.ids(pair)
    con = data.tables(pair, seed)
    with (
        using_indicators(data.records(pair)),
        table_pair(con, paired=pair.paired) as tables,
    ):
        cursors = (tables.base, tables.new)
        values = Both(*(compute_indicators(cursor, ids) for cursor in cursors))
        return indicator_differences(tables, values, ids, params={})


def _overall(pool: ProcessPoolExecutor, pairs: int) -> dict[str, Any]:
    """Return the rates of the overall score: a mean of three shares and a mean."""
    pair = data.Pair(150, 0.8, 0.86)
    blocks = [(start, min(_BLOCK, pairs - start)) for start in range(0, pairs, _BLOCK)]
    told = [one for block in pool.map(partial(_overall_block, pair), blocks) for one in block]
    row = _rates(told, pair.truth)
    print(f"{'overall':20} {'150 cases':30} {row}", flush=True)
    size = "150 cases, mean of 3 shares, 80 % and 86 %"
    return {"kind": "overall", "size": size, "truth": pair.truth, "pairs": pairs, **row}


def _overall_block(pair: data.Pair, block: tuple[int, int]) -> list[Difference]:
    start, size = block
    return [_one_overall(pair, 10_000 + seed) for seed in range(start, start + size)]


def _one_overall(pair: data.Pair, seed: int) -> Difference:
    con = data.tables(pair, seed)
    with using_indicators(data.records(pair)), table_pair(con) as tables:
        card = data.scorecard(pair)
        cursors = (tables.base, tables.new)
        values = Both(*(compute_indicators(cursor, card.indicators()) for cursor in cursors))
        return score_differences(tables, values, Weighings(card, {}), {}).overall


def _power(pool: ProcessPoolExecutor, delta: float, pairs: int) -> dict[str, Any]:
    """Return how often a difference is found with as many cases as `stat.power_n` says."""
    base = 0.75
    noise = data.Pair(10, base, base + delta).variance
    n = power_n(delta, Noise(noise))
    pair = data.Pair(n, base, base + delta)
    told = [one for block in _simulated(pool, pair, pairs) for one in block]
    row = _rates(told, pair.truth)
    print(f"power, {delta} with {n} cases: {row['found']:.3f}", flush=True)
    return {"see": delta, "cases": n, "stated": 0.8, "pairs": pairs, **row}


def _families(pool: ProcessPoolExecutor, pairs: int) -> dict[str, Any]:
    """Return the errors of whole families: none true for Holm, half of them for both."""
    none = list(_simulated(pool, data.Pair(100, 0.8, 0.8, seed=1), pairs))
    some = list(_simulated(pool, data.Pair(300, 0.8, 0.87, seed=2), pairs))
    mixed = [a[: len(a) // 2] + b[len(b) // 2 :] for a, b in zip(none, some, strict=True)]
    half = data.COLUMNS // 2
    found: dict[str, Any] = {"pairs": pairs, "tests": data.COLUMNS, "true": half}
    for method in ("holm", "bh"):
        nulls = [_established(one, method) for one in none]
        mixes = [_established(one, method) for one in mixed]
        false = [sum(one[:half]) for one in mixes]
        right = [sum(one[half:]) for one in mixes]
        found[method] = {
            "any_false_when_none_true": float(np.mean([any(one) for one in nulls])),
            "any_false_when_half_true": float(np.mean([n > 0 for n in false])),
            "false_share": float(
                np.mean([f / max(1, f + r) for f, r in zip(false, right, strict=True)])
            ),
            "found_of_true": float(np.mean(right)) / half,
        }
    plain = [[one.p is not None and one.p < ALPHA for one in told] for told in none]
    found["uncorrected_any_false"] = float(np.mean([any(one) for one in plain]))
    print(json.dumps(found), flush=True)
    return found


def _established(told: Sequence[Difference], method: Any) -> list[bool]:
    return [one.verdict in ("better", "worse") for one in judged(told, method, ALPHA)]
