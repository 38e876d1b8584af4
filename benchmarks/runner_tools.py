"""The tools that ask the runner benchmark's cases: ours, a bare client, and the peers.

Each is a process of its own that asks the same questions of the same server, as many at a time,
and tells what asking cost it and one word for all the answers it got.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.machine import Cost, python, run
from benchmarks.metered import digest, question
from benchmarks.peers import peer
from benchmarks.record import Peer

CONCURRENCY = 64


class Place(NamedTuple):
    """Where a tool works: the server it asks and a folder for its files."""

    url: str
    folder: Path


Ask = Callable[[Place, int], dict[str, Any]]


class Tool(NamedTuple):
    """A peer and how it is made to ask so many cases."""

    peer: Peer
    ask: Ask


def expected(cases: int) -> str:
    """Return the word for the answers that the server gives to so many questions."""
    return digest(f"The capital of France is Paris, on the Seine ({n})." for n in range(cases))


def steelyard(place: Place, cases: int) -> dict[str, Any]:
    """Run our pipeline once, with a meter on the stage that asks."""
    out = place.folder / "run"
    whole = run(*python("benchmarks.asking", plan(place, cases), out))
    manifest = json.loads((out / "manifest.json").read_bytes())
    assert manifest["counts"] == {"ok": cases}, manifest["counts"]
    run("rm", "-r", out)
    return told(whole, cases)


def steelyard_command(place: Place, cases: int) -> Cost:
    """Run `steelyard run` as a user does: everything from start to report."""
    out = place.folder / "whole"
    cost = run(*python("steelyard", "run", plan(place, cases), "--out", out))
    run("rm", "-r", out)
    return cost


def plan(place: Place, cases: int) -> Path:
    """Return a plan that asks so many cases of the server, and their file."""
    dataset = place.folder / f"{cases}.jsonl"
    if not dataset.exists():
        with dataset.open("w") as file:
            for number in range(cases):
                case = {"id": f"c{number}", "input": question(number), "expected_output": "Paris"}
                file.write(json.dumps(case) + "\n")
    path = place.folder / f"{cases}.yaml"
    path.write_text(
        f"agent: {{openai: {{base_url: '{place.url}', model: bench}}}}\ndataset: {dataset}\n"
        f"run: {{concurrency: {CONCURRENCY}}}\n"
    )
    return path


def client(module: str, *more: str, path: str = "") -> Ask:
    """Return what runs a client of this folder to its end."""

    def ask(place: Place, cases: int) -> dict[str, Any]:
        words = (place.url + path, str(cases), str(CONCURRENCY), *more)
        return told(run(*python(f"benchmarks.{module}", *words)), cases)

    return ask


def told(whole: Cost, cases: int) -> dict[str, Any]:
    """Return what a client said, and what its whole process cost; every answer must be right."""
    found: dict[str, Any] = json.loads(whole.output.splitlines()[-1])
    assert found["cases"] == cases, found
    assert found["answers"] == expected(cases), "not the answers that the server gave"
    return {
        **found,
        "whole_s": whole.seconds,
        "whole_cpu_s": whole.cpu_s,
        "whole_rss_mb": whole.rss_mb,
    }


RAW = Tool(peer("raw aiohttp"), client("raw_client", path="/chat/completions"))
PEERS = {
    "pydantic-evals": Tool(
        peer("pydantic-evals", "openai"), client("pydantic_evals_client", "openai")
    ),
    "pydantic-evals-aiohttp": Tool(
        peer("pydantic-evals", title="pydantic-evals, aiohttp task"),
        client("pydantic_evals_client", "aiohttp"),
    ),
    "inspect": Tool(peer("Inspect AI", "openai"), client("inspect_client")),
}
