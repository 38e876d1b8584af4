"""`python -m benchmarks` runs every comparison; `python -m benchmarks NAME [options]` one thing."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

from benchmarks import suite

# Beside the comparisons of the suite: studies of statistics, load and growth, which take longer.
STUDIES = (
    "chaos",
    "comparison_errors",
    "coverage",
    "explorer",
    "findings",
    "formats",
    "growth",
    "load",
    "overload",
    "paired_intervals",
    "profiles",
    "scale",
    "service",
    "soak",
)
NAMES = (*suite.COMPARISONS, *STUDIES)


def main() -> None:
    """Run the suite, or what is named and write its numbers beside this file."""
    words = sys.argv[1:]
    if not words or words[0].startswith("-"):
        sys.exit(suite.main(words))
    name = words[0]
    if name not in NAMES:
        sys.exit(f"there is no benchmark '{name}'; there are: {', '.join(NAMES)}")
    found = import_module(f"benchmarks.{name}").main(words[1:])
    folder = Path(__file__).parent / "results"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
