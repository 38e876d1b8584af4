"""Make the promptfoo files that tests import, by running promptfoo itself.

    .venv/bin/python scripts/make_promptfoo_fixtures.py [--promptfoo FOLDER]

promptfoo is installed by name from npm into a temporary folder (or found in FOLDER) and run against
a small server on this machine: two chat models and a plain HTTP endpoint, two prompts, questions in
English and Chinese, right and wrong answers, one server error. What it writes is stored under
tests/interop/imports/fixtures/promptfoo with the version that wrote it; addresses and times of the
making are the only things that change from run to run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from fixture_server import serving

FIXTURES = Path(__file__).parents[1] / "tests" / "interop" / "imports" / "fixtures" / "promptfoo"
CONFIG = FIXTURES / "promptfooconfig.yaml"


def main() -> None:
    """Run promptfoo and store what it writes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--promptfoo", type=Path, help="folder where npm has installed it")
    chosen = parser.parse_args()
    with serving() as address, tempfile.TemporaryDirectory() as scratch:
        folder = chosen.promptfoo or _install(Path(scratch))
        _run(folder, Path(scratch), address)


def _install(folder: Path) -> Path:
    words = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), "promptfoo"]
    subprocess.run(words, check=True)
    return folder


def _run(folder: Path, scratch: Path, address: str) -> None:
    program = folder / "node_modules" / ".bin" / "promptfoo"
    quiet = {
        "PROMPTFOO_DISABLE_TELEMETRY": "1",
        "PROMPTFOO_DISABLE_UPDATE": "1",
        "PROMPTFOO_DISABLE_REMOTE_GENERATION": "1",
        "PROMPTFOO_DISABLE_SHARING": "1",
        "PROMPTFOO_CONFIG_DIR": str(scratch / "home"),
        "PROMPTFOO_CACHE_ENABLED": "false",
        "PROMPTFOO_PASS_RATE_THRESHOLD": "0",
        "PROMPTFOO_REQUEST_BACKOFF_MS": "10",
        "OPENAI_API_KEY": "none",
        "TARGET": address,
    }
    environment = {**os.environ, **quiet}
    work = scratch / "work"
    shutil.copytree(FIXTURES, work)
    words = [str(program), "eval", "-c", CONFIG.name, "--no-cache", "--no-table", "-j", "1"]
    for suffix in ("json", "jsonl"):
        words += ["-o", f"results.{suffix}"]
    subprocess.run(words, cwd=work, env=environment, check=True)
    version = subprocess.run(
        [str(program), "--version"], env=environment, check=True, capture_output=True, text=True
    ).stdout.strip()
    for suffix in ("json", "jsonl"):
        _store(work / f"results.{suffix}", {address: "http://127.0.0.1:8080", str(work): "/data"})
    node = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout
    facts = {"tool": "promptfoo", "version": version, "node": node.strip(), "made_by": "running it"}
    (FIXTURES / "versions.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


def _store(path: Path, shown: dict[str, str]) -> None:
    """Store a file with the places of its making replaced."""
    text = path.read_text(encoding="utf-8")
    for place, other in shown.items():
        text = text.replace(place, other)
    (FIXTURES / path.name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
