"""Run the command line as a person does: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.cli import forked_client


class Done(NamedTuple):
    code: int
    out: str
    err: str


def steelyard(*words, cwd=None, stdin=None, fresh=False, **environment):
    """Run one command, forked from a process with all imports done unless it is to be `fresh`.

    Variables of Python itself are read when an interpreter starts: those start one.
    """
    fresh = fresh or any(name.startswith("PYTHON") for name in environment)
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("STEELYARD_", "LC_", "LANG"))}
    own = {**clean, "PYTHONUTF8": "1", **environment}
    if forked_client.POSSIBLE and not fresh:
        folder = cwd or Path.cwd()
        return Done(*forked_client.run(words, cwd=folder, environment=own, stdin=stdin))
    done = subprocess.run(
        [sys.executable, "-m", "steelyard", *map(str, words)],
        capture_output=True,
        cwd=cwd,
        input=stdin,
        encoding="utf-8",
        env=own,
        timeout=280,
    )
    return Done(done.returncode, done.stdout, done.stderr)
