"""One lane of a soak, in a process of its own: rounds until so many faults have struck.

    python -m benchmarks.soak_lane runs|sqlite|postgresql FAULTS SEED FOLDER [MINUTES]

Prints a line per round and leaves what it counted in FOLDER/tally.json.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from contextlib import AbstractContextManager
from pathlib import Path

from benchmarks.soak_runner import RunSoak, run_soak
from benchmarks.soak_service import ServiceSoak, service_soak
from benchmarks.soak_tally import VIOLATIONS, ViolationError


def main() -> None:
    """Strike until the number is reached or something is violated."""
    place, faults, seed, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that it cleans up
    until = time.monotonic() + 60 * float(sys.argv[5] if len(sys.argv) > 5 else "inf")
    with _opened(place, folder, seed) as soak:
        tally = soak.tally
        soak.until = until
        try:
            while tally.faults < faults and time.monotonic() < until:
                soak.round(faults - tally.faults)
                sums = ", ".join(f"{getattr(tally, name)} {name}" for name in VIOLATIONS)
                print(f"{place}: {tally.faults} of {faults} faults: {sums}", flush=True)
        except ViolationError as violation:
            print(f"{place}: after {tally.faults} faults: {violation}", flush=True)
            sys.exit(1)
        finally:
            (folder / "tally.json").write_text(json.dumps(tally.as_json(), indent=2))


def _opened(
    place: str, folder: Path, seed: int
) -> AbstractContextManager[RunSoak] | AbstractContextManager[ServiceSoak]:
    return run_soak(folder, seed) if place == "runs" else service_soak(folder, place, seed)


if __name__ == "__main__":
    main()
