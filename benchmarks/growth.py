"""How time and memory of every stage grow with the rows of a run, from a thousand to ten million.

python -m benchmarks growth                  up to 10,000,000 rows; writes docs/benchmarks/growth.md
python -m benchmarks growth --quick          up to 100,000; writes no page
python -m benchmarks growth --most 1000000   up to a million
python -m benchmarks growth --again "compare two runs"   this stage anew, the others as they were

Each stage is a process of its own. The larger bundles are made of a smaller table instead of a
journal (`--tabulated` is the largest that is not), and a workbook, which takes minutes for every
million rows and holds no more than one, is made up to `--workbook` rows.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.growth_data import answered, beside, enlarged
from benchmarks.growth_page import RESULTS, write_page
from benchmarks.growth_run import Stage, stage
from steelyard.bundle import Bundle
from steelyard.bundle.results import PARQUET, PART_ROWS

SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
_QUICK = 100_000
_FITTED = 3  # of the largest sizes
_WRITING = ("report", "export")


class Measured(NamedTuple):
    """A stage, and what it cost at one size."""

    name: str
    seconds: float
    cpu_s: float
    rss_mb: float
    bytes: int | None = None


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure, print, return."""
    options = _options(arguments)
    earlier = _known(options.again) if options.again else None
    most = min(options.most, _QUICK) if options.quick else options.most
    sizes = [size for size in SIZES if size <= most]
    stages: dict[str, list[dict[str, Any]]] = {}
    failed: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as scratch:
        before: Bundle | None = None
        for rows in sizes:
            folder = Path(scratch) / str(rows)
            for one in _life(folder, rows, before, options):
                if not _wanted(one if isinstance(one, str) else one.name, options):
                    continue  # made only because others need it
                if isinstance(one, str):
                    failed.append({"rows": rows, "stage": one})
                    print(f"{rows:>12,} {one} FAILED", file=sys.stderr, flush=True)
                    continue
                point = {"rows": rows, **one._asdict()}
                stages.setdefault(point.pop("name"), []).append(point)
                _print(one, rows)
            if before is not None:
                shutil.rmtree(before.path.parent)
            before = Bundle(folder / "run")
        form = _format(before)
    found = {
        "sizes": sizes,
        "tabulated": options.tabulated,
        "workbook": options.workbook,
        "failed": failed,
        "stages": {name: _fitted(points) for name, points in stages.items()},
        "format": form,
    }
    if earlier is not None:
        found = _merged(earlier, found)
    if not options.quick:
        write_page(found)
    return found


def exponent(points: Sequence[dict[str, Any]], key: str) -> float | None:
    """Return the slope of log(cost) over log(rows) at the largest sizes; 1 is in proportion."""
    known = [(math.log(one["rows"]), math.log(one[key])) for one in points if one[key] > 0]
    known = known[-_FITTED:]
    if len(known) < 2:
        return None
    mean_x, mean_y = (sum(values) / len(known) for values in zip(*known, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in known)
    return round(sum((x - mean_x) * (y - mean_y) for x, y in known) / spread, 2)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--most", type=int, default=SIZES[-1])
    parser.add_argument("--tabulated", type=int, default=1_000_000)
    parser.add_argument("--workbook", type=int, default=100_000)
    parser.add_argument("--again", action="append", default=[], help="name of a stage")
    return parser.parse_args(arguments)


def _wanted(name: str, options: argparse.Namespace) -> bool:
    return not options.again or name in options.again


def _known(names: Sequence[str]) -> dict[str, Any]:
    """Return the numbers there are; end at once when one of these stages is not among them."""
    before: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))
    if strange := set(names) - set(before["stages"]):
        sys.exit(f"no such stage: {', '.join(sorted(strange))}; {', '.join(before['stages'])}")
    return before


def _merged(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers of before with the stages that were measured anew in their place."""
    assert before["sizes"] == now["sizes"], "the other stages were measured at other sizes"
    stages = {name: now["stages"].get(name, one) for name, one in before["stages"].items()}
    again = {*now["stages"], *(one["stage"] for one in now["failed"])}
    failed = [one for one in before["failed"] if one["stage"] not in again] + now["failed"]
    again |= set(before.get("again", ()))
    return {**before, "stages": stages, "failed": failed, "again": sorted(again)}


def _life(
    folder: Path, rows: int, before: Bundle | None, options: argparse.Namespace
) -> Iterator[Measured | str]:
    """Carry a bundle of so many rows through everything that is done with one.

    Yields what each stage cost; of one that failed only its name, so that hours are not lost.
    """
    if rows <= options.tabulated or before is None:
        path = answered(folder, rows).path
        cost = stage("tabulate", path)
        yield _of("tabulate and score", cost, _table_bytes(path))
    else:
        path = enlarged(before, folder, rows).path
    stages: dict[str, tuple[str | Path, ...]] = {
        "score anew": ("score", path),
        "scorecard": ("summarise", path),
        "report: html, json, md": ("report", path, "html", "json", "md"),
        "report: xlsx": ("report", path, "xlsx"),
        "export: parquet": ("export", path, "parquet"),
        "export: csv": ("export", path, "csv"),
    }
    for name, words in stages.items():
        needed = name == "scorecard" or _wanted(name, options)  # the others read the summary
        if needed and (rows <= options.workbook or "xlsx" not in words):
            yield _tried(name, words, path if name == "score anew" else None)
    if _wanted("compare two runs", options):
        other = beside(Bundle(path), folder).path
        yield _tried("compare two runs", ("compare", path, other))
        shutil.rmtree(other)
    if options.again and not any(name.startswith("explorer") for name in options.again):
        return
    looked = stage("explore", path)
    for name, look in looked.found.items():
        yield Measured(f"explorer: {name}", look["seconds"], look["cpu_s"], looked.rss_mb)


def _tried(name: str, words: Sequence[str | Path], table: Path | None = None) -> Measured | str:
    """Measure a stage, with the bytes of the table it leaves or of the files it made."""
    try:
        cost = stage(str(words[0]), *words[1:])
    except RuntimeError:
        return name
    made = cost.found if isinstance(cost.found, dict) and name.startswith(_WRITING) else {}
    size = _table_bytes(table) if table else sum(made.values()) or None
    return _of(name, cost, size)


def _of(name: str, cost: Stage, size: int | None = None) -> Measured:
    return Measured(name, round(cost.seconds, 2), round(cost.cpu_s, 2), cost.rss_mb, size)


def _fitted(points: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "points": points,
        # Of processor time: others use the machine too.
        "time_exponent": exponent(points, "cpu_s"),
        "memory_exponent": exponent(points, "rss_mb"),
    }


def _format(bundle: Bundle | None) -> dict[str, Any]:
    assert bundle is not None
    parts = list(bundle.results_path.iterdir())
    size = sum(part.stat().st_size for part in parts)
    return {
        "part_rows": PART_ROWS,
        "parquet": PARQUET,
        "parts": len(parts),
        "table_mb": round(size / 1e6, 1),
        "bytes_per_row": round(size / bundle.rows, 1),
    }


def _table_bytes(path: Path) -> int:
    return sum(part.stat().st_size for part in Bundle(path).results_path.iterdir())


def _print(one: Measured, rows: int) -> None:
    said = f"{rows:>12,} {one.name:<42} {one.seconds:>9.2f} s {one.cpu_s:>9.2f} CPU s"
    print(f"{said} {one.rss_mb:>7.0f} MB", file=sys.stderr, flush=True)
