"""Runs of the plans that tests name: each once in a session, into a directory that is kept."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from steelyard.errors import InterruptedRunError, SteelyardError
from steelyard.i18n import say

if TYPE_CHECKING:
    from steelyard.evaluation import Run
    from steelyard.pytest_plugin.marker import Asked


class Runs:
    """The runs of one session (of one worker), by what was asked for."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._made: dict[Any, Run] = {}

    def of(self, asked: Asked, test: str) -> Run:
        """Return the run of a plan; tests that ask for the same share it."""
        key = (asked.plan, asked.limit, asked.repetitions)
        if key not in self._made:
            self._made[key] = _run(asked, self.place(test))
        return self._made[key]

    def place(self, test: str) -> Path:
        """Return an empty place for the run of a test, named after it."""
        readable = re.sub(r"[^\w.-]+", "-", test)[-60:].strip("-.")
        name = f"{readable}-{hashlib.sha256(test.encode()).hexdigest()[:8]}"
        path = self.directory / name
        number = 1
        taken = {run.path for run in self._made.values()}
        while path in taken:
            number += 1
            path = self.directory / f"{name}-{number}"
        shutil.rmtree(path, ignore_errors=True)
        return path

    def keep(self, test: str, run: Run) -> None:
        """Remember a run that a test made itself, so that nothing else is put in its place."""
        self._made[test, len(self._made)] = run


@contextmanager
def plainly() -> Iterator[None]:
    """Turn what the user can fix into a failure without traceback."""
    __tracebackhide__ = True
    try:
        yield
    except InterruptedRunError:
        raise KeyboardInterrupt from None
    except SteelyardError as error:
        raise pytest.fail.Exception(say(error), pytrace=False) from None


def _run(asked: Asked, out: Path) -> Run:
    from steelyard.evaluation import load_run
    from steelyard.pipeline import Options, run
    from steelyard.plan import load_plan

    sets = [] if asked.repetitions is None else [f"run.epochs={asked.repetitions}"]
    plan = load_plan(asked.plan, sets)
    run(plan, asked.plan.resolve().parent, out, Options(limit=asked.limit))
    return load_run(out)
