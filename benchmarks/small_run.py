"""A run of 200 cases and its report opened again, as commands, with bytecode in place.

An installed package has compiled modules; an editable one compiles them in every process as long as
`PYTHONDONTWRITEBYTECODE` is set. So the sources are compiled first, the variable is taken away, and
a module without bytecode fails the benchmark.
"""

from __future__ import annotations

import compileall
import sys
from importlib.util import cache_from_source
from pathlib import Path

import orjson

import steelyard
from benchmarks.machine import python

CASES = 200
BARE = [sys.executable, "-c", "import duckdb, numpy, pydantic, orjson, yaml, rich"]
WITH_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}  # empty is as good as not set
_AGENT = """def answer(question):
    number = int(question.split()[1].rstrip(":"))
    return f"The answer is {number * 3 if number % 5 else number}."
"""
_PLAN = """name: small
agent: {function: {target: "agent.py:answer"}}
dataset: {path: cases.jsonl}
"""


def compile_sources() -> None:
    """Compile the package; fail when a module has no bytecode afterwards."""
    [source] = steelyard.__path__
    compileall.compile_dir(source, quiet=1)
    missing = [
        p for p in Path(source).rglob("*.py") if not Path(cache_from_source(str(p))).exists()
    ]
    if missing:
        message = f"no bytecode for {missing[0]} and {len(missing) - 1} others"
        raise RuntimeError(message)


def write_plan(folder: Path) -> Path:
    """Write a plan with its cases and agent; a fifth of the answers is wrong."""
    scenes = ("fire", "flood", "quake")
    cases = [
        {
            "case_id": f"c{at}",
            "input": f"Question {at}: how much is {at} times 3?",
            "expected_output": str(at * 3),
            "scene": scenes[at % 3],
        }
        for at in range(CASES)
    ]
    lines = b"".join(orjson.dumps(case, option=orjson.OPT_APPEND_NEWLINE) for case in cases)
    (folder / "cases.jsonl").write_bytes(lines)
    (folder / "agent.py").write_text(_AGENT, "utf-8")
    (folder / "plan.yaml").write_text(_PLAN, "utf-8")
    return folder / "plan.yaml"


def run_command(plan: Path, out: Path) -> list[str]:
    """Return the command that runs the plan."""
    return python("steelyard", "run", plan, "--out", out)


def report_command(out: Path) -> list[str]:
    """Return the command that opens the report of the run again."""
    return python("steelyard", "report", out)
