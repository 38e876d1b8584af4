"""Retrieval measures beside their peers, in one run: CPU and peak memory of whole processes.

python -m benchmarks retrieval [--queries 6980] [--rounds 3] [--ten-times] [--no-page] [--files DIR]

The data is made with a seed: 1,000 documents a query, 30 judged, half of those retrieved. What the
tools print in the first round is checked to be equal (1e-9), or nothing is reported. Peers that
are not installed are said to be so. The page docs/benchmarks/retrieval.md is written from the
numbers.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.machine import Cost, python, run
from benchmarks.peers import DISTRIBUTIONS, is_installed, left_out, peer
from benchmarks.record import Measure, alone, at_least, at_most, versus
from benchmarks.retrieval_page import FILES, MOST_MB, goal_of, memory_table, peers_table, write_page

DOCUMENTS, CUTOFFS = 1_000, (5, 10, 20)
FULL = ["--no-page"]
QUICK = ["--no-page", "--queries", "1000", "--peers", "pytrec_eval,ir_measures"]
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
    parser.add_argument("--peers", default=",".join(PEERS), help="names with commas between")
    parser.add_argument("--no-page", action="store_true", help="leave the page as it is")
    parser.add_argument("--files", type=Path, help="folder that keeps the files for the next time")
    options = parser.parse_args(arguments)
    command = f"python -m benchmarks retrieval --queries {options.queries}"
    command += f" --rounds {options.rounds}{' --ten-times' if options.ten_times else ''}"
    found: dict[str, Any] = {
        "command": command,
        "machine": machine(),
        "queries": options.queries,
        "documents": DOCUMENTS,
        "rounds": options.rounds,
        "left out": [name for name in PEERS if name not in options.peers.split(",")],
    }
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.files or Path(scratch)
        for name, queries, order in (
            ("large", options.queries, "sorted"),
            ("small", 50, "sorted"),
            ("constant scores", options.queries, "constant"),
            ("scattered queries", options.queries, "scattered"),
        ):
            print(f"  {name}", file=sys.stderr)
            found[name] = compare(*make(folder, queries, order), options)
        if options.ten_times:
            found |= ten_times(*make(folder, options.queries, "sorted"))
    show(found)
    if not options.no_page:
        write_page(found)
    return found


def make(folder: Path, queries: int, order: str) -> tuple[Path, Path]:
    """Write judgements and a run.

    In a process of its own: what this one holds counts in the peak memory of its children.
    """
    qrels, path = folder / f"qrels-{queries}-{order}", folder / f"run-{queries}-{order}"
    if not path.exists():
        run(*python("benchmarks.retrieval_files", qrels, path, str(queries), order))
    return qrels, path


def ten_times(qrels: Path, path: Path) -> dict[str, Any]:
    """Measure ourselves on ten times the run, with the judgements as they are and ten times too."""
    run(*python("benchmarks.retrieval_files", qrels, path, "10", "copy"))
    many, large = (file.with_name(f"{file.name}-copies") for file in (qrels, path))
    found = {}
    for name, judged in (("ten times the run", qrels), ("and the judgements", many)):
        cost = ours(judged, large)
        found[name] = {"cpu_s": cost.cpu_s, "rss_mb": cost.rss_mb}
    return found


def machine() -> str:
    """Return what the numbers were measured on."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{os.cpu_count()} x {names[0] if names else platform.machine()}"


def compare(qrels: Path, path: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Run all in turn, so that noise falls on all; report medians and spread."""
    tools: dict[str, Callable[[], Cost]] = {"steelyard": lambda: ours(qrels, path)}
    for name in options.peers.split(","):
        if is_installed(DISTRIBUTIONS[name]):
            tools[name] = lambda name=name: run(  # type: ignore[misc]
                *python("benchmarks.retrieval_peers", name, qrels, path)
            )
    costs: dict[str, list[Cost]] = {name: [] for name in tools}
    for number in range(options.rounds):
        for name, tool in tools.items():
            costs[name].append(tool())
        if number == 0:
            check(path, {name: values(name, those[0]) for name, those in costs.items()})
    return {name: summary(those, costs["steelyard"]) for name, those in costs.items()}


def check(path: Path, means: dict[str, dict[str, float]]) -> None:
    """Fail unless all tools found the same."""
    for name, other in means.items():
        allowed = 1e-3 if name == "ranx" else 1e-9  # ranx breaks ties as it likes
        if name == "ranx" and "constant" in path.name:
            continue
        for metric, value in means["steelyard"].items():
            assert abs(value - other[metric]) < allowed, (name, metric, value, other[metric])


def summary(costs: list[Cost], our: list[Cost]) -> dict[str, float]:
    """Return medians; the ratio to ours is taken round by round."""
    ratios = [cost.cpu_s / own.cpu_s for cost, own in zip(costs, our, strict=True)]
    return {
        "cpu_s": statistics.median(cost.cpu_s for cost in costs),
        "rss_mb": max(cost.rss_mb for cost in costs),
        "times_ours": statistics.median(ratios),
        "lowest": min(ratios),
        "highest": max(ratios),
        "rounds": [cost.cpu_s for cost in costs],
    }


def ours(qrels: Path, path: Path) -> Cost:
    """Run `steelyard retrieval` once."""
    words = ("--qrels", qrels, "--run", path, "--trec-eval", "-k", "5,10,20", "--json")
    return run(*python("steelyard", "retrieval", *words))


def values(name: str, cost: Cost) -> dict[str, float]:
    """Return the means that a tool printed, under our names."""
    found = json.loads(cost.output)
    if name == "steelyard":
        metrics = found["runs"][0]["metrics"]
        return {ours: metrics[ours] for ours in NAMES}
    return {ours: found[theirs] for ours, theirs in NAMES.items()}


def measures(found: dict[str, Any]) -> list[Measure]:
    """Return the CPU of every peer by file in units of ours, and our memory."""
    made = []
    for file, title in FILES.items():
        ours = found[file]["steelyard"]["rounds"]
        for name in PEERS:
            goal = goal_of(file, name)
            of = (f"retrieval/{file}/{name}".replace(" ", "-"), f"retrieval: {title}", "CPU s")
            theirs = found[file].get(name, {}).get("rounds", [])
            who = left_out(peer(name)) if name in found["left out"] else peer(name)
            made.append(versus(*of, ours, who, theirs, goal and at_least(goal)))
    memory = [found[file]["steelyard"]["rss_mb"] for file in FILES]
    title = "retrieval: peak memory, largest of all files"
    return [*made, alone("retrieval/memory", title, "MB", [max(memory)], at_most(MOST_MB))]


def show(found: dict[str, Any]) -> None:
    """Print the tables."""
    size = f"{found['queries']:,} queries x {found['documents']:,} documents"
    print(f"\nRetrieval, {size}, whole processes, in one run\n")
    print("\n".join([*peers_table(found), "", *memory_table(found)]))
