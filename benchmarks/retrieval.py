"""Retrieval measures beside their peers, in one run: CPU and peak memory of whole processes.

python -m benchmarks retrieval [--queries 6980] [--rounds 3] [--ten-times]

The data is made with a seed: 1,000 documents a query, 30 judged, half of those retrieved. Values
are checked to be equal (1e-9) before anything is timed. Peers that are not installed are left out.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.machine import Cost, python, run

DOCUMENTS, CUTOFFS = 1_000, (5, 10, 20)
PEERS = ("pytrec_eval", "ir_measures", "ranx")
NAMES = {
    "map": "map",
    "mrr": "recip_rank",
    **{f"precision@{k}": f"P_{k}" for k in CUTOFFS},
    **{f"recall@{k}": f"recall_{k}" for k in CUTOFFS},
    **{f"ndcg@{k}": f"ndcg_cut_{k}" for k in CUTOFFS},
}


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure, print a table, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks retrieval", description=__doc__)
    parser.add_argument("--queries", type=int, default=6_980)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ten-times", action="store_true", help="also ten times the run, us only")
    options = parser.parse_args(arguments)
    found: dict[str, Any] = {"queries": options.queries, "documents": DOCUMENTS}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name, queries, order in (
            ("large", options.queries, "sorted"),
            ("small", 50, "sorted"),
            ("constant scores", options.queries, "constant"),
            ("scattered queries", options.queries, "scattered"),
        ):
            print(f"  {name}", file=sys.stderr)
            found[name] = compare(*make(folder, queries, order), options.rounds)
        if options.ten_times:
            # The seed makes the first queries of both the same, so the judgements fit either run.
            qrels, path = make(folder, options.queries * 10, "sorted")
            few = folder / f"qrels-{options.queries}-sorted"
            for name, judged in (("ten times the run", few), ("and the judgements", qrels)):
                cost = ours(judged, path)
                found[name] = {"cpu_s": cost.cpu_s, "rss_mb": cost.rss_mb}
    show(found)
    return found


def make(folder: Path, queries: int, order: str) -> tuple[Path, Path]:
    """Write judgements and a run.

    In a process of its own: what this one holds counts in the peak memory of its children.
    """
    qrels, path = folder / f"qrels-{queries}-{order}", folder / f"run-{queries}-{order}"
    run(*python("benchmarks.retrieval_files", qrels, path, str(queries), order))
    return qrels, path


def compare(qrels: Path, path: Path, rounds: int) -> dict[str, Any]:
    """Run all in turn, so that noise falls on all; check equality first; report medians."""
    tools: dict[str, Callable[[], Cost]] = {"steelyard": lambda: ours(qrels, path)}
    for peer in PEERS:
        if find_spec(peer):
            tools[peer] = lambda peer=peer: run(  # type: ignore[misc]
                *python("benchmarks.retrieval_peers", peer, qrels, path)
            )
    means = {name: values(name, tool()) for name, tool in tools.items()}
    for name, other in means.items():
        allowed = 1e-3 if name == "ranx" else 1e-9  # ranx breaks ties as it likes
        if name == "ranx" and "constant" in path.name:
            continue
        for metric, value in means["steelyard"].items():
            assert abs(value - other[metric]) < allowed, (name, metric, value, other[metric])
    costs: dict[str, list[Cost]] = {name: [] for name in tools}
    for _ in range(rounds):
        for name, tool in tools.items():
            costs[name].append(tool())
    cpu = {name: statistics.median(cost.cpu_s for cost in those) for name, those in costs.items()}
    return {
        name: {
            "cpu_s": cpu[name],
            "rss_mb": max(cost.rss_mb for cost in those),
            "times_ours": cpu[name] / cpu["steelyard"],
        }
        for name, those in costs.items()
    }


def ours(qrels: Path, path: Path) -> Cost:
    """Run `steelyard retrieval` once."""
    words = ("--qrels", qrels, "--run", path, "--trec-eval", "--json")
    return run(*python("steelyard", "retrieval", *words))


def values(name: str, cost: Cost) -> dict[str, float]:
    """Return the means that a tool printed, under our names."""
    found = json.loads(cost.output)
    if name == "steelyard":
        metrics = found["runs"][0]["metrics"]
        return {ours: metrics[ours] for ours in NAMES}
    return {ours: found[theirs] for ours, theirs in NAMES.items()}


def show(found: dict[str, Any]) -> None:
    """Print the table."""
    size = f"{found['queries']:,} queries x {found['documents']:,} documents"
    print(f"\nRetrieval, {size}, whole processes, in one run\n")
    print("| file | tool | CPU s | times ours | peak RSS MB |")
    print("|---|---|---|---|---|")
    for name, tools in found.items():
        if isinstance(tools, dict) and "steelyard" in tools:
            for tool, row in tools.items():
                cells = (f"{row['cpu_s']:.2f}", f"{row['times_ours']:.1f}", f"{row['rss_mb']:.0f}")
                print(f"| {name} | {tool} | " + " | ".join(cells) + " |")
        elif isinstance(tools, dict):
            print(f"| {name} | steelyard | {tools['cpu_s']:.2f} | | {tools['rss_mb']:.0f} |")
