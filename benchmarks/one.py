"""One comparison in a process of its own, for the suite.

    python -m benchmarks.one NAME FILE full|quick|raw [options]

Writes to FILE what was measured, in the form that all comparisons share; `raw` writes what the
benchmark itself returns. A comparison that cannot even be loaded says what to install.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.peers import INSTALL
from benchmarks.record import Measure

EXTRAS = "bench,ray,server,test"  # of the pages: the service, and a browser that looks at it


def main(name: str, path: Path, size: str, options: list[str]) -> None:
    """Measure and write."""
    try:
        module = import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as error:
        found: Any = [not_installed(name, error).as_json()]
    else:
        if size == "raw":
            found = module.main(options)
        else:
            own = module.QUICK if size == "quick" else module.FULL
            found = [one.as_json() for one in module.measures(module.main([*own, *options]))]
    path.write_text(json.dumps(found), "utf-8")


def not_installed(name: str, error: ModuleNotFoundError) -> Measure:
    """Return a line that says what is missing."""
    missing = f"{INSTALL.format(extra=EXTRAS)} ({error.name})"
    return Measure(name, f"{name}: everything", "", 0, None, missing=missing)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4:])
