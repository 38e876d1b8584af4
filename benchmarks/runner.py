"""The runner beside a bare aiohttp client, in one run: throughput, CPU per case, memory.

python -m benchmarks runner [--cases 20000] [--rounds 3] [--million]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.machine import Cost, openai_server, python, run

CONCURRENCY = 64


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure, print a table, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks runner", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--million", action="store_true", help="also 1,000,000 cases, once")
    options = parser.parse_args(arguments)
    found: dict[str, Any] = {"concurrency": CONCURRENCY, "cases": options.cases}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name, delay, cases in (
            ("0 ms", 0.0, options.cases),
            ("50 ms", 0.05, max(2_000, options.cases // 4)),
        ):
            with openai_server(folder, delay) as url:
                found[name] = compare(url, cases, options.rounds, folder)
        with openai_server(folder) as url:
            sizes = [1_000, 10_000, 100_000] + ([1_000_000] if options.million else [])
            found["memory"] = memory(url, sizes, folder)
    show(found)
    return found


def compare(url: str, cases: int, rounds: int, folder: Path) -> dict[str, Any]:
    """Run both in turn, so that noise falls on both; report medians."""
    raw, ours = [], []
    for number in range(rounds):
        words = (f"{url}/chat/completions", str(cases), str(CONCURRENCY))
        raw.append(json.loads(run(*python("benchmarks.raw_client", *words)).output))
        ours.append(steelyard(url, cases, folder, f"{cases}-{number}"))
    raw_rate = statistics.median(cases / r["seconds"] for r in raw)
    rate = statistics.median(cases / o["asking_s"] for o in ours)
    raw_cpu = statistics.median(r["cpu_s"] for r in raw) / cases * 1000
    cpu = statistics.median(o["asking_cpu_s"] for o in ours) / cases * 1000
    return {
        "raw_per_s": raw_rate,
        "steelyard_per_s": rate,
        "throughput_ratio": rate / raw_rate,
        "raw_cpu_ms": raw_cpu,
        "steelyard_cpu_ms": cpu,
        "cpu_ratio": cpu / raw_cpu,
    }


def memory(url: str, sizes: list[int], folder: Path) -> list[dict[str, Any]]:
    """Return the peak memory of whole runs of growing size, asking alone and all stages."""
    rows = []
    for cases in sizes:
        found = steelyard(url, cases, folder, f"memory-{cases}")
        rows.append({"cases": cases, **found})
        print(f"  {cases:>9} cases: {found}", file=sys.stderr)
    return rows


def steelyard(url: str, cases: int, folder: Path, name: str) -> dict[str, Any]:
    """Run `steelyard run` once; return what it cost."""
    dataset = folder / f"{cases}.jsonl"
    if not dataset.exists():
        with dataset.open("w") as file:
            for number in range(cases):
                text = f"question {number}: capital of France?"
                file.write(f'{{"id":"c{number}","input":"{text}","expected_output":"Paris"}}\n')
    plan = folder / f"{name}.yaml"
    plan.write_text(
        f"agent: {{openai: {{base_url: '{url}', model: bench}}}}\ndataset: {dataset}\n"
        f"run: {{concurrency: {CONCURRENCY}}}\n"
    )
    out = folder / f"run-{name}"
    whole: Cost = run(*python("benchmarks.asking", plan, out))
    manifest = json.loads((out / "manifest.json").read_bytes())
    assert manifest["counts"] == {"ok": cases}, manifest["counts"]
    asking = json.loads(whole.output.splitlines()[-1])
    return {
        "asking_s": asking["seconds"],
        "asking_cpu_s": asking["cpu_s"],
        "asking_rss_mb": round(asking["rss_mb"], 1),
        "whole_s": round(whole.seconds, 2),
        "whole_cpu_s": round(whole.cpu_s, 2),
        "whole_rss_mb": round(whole.rss_mb, 1),
    }


def show(found: dict[str, Any]) -> None:
    """Print the table."""
    print(f"\nRunner, {CONCURRENCY} concurrent, against a bare aiohttp client in the same run\n")
    print("| server | raw /s | steelyard /s | share of raw | raw CPU ms | steelyard | ratio |")
    print("|---|---|---|---|---|---|---|")
    for name in ("0 ms", "50 ms"):
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
