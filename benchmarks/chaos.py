"""What the fault proxy costs when it disturbs nothing: beside the same client without it.

python -m benchmarks chaos [--requests 5000] [--rounds 3]

The server, the proxy and the client are processes of their own. Latency is that of one client that
waits for each answer; throughput that of 32 at once.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.machine import ROOT, openai_server, python, run

CONCURRENCY = 32
# As rare as a fault can be asked for: every request is decided on, none is disturbed.
NEVER = "latency:0.000000000001"


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure, print a table, return the numbers."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks chaos", description=__doc__)
    parser.add_argument("--requests", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    command = f"python -m benchmarks chaos --requests {options.requests} --rounds {options.rounds}"
    machine = {"cores": os.cpu_count(), "python": platform.python_version()}
    found: dict[str, Any] = {
        "command": command,
        "machine": machine,
        "requests": options.requests,
        "rounds": options.rounds,
        "concurrency": CONCURRENCY,
    }
    with tempfile.TemporaryDirectory() as scratch, openai_server(Path(scratch)) as base:
        origin = base.removesuffix("/v1")
        with chaos(origin) as proxied:
            rounds = [one_round((origin, proxied), options.requests) for _ in range(options.rounds)]
    found |= {key: statistics.median(r[key] for r in rounds) for key in rounds[0]}
    found["added_ms"] = found["proxied_ms"] - found["direct_ms"]
    show(found)
    write_page(found)
    return found


def one_round(origins: tuple[str, str], requests: int) -> dict[str, float]:
    """Ask both in turn, so that noise falls on both."""
    found = {}
    for name, origin in zip(("direct", "proxied"), origins, strict=True):
        url = f"{origin}/v1/chat/completions"
        found[f"{name}_per_s"] = requests / seconds(url, requests, CONCURRENCY)
        alone = max(200, requests // 5)
        found[f"{name}_ms"] = seconds(url, alone, 1) / alone * 1000
    return found


def seconds(url: str, requests: int, concurrency: int) -> float:
    """Return how long a bare client takes."""
    words = (url, str(requests), str(concurrency))
    answer: float = json.loads(run(*python("benchmarks.raw_client", *words)).output)["seconds"]
    return answer


@contextmanager
def chaos(upstream: str) -> Iterator[str]:
    """Run `steelyard chaos` before the server; yield its address."""
    words = ("chaos", "--upstream", upstream, "--listen", "127.0.0.1:0", "--faults", NEVER)
    process = subprocess.Popen(
        [sys.executable, "-m", "steelyard", *words, "--json"], stdout=subprocess.PIPE, cwd=ROOT
    )
    assert process.stdout is not None
    try:
        yield json.loads(process.stdout.readline())["url"]
    finally:
        process.terminate()
        process.wait()


def write_page(found: dict[str, Any]) -> None:
    """Write docs/benchmarks/chaos.md."""
    where, cores = "benchmarks/results/chaos.json", found["machine"]["cores"]
    lines = (
        "# The fault proxy, measured",
        "",
        f"Made by `{found['command']}`; the numbers are in [`{where}`](../../{where}). "
        "The same bare client asks a loopback server directly and through a `steelyard chaos` that "
        "decides on every request and disturbs none, in turn. Server, proxy and client are "
        f"processes of their own on a machine with {cores} cores, which they share with other "
        f"work; medians of {found['rounds']} rounds.",
        "",
        f"| | requests/s, {found['concurrency']} at once | ms per request, one client |",
        "|---|---|---|",
        f"| direct | {found['direct_per_s']:.0f} | {found['direct_ms']:.2f} |",
        f"| through the proxy | {found['proxied_per_s']:.0f} | {found['proxied_ms']:.2f} |",
        "",
        f"The proxy adds {found['added_ms']:.2f} ms to a request, also to one whose latency was "
        "raised on purpose.",
    )
    page = ROOT / "docs" / "benchmarks" / "chaos.md"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def show(found: dict[str, Any]) -> None:
    """Print the table."""
    print(f"\nFault proxy that disturbs nothing, {CONCURRENCY} clients at once, and one alone\n")
    print("| | requests/s | ms per request, one client |")
    print("|---|---|---|")
    for name in ("direct", "proxied"):
        print(f"| {name} | {found[f'{name}_per_s']:.0f} | {found[f'{name}_ms']:.2f} |")
    print(f"\nadded: {found['added_ms']:.2f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
