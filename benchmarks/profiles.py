"""Where the time goes in what is short of a goal: the shares of a profile, part by part.

    python -m benchmarks profiles [--cases 20000] [--queries 1745]

A profile makes calls dearer than they are, so its shares are for orientation; the costs themselves
are measured without one. What built-in functions and numpy take counts for the file that calls.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.machine import openai_server
from benchmarks.retrieval_files import make
from benchmarks.suite_page import said
from steelyard.pipeline import Options, run
from steelyard.plan import make_plan
from steelyard.retrieval import Rules, evaluate_run, read_qrels
from steelyard.runner import Progress

Group = Callable[[str], str]
_LEAST = 0.03  # share of a part that is named
_REST = "the rest"
_DEEPEST = 6  # calls of numpy inside numpy


def main(arguments: list[str]) -> dict[str, Any]:
    """Profile, print, return the shares."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks profiles", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--queries", type=int, default=1_745)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        found = {
            "asking": shares(asking(folder, options.cases), by_package),
            "retrieval, best first": shares(ranking(folder, options.queries, "sorted"), by_file),
            "retrieval, one score for all": shares(
                ranking(folder, options.queries, "constant"), by_file
            ),
            "retrieval, queries scattered": shares(
                ranking(folder, options.queries, "scattered"), by_file
            ),
        }
    for name, parts in found.items():
        print(f"{name}: {said(parts)}")
    return found


def asking(folder: Path, cases: int) -> cProfile.Profile:
    """Profile the stage of a run that asks, against a server that answers at once."""
    profile = cProfile.Profile()

    class Watched(Progress):
        def stage(self, name: str, **_facts: Any) -> None:
            if name == "asking":
                profile.enable()
            elif name == "tabulating":
                profile.disable()

    data = folder / "cases.jsonl"
    data.write_text("".join(f'{{"id":"{n}","input":"question {n}"}}\n' for n in range(cases)))
    with openai_server(folder) as url:
        agent = {"openai": {"base_url": url, "model": "m"}}
        content = {"agent": agent, "dataset": str(data), "run": {"concurrency": 64}}
        plan = make_plan(content, source="profiles")
        run(plan, folder, folder / "run", Options(progress=Watched()))
    return profile


def ranking(folder: Path, queries: int, order: str) -> cProfile.Profile:
    """Profile the evaluation of a run file."""
    qrels, path = folder / f"qrels-{order}", folder / f"run-{order}"
    make(qrels, path, queries, order)
    profile = cProfile.Profile()
    judgements = read_qrels(qrels)
    evaluate_run(path, judgements, Rules())  # loads what it needs
    profile.enable()
    evaluate_run(path, judgements, Rules())
    profile.disable()
    return profile


def shares(profile: cProfile.Profile, group: Group) -> dict[str, float]:
    """Return each group's share of the time, the largest first; small ones together."""
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    own = {function: facts[2] for function, facts in stats.items()}
    for _ in range(_DEEPEST):
        for function in [one for one in own if _serves(one[0])]:
            callers = stats[function][4]
            seconds, whole = own.pop(function), sum(facts[3] for facts in callers.values())
            for caller, facts in callers.items():
                own[caller] = own.get(caller, 0.0) + seconds * facts[3] / (whole or 1.0)
    seconds = Counter[str]()
    for (file, *_), taken in own.items():
        seconds[group(file)] += taken
    named = ((name, part / seconds.total()) for name, part in seconds.most_common())
    large = {name: share for name, share in named if name != _REST and share >= _LEAST}
    return large | {_REST: 1 - sum(large.values())}


def _serves(file: str) -> bool:
    """Return whether what a file takes counts for whoever calls it: built-ins and numpy."""
    return file == "~" or "/numpy/" in file


def by_package(file: str) -> str:
    """Return whose code a file is."""
    for name in ("steelyard", "aiohttp", "asyncio"):
        if f"/{name}/" in file:
            return "Steelyard" if name == "steelyard" else name
    return _REST


def by_file(file: str) -> str:
    """Return the file of ours, by its name."""
    return Path(file).stem if "/steelyard/" in file else _REST
