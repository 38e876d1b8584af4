"""`python -m benchmarks NAME [options]`; without a name, all of them."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

NAMES = ("startup", "runner", "retrieval", "text", "indicators", "coverage", "load", "chaos")


def main() -> None:
    """Run the benchmarks named, and write their numbers beside this file."""
    words = sys.argv[1:]
    names = [words[0]] if words and not words[0].startswith("-") else list(NAMES)
    if names[0] not in NAMES:
        sys.exit(f"there is no benchmark '{names[0]}'; there are: {', '.join(NAMES)}")
    for name in names:
        found = import_module(f"benchmarks.{name}").main(words[1:] if words else [])
        folder = Path(__file__).parent / "results"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.json").write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
