"""How a results table should lie on disk: rows of a row group, rows of a part, compression.

python -m benchmarks formats

The same table is written in every way; each is then looked at as the explorer does and weighed as
a scorecard does, in processes of their own. The numbers stand in docs/decisions/0020.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from benchmarks.growth_data import answered
from benchmarks.growth_run import Stage, stage
from steelyard.bundle import Bundle, layout
from steelyard.bundle.manifest import Manifest


class Format(NamedTuple):
    """One way to write the table."""

    group: int = 10_000
    part: int = 50_000
    compression: str = "COMPRESSION zstd"

    @property
    def name(self) -> str:
        """How a table of numbers calls it."""
        return f"groups of {self.group:,}, parts of {self.part:,}, {self.compression[12:].lower()}"


FORMATS = (
    Format(),
    Format(group=4_096),
    Format(group=50_000),
    Format(part=200_000),
    Format(group=50_000, part=500_000),
    Format(group=122_880, part=491_520),
    Format(compression="COMPRESSION snappy"),
    Format(compression="COMPRESSION zstd, COMPRESSION_LEVEL 1"),
    Format(compression="COMPRESSION zstd, COMPRESSION_LEVEL 9"),
)
_SHOWN = ("first page", "last page", "sorted by latency", "filtered and counted", "one row")


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure every format, print, return."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0, help="of the formats to measure")
    parser.add_argument("--like", type=Path, help="a finished bundle of that size")
    options = parser.parse_args(arguments)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        source = options.like and Bundle(options.like)
        if source is None:
            source = answered(Path(folder) / "source", options.rows)
            stage("tabulate", source.path)
            source = Bundle(source.path)
        for form in FORMATS[options.first :]:
            path = written(source, Path(folder) / "one", form)
            found.append({"format": form.name, **measured(path)})
            shutil.rmtree(path.parent)
            print(line(found[-1]), file=sys.stderr, flush=True)
    print(table(found))
    return {"rows": options.rows, "formats": found}


def written(source: Bundle, folder: Path, form: Format) -> Path:
    """Write the table of a bundle in another format; return the new bundle."""
    target = folder / "run" / "results-1"
    target.mkdir(parents=True)
    options = f"(FORMAT parquet, {form.compression}, ROW_GROUP_SIZE {form.group})"
    rows = source.rows
    with duckdb.connect(config={"memory_limit": "2GB", "threads": 2}) as connection:
        connection.execute("SET enable_progress_bar = false")
        for number, start in enumerate(range(0, rows, form.part)):
            query = (
                f"FROM '{source.results_path}/*.parquet'"
                f" WHERE row >= {start} AND row < {start + form.part}"
            )
            connection.execute(f"COPY ({query}) TO '{target}/{number:05}.parquet' {options}")
    # One breakdown tells as much as four.
    plan = {**source.manifest.values["plan"], "breakdowns": ["scene"]}
    values = {**source.manifest.values, "results": target.name, "results_crc32": None, "plan": plan}
    Manifest(target.parent / layout.MANIFEST, values).save()
    return target.parent


def measured(path: Path) -> dict[str, Any]:
    """Return bytes, milliseconds of processor time of each look, and the cost of the scorecard."""
    size = sum(part.stat().st_size for part in (path / "results-1").iterdir())
    looks, weighed = _tried("explore", path), _tried("summarise", path)
    times = looks and {name: round(1000 * looks.found[name]["cpu_s"]) for name in _SHOWN}
    return {
        "mb": round(size / 1e6, 1),
        "cpu_ms": times,
        "explore_mb": looks and looks.rss_mb,
        "summarise_cpu_s": weighed and round(weighed.cpu_s, 1),
        "summarise_mb": weighed and weighed.rss_mb,
    }


def _tried(name: str, path: Path) -> Stage | None:
    """Return what a stage cost; None where it would need more memory than it may use."""
    try:
        return stage(name, path)
    except RuntimeError:
        return None


def table(found: list[dict[str, Any]]) -> str:
    """Return the numbers as Markdown."""
    more = ("scorecard, CPU s", "explorer, MB", "scorecard, MB")
    heads = ("format", "file, MB", *(f"{name}, CPU ms" for name in _SHOWN), *more)
    head = f"| {' | '.join(heads)} |"
    return "\n".join([head, "|---" * len(heads) + "|", *map(line, found)])


def line(one: dict[str, Any]) -> str:
    """Return one line of the table."""
    looks = one["cpu_ms"] or dict.fromkeys(_SHOWN)
    cells = [*(looks[name] for name in _SHOWN), one["summarise_cpu_s"]]
    cells += [one["explore_mb"], one["summarise_mb"]]
    shown = " | ".join("out of memory" if cell is None else f"{cell:,.4g}" for cell in cells)
    return f"| {one['format']} | {one['mb']:.0f} | {shown} |"
