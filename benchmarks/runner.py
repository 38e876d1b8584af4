"""The runner beside a bare aiohttp client, pydantic-evals and Inspect AI, in one run.

    python -m benchmarks runner [--cases 20000] [--peer-cases 2000] [--rounds 3] [--million]

CPU per case, throughput and memory of asking an OpenAI-compatible server on this machine that
answers at once, or after 50 ms. Every tool asks the same questions, 64 at a time, in turn; peers
may ask fewer of them, because they take long: then what they do once weighs more. A tool that does
not bring back the answer to every question fails the benchmark; all are tried on a few before
anything is timed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.machine import openai_server
from benchmarks.peers import left_out
from benchmarks.record import TIMES_THEIRS, Measure, alone, at_least, at_most, versus
from benchmarks.runner_tools import (
    CONCURRENCY,
    PEERS,
    RAW,
    Place,
    Tool,
    steelyard,
    steelyard_command,
)

FULL = ["--cases", "20000", "--peer-cases", "2000"]
QUICK = ["--cases", "4000", "--peer-cases", "200", "--sizes", "1000,10000", "--peers-at", "0 ms"]
DELAYS = {"0 ms": 0.0, "50 ms": 0.05}
CHECKED_CASES = 50
MOST_MB = 120
CPU_GOALS = {"pydantic-evals": at_least(15), "inspect": at_least(50)}

Rounds = dict[str, list[dict[str, Any]]]


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure, print a table, return the numbers."""
    options = _options(arguments)
    found: dict[str, Any] = {
        "concurrency": CONCURRENCY,
        "cases": options.cases,
        "peer_cases": options.peer_cases,
        "rounds": options.rounds,
    }
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        with openai_server(folder, echo=True) as url:
            check(Place(url, folder))
        for name, delay in DELAYS.items():
            with openai_server(folder, delay, echo=True) as url:
                place = Place(url, folder)
                sizes = options.cases, options.peer_cases
                if delay:  # every answer takes its time: fewer, or it never ends
                    sizes = options.cases // 4, options.peer_cases // 2
                peers = PEERS if name in options.peers_at.split(",") else {}
                found[name] = compare(place, *sizes, options.rounds, peers)
        with openai_server(folder, echo=True) as url:
            place = Place(url, folder)
            found["whole"] = whole(place, options.peer_cases, options.rounds)
            sizes = [*map(int, options.sizes.split(",")), *([1_000_000] * options.million)]
            found["memory"] = [memory(place, cases) for cases in sizes]
    show(found)
    return found


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks runner", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--peer-cases", type=int, default=2_000, help="of the slower peers")
    parser.add_argument("--peers-at", default=",".join(DELAYS), help="delays they are asked with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sizes", default="1000,10000,100000", help="whose memory is measured")
    parser.add_argument("--million", action="store_true", help="also 1,000,000 cases, once")
    return parser.parse_args(arguments)


def check(place: Place) -> None:
    """Let everyone answer a few; each fails by itself when an answer is not the server's."""
    steelyard(place, CHECKED_CASES)
    for tool in (RAW, *PEERS.values()):
        if not tool.peer.missing:
            tool.ask(place, CHECKED_CASES)


def compare(
    place: Place, cases: int, peer_cases: int, rounds: int, peers: dict[str, Tool]
) -> dict[str, Any]:
    """Run all in turn, so that noise falls on all; the bare client and ours ask more cases."""
    costs: Rounds = {"raw": [], "steelyard": [], **{name: [] for name in peers}}
    for number in range(rounds):
        print(f"  round {number + 1} of {rounds}", file=sys.stderr)
        costs["raw"].append(RAW.ask(place, cases))
        costs["steelyard"].append(steelyard(place, cases))
        for name, tool in peers.items():
            if not tool.peer.missing:
                costs[name].append(tool.ask(place, peer_cases))
    rates = {name: per_second(costs[name]) for name in costs}
    cpu = {name: cpu_ms(costs[name]) for name in costs}
    [raw_rate, rate] = (statistics.median(rates[name]) for name in ("raw", "steelyard"))
    [raw_cpu, our_cpu] = (statistics.median(cpu[name]) for name in ("raw", "steelyard"))
    return {
        "raw_per_s": raw_rate,
        "steelyard_per_s": rate,
        "throughput_ratio": rate / raw_rate,
        "raw_cpu_ms": raw_cpu,
        "steelyard_cpu_ms": our_cpu,
        "cpu_ratio": our_cpu / raw_cpu,
        "rounds": costs,
    }


def whole(place: Place, cases: int, rounds: int) -> list[float]:
    """Return the CPU seconds of `steelyard run` with as many cases as the peers ask."""
    return [steelyard_command(place, cases).cpu_s for _ in range(rounds)]


