"""Every comparison with the installed peers, in one run: one table, one JSON, one page.

    python -m benchmarks [--quick] [--rounds N] [--only NAME,NAME] [--growth] [--publish]
    python -m benchmarks --again NAME,NAME
    python -m benchmarks --page

Each comparison runs in a process of its own, one after the other: what one leaves in memory would
count for the next, and one that fails takes no other with it. A quick run tries everything on less
data, in minutes; its numbers stay under build/, because the goals are for the full sizes. A full
run writes benchmarks/results/suite.json and docs/benchmarks/all.md; --again measures some
comparisons anew and puts them in the place of the old ones, and the page says so; --page writes the
page again from the numbers there are, with growth and explanations as they now are.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import suite_page
from benchmarks.growth_page import RESULTS as GROWTH
from benchmarks.machine import ROOT, WAITING, describe, python
from benchmarks.peers import versions
from benchmarks.record import NOT_MEASURED, SHORT, from_json
from benchmarks.suite_table import table

COMPARISONS = ("startup", "runner", "text", "retrieval", "indicators", "journal", "cluster", "ui")
ROUNDS, QUICK_ROUNDS = 5, 3
RESULT = ROOT / "benchmarks" / "results" / "suite.json"
QUICK_FOLDER = ROOT / "build" / "benchmarks"


def main(arguments: list[str]) -> int:
    """Run, print, write; return 1 when a comparison failed."""
    options = _options(arguments)
    if options.page:
        kept = json.loads(RESULT.read_text("utf-8"))
        write({**kept, "growth": kept_growth()}, publish=True)
        return 0
    if options.again:
        return measure_again(options.again.split(","), _words(options))
    found: dict[str, Any] = {
        "command": " ".join(["python -m benchmarks", *arguments]),
        "date": datetime.now(UTC).date().isoformat(),
        "quick": options.quick,
        "machine": describe(),
        "packages": versions(),
        "comparisons": {},
        "measures": [],
        "growth": kept_growth(),
    }
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.only.split(","):
            print(f"\n== {name}", flush=True)
            result = one(name, _words(options), Path(scratch) / name)
            found["measures"] += result.pop("measures", [])
            found["comparisons"][name] = result
        if options.growth:
            measure_growth(options, Path(scratch) / "growth", found)
    show(found)
    write(found, publish=options.publish)
    return int(any(one["failed"] for one in found["comparisons"].values()))


def measure_again(names: list[str], words: list[str]) -> int:
    """Measure some comparisons anew in the place of what is kept of them; return 1 if one failed.

    Nothing is written then: old numbers are better than none.
    """
    kept = json.loads(RESULT.read_text("utf-8"))
    today = datetime.now(UTC).date().isoformat()
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            print(f"\n== {name}", flush=True)
            waiting = describe()[WAITING]
            result = one(name, words, Path(scratch) / name)
            if result["failed"]:
                return 1
            fresh = result.pop("measures")
            kept["measures"] = replaced(kept["measures"], name, fresh)
            kept["comparisons"][name] = result | {"again": today, WAITING: waiting}
    show(kept)
    write({**kept, "growth": kept_growth()}, publish=True)
    return 0


def replaced(
    measures: list[dict[str, Any]], name: str, fresh: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return the measures with those of one comparison replaced, where they stood."""
    mine = [at for at, one in enumerate(measures) if one["id"].startswith(f"{name}/")]
    start = mine[0] if mine else len(measures)
    others = [one for at, one in enumerate(measures) if at not in mine]
    return [*others[:start], *fresh, *others[start:]]


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="everything on less data")
    parser.add_argument("--rounds", type=int, help=f"default {ROUNDS}; quick {QUICK_ROUNDS}")
    parser.add_argument("--only", default=",".join(COMPARISONS), help="names with commas between")
    parser.add_argument("--growth", action="store_true", help="also measure growth (long)")
    parser.add_argument("--again", default="", help="measure these anew, keep the others")
    parser.add_argument("--page", action="store_true", help="only write the page again")
    parser.add_argument(
        "--publish", action=argparse.BooleanOptionalAction, help="write the page of the docs"
    )
    options = parser.parse_args(arguments)
    wanted = {*options.only.split(","), *filter(None, options.again.split(","))}
    if unknown := wanted - set(COMPARISONS):
        parser.error(f"no comparison {', '.join(sorted(unknown))}; {', '.join(COMPARISONS)} are")
    if options.publish is None:
        options.publish = not options.quick and options.only == ",".join(COMPARISONS)
    return options


def _words(options: argparse.Namespace) -> list[str]:
    rounds = options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS)
    return ["quick" if options.quick else "full", "--rounds", str(rounds)]


def one(name: str, words: list[str], path: Path) -> dict[str, Any]:
    """Run one comparison in its own process; return its measures, or that it failed."""
    begun = time.perf_counter()
    done = subprocess.run(python("benchmarks.one", name, path, *words), cwd=ROOT, check=False)
    measures = [] if done.returncode else json.loads(path.read_text("utf-8"))
    return {**_ended(done.returncode, begun), "measures": measures}


def _ended(code: int, begun: float) -> dict[str, Any]:
    failed = f"ended with exit code {code}; its last lines say why" if code else ""
    return {"failed": failed, "seconds": round(time.perf_counter() - begun, 1)}


def measure_growth(options: argparse.Namespace, path: Path, found: dict[str, Any]) -> None:
    """Measure cost against size now, in a process of its own, and put it into what was found."""
    begun = time.perf_counter()
    words = ["raw", *(["--quick"] if options.quick else [])]
    done = subprocess.run(python("benchmarks.one", "growth", path, *words), cwd=ROOT, check=False)
    if not done.returncode:
        found["growth"] = json.loads(path.read_text("utf-8"))
        if options.publish:
            GROWTH.write_text(json.dumps(found["growth"], indent=2) + "\n", "utf-8")
    found["comparisons"]["growth"] = _ended(done.returncode, begun)


def kept_growth() -> dict[str, Any] | None:
    """Return cost against size as last measured."""
    return json.loads(GROWTH.read_text("utf-8")) if GROWTH.exists() else None


def show(found: dict[str, Any]) -> None:
    """Print the table and what is short or missing."""
    measures = [from_json(record) for record in found["measures"]]
    print("\n" + "\n".join(table(measures)) + "\n")
    for outcome in (SHORT, NOT_MEASURED):
        for measure in measures:
            if measure.outcome == outcome:
                against = f" against {measure.peer}" if measure.peer else ""
                why = f": {measure.missing}" if measure.missing else ""
                print(f"{outcome}: {measure.name}{against}{why}")
    for name, result in found["comparisons"].items():
        said = f"failed: {result['failed']}" if result["failed"] else "done"
        print(f"{name}: {said} ({result['seconds']:.0f} s)")


def write(found: dict[str, Any], *, publish: bool) -> None:
    """Write the numbers and the page made of them."""
    result, page = RESULT, suite_page.PAGE
    if not publish:
        QUICK_FOLDER.mkdir(parents=True, exist_ok=True)
        result, page = QUICK_FOLDER / "suite.json", QUICK_FOLDER / "all.md"
    result.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", "utf-8")
    page.write_text(suite_page.page(found), "utf-8")
    for path in (result, page):
        print(f"written: {path.relative_to(ROOT)}", file=sys.stderr)
