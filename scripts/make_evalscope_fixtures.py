"""Make the EvalScope files that tests import, by running EvalScope itself.

    .venv/bin/python scripts/make_evalscope_fixtures.py [--python PYTHON]

EvalScope is installed by name into a virtual environment in a temporary folder (or PYTHON has it)
and asks a small server on this machine: questions with a free answer and multiple choice, in
Chinese and English, twice each. Its output folder is stored under
tests/interop/imports/fixtures/evalscope with the version that wrote it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from fixture_server import serving

FIXTURES = Path(__file__).parents[1] / "tests" / "interop" / "imports" / "fixtures" / "evalscope"
QUESTIONS = (
    {"query": "What is the capital of France?", "response": "Paris"},
    {"query": "中国的首都是哪里？", "response": "北京"},
    {"query": "Name three primary colours.", "response": "red, yellow, blue"},
    {"query": "接下一句：两个黄鹂鸣翠柳", "response": "一行白鹭上青天"},
    {"query": "Please fall over.", "response": "no answer comes"},
)
CHOICES = (
    {"id": "1", "question": "capital of France?", "A": "Lyon", "B": "Paris", "answer": "B"},
    {"id": "2", "question": "中国的首都是？", "A": "北京", "B": "上海", "answer": "A"},
    {"id": "3", "question": "Where is the server?", "A": "floor 1", "B": "floor 3", "answer": "B"},
)


def main() -> None:
    """Run EvalScope and store what it writes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", type=Path, help="Python that has evalscope")
    chosen = parser.parse_args()
    with serving() as address, tempfile.TemporaryDirectory() as scratch:
        python = chosen.python or _install(Path(scratch))
        _run(python, Path(scratch), address)


def _install(folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "evalscope"], check=True)
    return python


def _run(python: Path, scratch: Path, address: str) -> None:
    data = scratch / "data"
    data.mkdir()
    _write(data / "small.jsonl", QUESTIONS)
    _write(data / "choices_val.jsonl", CHOICES)
    datasets = {
        "general_qa": {"local_path": str(data), "subset_list": ["small"]},
        "general_mcq": {"local_path": str(data), "subset_list": ["choices"]},
    }
    words = [str(python.parent / "evalscope"), "eval", "--model", "steady", "--eval-type"]
    words += ["openai_api", "--api-url", f"{address}/v1", "--api-key", "none"]
    words += ["--datasets", *datasets, "--dataset-args", json.dumps(datasets), "--repeats", "2"]
    words += ["--work-dir", str(scratch / "out"), "--no-timestamp", "--ignore-errors"]
    words += ["--generation-config", '{"retries": 1, "retry_interval": 0}']
    subprocess.run(words, check=True, cwd=scratch, env={**os.environ, "HOME": str(scratch)})
    shutil.rmtree(FIXTURES, ignore_errors=True)
    for path in sorted((scratch / "out").rglob("*.json*")):
        target = FIXTURES / path.relative_to(scratch / "out")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8").replace(address, "http://127.0.0.1:8080")
        text = text.replace(str(python.parent.parent), "/venv").replace(str(scratch), "/data")
        target.write_text(_short(text) if path.suffix == ".json" else text, encoding="utf-8")
    question = "import importlib.metadata as m; print(m.version('evalscope'))"
    version = subprocess.run(
        [str(python), "-c", question], capture_output=True, text=True, check=True
    )
    facts = {"tool": "evalscope", "version": version.stdout.strip(), "made_by": "running it"}
    (FIXTURES / "versions.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


def _short(report: str) -> str:
    """Return a report without the long description of its benchmark."""
    document = json.loads(report)
    document.pop("dataset_description", None)
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _write(path: Path, rows: tuple[dict[str, str], ...]) -> None:
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    path.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
