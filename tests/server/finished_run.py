"""A finished run, made once for all tests of a process: weighing it takes most of a second."""

from __future__ import annotations

import atexit
import functools
import shutil
from pathlib import Path
from tempfile import mkdtemp

import steelyard
from steelyard.server.db.ids import new_id
from steelyard.server.db.tables import Run


def add_run(database, storage, project, rows=12):
    """Put a finished run of that many cases into a project; return its identity."""
    run = new_id()
    shutil.copytree(_made(rows), storage.run_folder(run), dirs_exist_ok=True)
    with database.transaction() as session:
        session.add(Run(id=run, project_id=project, name="r", path=f"runs/{run}", state="finished"))
    return run


@functools.cache
def _made(rows):
    folder = Path(mkdtemp(prefix="steelyard-run-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    cases = [
        {"input": str(n), "expected_output": str(n), "output": str(n % 3)} for n in range(rows)
    ]
    steelyard.evaluate({"replay": {}}, cases, out=folder / "run", name="r")
    return folder / "run"
