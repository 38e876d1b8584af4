"""Make the fixture of a release: a filled database and two small runs, as its code writes them.

python scripts/release_fixture.py TREE OUT

TREE is the source of the release, OUT a folder such as tests/golden/releases/0.1. Everything is
made by the code in TREE, in a process of its own. Every release keeps its fixture, and
tests/golden/test_releases.py opens all of them with the code of today.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
_NEUTRAL = "/srv/steelyard"
# Works in the tree of the release: nothing of the tree of today may be imported here.
_MAKE = r"""
import json, shutil, sys
from pathlib import Path
import steelyard
from steelyard.server.db import open_database
from steelyard.server.db.migrate import migrate
from steelyard.server.settings import Settings
from tests.server.ops.fill import fill
from tests.server.tasks.bench import AgentProcess, Bench

out = Path(sys.argv[1])
service, agent = out / "service", AgentProcess(out / "agent.log", 0.0)
settings = Settings(data_dir=service, database_url=sys.argv[2] or None)
database = open_database(settings)
migrate(database)
database.close()
bench = Bench(settings, agent)
fill(bench)
bench.close()
agent.close()
numbers = [
    {"case_id": str(n), "input": f"{n} + {n}", "expected_output": str(2 * n),
     "output": f"The answer is {2 * n + n % 3 // 2}.", "scene": "en" if n % 2 else "zh"}
    for n in range(8)
]
words = [
    {"case_id": "a", "input": "首都", "expected_output": "北京", "output": "答案是北京。"},
    {"case_id": "b", "input": "Yes or no?", "expected_output": "yes", "output": "No."},
    {"case_id": "c", "input": "?", "expected_output": "Paris", "output": "I do not know."},
]
for name, cases in (("numbers", numbers), ("words", words)):
    # A file named from the working folder: the manifest then holds no folder of this machine.
    file = Path(f"{name}.jsonl")
    file.write_text("".join(json.dumps(case) + "\n" for case in cases))
    steelyard.evaluate({"replay": {}}, file, out=out / "runs" / name, name=name)
    for file in (out / "runs" / name).glob("report.*"):
        file.unlink()  # made from the rest when the run is opened
"""


def main() -> None:
    """Make the fixture in a scratch folder, then put its parts in place."""
    tree, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    with TemporaryDirectory() as scratch:
        made = Path(scratch)
        make(tree, made, "")
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        shutil.copytree(made / "runs", out / "bundles", ignore=shutil.ignore_patterns("lock"))
        _keep_service(made / "service", out)
        _replace_folder(out, made)
    with TemporaryDirectory() as scratch:
        _keep_postgres(tree, Path(scratch), out)


def _replace_folder(out: Path, made: Path) -> None:
    """Write a folder of no machine into the manifests, in place of the one they were made in."""
    for manifest in out.rglob("manifest.json"):
        text = manifest.read_text("utf-8")
        manifest.write_text(text.replace(str(made), _NEUTRAL), "utf-8")


def make(tree: Path, out: Path, database_url: str) -> None:
    """Let the code of a release make a service and two runs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STEELYARD_")}
    kept["STEELYARD_ALLOW_LOOPBACK"] = "true"  # the agent is beside the service
    paths = os.pathsep.join(map(str, (tree / "src", tree)))
    environment = {**kept, "PYTHONPATH": paths, "STEELYARD_LANG": "en"}
    command = [sys.executable, "-c", _MAKE, str(out), database_url]
    subprocess.run(command, check=True, cwd=out, env=environment)


def _keep_service(service: Path, out: Path) -> None:
    """Keep the database as SQL text, and the files of the service next to it."""
    with closing(sqlite3.connect(service / "steelyard.sqlite")) as connection:
        _write(out / "sqlite.sql.gz", "\n".join(connection.iterdump()))
    unwanted = shutil.ignore_patterns("lock", "scratch", "report.*", "*.sqlite*", "work")
    shutil.copytree(service, out / "service", ignore=unwanted)


def _keep_postgres(tree: Path, scratch: Path, out: Path) -> None:
    """Keep the same of PostgreSQL, as `pg_dump` writes it."""
    sys.path.insert(0, str(ROOT))
    from tests.server.postgres import Postgres, programs

    for folder in (scratch, scratch / "made", scratch / "server"):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)  # the server runs as a user of its own
    server = Postgres(scratch / "server")
    server.start()
    try:
        server.sql("CREATE DATABASE service")
        make(tree, scratch / "made", server.url("service"))
        command = [programs() / "pg_dump", "--no-owner", "--inserts", server.url("service")]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    finally:
        server.stop()
    # Commands of its own shell, of which some are secret words of a day.
    lines = [line for line in done.stdout.splitlines() if not line.startswith("\\")]
    _write(out / "postgres.sql.gz", "\n".join(lines))


def _write(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
