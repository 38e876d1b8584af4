"""`steelyard serve` on an empty folder, as somebody starts it the first time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import steelyard

ROOT = Path(__file__).parent.parent.parent
STARTS_S = 120
_URL = re.compile(r"http://[\d.]+:\d+")


@dataclass(frozen=True)
class Served:
    """A service that runs, and what it printed."""

    base: str
    data: Path
    process: int
    log: Path

    @property
    def code(self) -> str:
        """The code of the first run, as it stands in the terminal."""
        return (self.data / "setup-code").read_text()


@contextmanager
def served(folder: Path, *, port: int = 0, workers: int = 1, **settings: str) -> Iterator[Served]:
    """Serve from a folder while the `with` block lasts; `settings` are STEELYARD_* variables."""
    log, data = folder / "serve.log", folder / "data"
    words = ["serve", "--port", str(port), "--workers", str(workers), "--data", str(data)]
    source = str(Path(steelyard.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((source, str(ROOT)))}
    environment.pop("PYTEST_CURRENT_TEST", None)  # NiceGUI would leave its compression out
    environment |= {f"STEELYARD_{name.upper()}": value for name, value in settings.items()}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "steelyard", *words],
            cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        yield Served(_wait(process, log), data, process.pid, log)
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], log: Path) -> str:
    end = time.monotonic() + STARTS_S
    while (found := _URL.search(log.read_text(errors="replace"))) is None:
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"the service did not start:\n{log.read_text()[-3000:]}")
        time.sleep(0.1)
    return found.group()
