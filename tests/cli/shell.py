"""Run the command line as a person does: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NamedTuple


class Done(NamedTuple):
    code: int
    out: str
    err: str


def steelyard(*words, cwd=None, stdin=None, **environment):
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("STEELYARD_", "LC_", "LANG"))}
    done = subprocess.run(
        [sys.executable, "-m", "steelyard", *map(str, words)],
        capture_output=True,
        cwd=cwd,
        input=stdin,
        encoding="utf-8",
        env={**clean, "PYTHONUTF8": "1", **environment},
        timeout=280,
    )
    return Done(done.returncode, done.stdout, done.stderr)