def memory(place: Place, cases: int) -> dict[str, Any]:
    """Return the peak memory of a whole run of a size, asking alone and all stages."""
    found = steelyard(place, cases)
    print(f"  memory of {cases} cases: {found['rss_mb']:.1f} MB", file=sys.stderr)
    return {
        "cases": cases,
        "asking_s": found["seconds"],
        "asking_cpu_s": found["cpu_s"],
        "asking_rss_mb": round(found["rss_mb"], 1),
        "whole_s": round(found["whole_s"], 2),
        "whole_cpu_s": round(found["whole_cpu_s"], 2),
        "whole_rss_mb": round(found["whole_rss_mb"], 1),
    }


def per_second(readings: list[dict[str, Any]]) -> list[float]:
    """Return cases per second, round by round."""
    return [one["cases"] / one["seconds"] for one in readings]


def cpu_ms(readings: list[dict[str, Any]]) -> list[float]:
    """Return CPU milliseconds per case, round by round."""
    return [one["cpu_s"] / one["cases"] * 1000 for one in readings]


def measures(found: dict[str, Any]) -> list[Measure]:
    """Return cost, throughput and memory beside each peer, and the budget of memory."""
    made = []
    for delay in DELAYS:
        costs: Rounds = found[delay]["rounds"]
        where = f"server answers in {delay}"
        cpu, rate = cpu_ms(costs["steelyard"]), per_second(costs["steelyard"])
        of = (f"runner/cpu/{delay}/raw", f"runner: CPU per case, {where}", "CPU ms")
        made += [
            versus(*of, cpu, RAW.peer, cpu_ms(costs["raw"]), at_most(2), ratio_of=TIMES_THEIRS),
            versus(
                f"runner/rate/{delay}/raw",
                f"runner: throughput, {where}",
                "cases/s",
                rate,
                RAW.peer,
                per_second(costs["raw"]),
                at_least(0.85),
                ratio_of=TIMES_THEIRS,
            ),
        ]
        for name, tool in PEERS.items():
            peer, readings = left_out(tool.peer), []
            said = where
            if name in costs:
                peer, readings = tool.peer, costs[name]
                said += _counts(costs["steelyard"], readings)
            of = (f"runner/cpu/{delay}/{name}", f"runner: CPU per case, {said}", "CPU ms")
            made.append(versus(*of, cpu, peer, cpu_ms(readings), CPU_GOALS.get(name)))
            of = (f"runner/rate/{delay}/{name}", f"runner: throughput, {said}", "cases/s")
            theirs = per_second(readings)
            made.append(versus(*of, rate, peer, theirs, ratio_of=TIMES_THEIRS))
    return [*made, *_processes(found)]


def _counts(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> str:
    """Return how many cases each asked: what is done once weighs more for who asks fewer."""
    if not theirs:
        return ""
    return f" ({ours[0]['cases']:,} cases; theirs {theirs[0]['cases']:,})"


def _processes(found: dict[str, Any]) -> list[Measure]:
    """Return the memory of asking, and the CPU of whole processes from start to end."""
    costs: Rounds = found["0 ms"]["rounds"]
    largest = found["memory"][-1]
    title = f"runner: peak memory while asking {largest['cases']:,} cases"
    made = [
        alone("runner/memory", title, "MB", [largest["asking_rss_mb"]], at_most(MOST_MB)),
    ]
    ours = [one["rss_mb"] for one in costs["steelyard"]]
    for name, tool in {"raw": RAW, **PEERS}.items():
        theirs = [one["rss_mb"] for one in costs[name]]
        title = "runner: peak memory while asking"
        made.append(versus(f"runner/memory/{name}", title, "MB", ours, tool.peer, theirs))
    for name, tool in PEERS.items():
        title = (
            f"runner: whole process, {found['peer_cases']:,} cases; ours also scores and reports"
        )
        theirs = [one["whole_cpu_s"] for one in costs[name]]
        made.append(
            versus(f"runner/whole/{name}", title, "CPU s", found["whole"], tool.peer, theirs)
        )
    return made


def show(found: dict[str, Any]) -> None:
    """Print the tables."""
    print(f"\nRunner, {CONCURRENCY} concurrent, against a bare aiohttp client in the same run\n")
    print("| server | raw /s | steelyard /s | share of raw | raw CPU ms | steelyard | ratio |")
    print("|---|---|---|---|---|---|---|")
    for name in DELAYS:
        row = found[name]
        print(
            f"| {name} | {row['raw_per_s']:.0f} | {row['steelyard_per_s']:.0f} | "
            f"{row['throughput_ratio']:.0%} | {row['raw_cpu_ms']:.3f} | "
            f"{row['steelyard_cpu_ms']:.3f} | {row['cpu_ratio']:.2f} |"
        )
    print("\n| cases | peak RSS while asking, MB | peak RSS of the whole run, MB | whole run, s |")
    print("|---|---|---|---|")
    for row in found["memory"]:
        cells = (f"{row['cases']:,}", row["asking_rss_mb"], row["whole_rss_mb"], row["whole_s"])
        print("| " + " | ".join(map(str, cells)) + " |")
