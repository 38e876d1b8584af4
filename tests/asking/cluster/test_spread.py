"""Work on a real Ray of two processes: in order, few at a time, and whole when one is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.ray]

# Ray warns and keeps threads of its own: it has a process to itself, and says what it found.
SCRIPT = '''
import functools, json, os, signal, sys, time
from pathlib import Path
import ray
from steelyard.asking.cluster import ray_spread
from steelyard.i18n import language, using_language
from steelyard.model import here

ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
marks = Path(sys.argv[1])
found = {}


def dies_once(marks, n):
    """Kill the worker in the middle of the seventh piece, the first time it is tried."""
    if n == 7 and not (marks / "killed").exists():
        (marks / "killed").write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05 if n % 3 == 0 else 0)
    return n * n, os.getpid(), language()


taken = []


def items(count):
    for n in range(count):
        taken.append(n)
        yield n


with using_language("zh"):
    results = ray_spread(functools.partial(dies_once, marks), items(40))
    first = next(results)
    found["ahead"] = len(taken)
    results = [first, *results]
found["squares"] = [square for square, _, _ in results]
found["elsewhere"] = os.getpid() not in {pid for _, pid, _ in results}
found["languages"] = sorted({spoken for _, _, spoken in results})
found["killed"] = (marks / "killed").exists()


def refuses(n):
    with (marks / "tries").open("a") as file:
        file.write("x")
    raise ValueError("no " + str(n))


try:
    list(ray_spread(refuses, [1, 2]))
except ValueError as error:
    found["raised"] = "no 1" in str(error)
found["tries"] = len((marks / "tries").read_text())
found["nothing"] = list(ray_spread(refuses, []))
print(json.dumps(found))
'''


def run_with_ray(script, tmp_path, *arguments):
    # The cluster is this process's own and ends with it; without a mode Ray would write a token
    # into the home of whoever runs the tests.
    own = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}
    (tmp_path / "script.py").write_text(script, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "script.py"), *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | own, timeout=280, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_order_bound_language_and_a_killed_worker(tmp_path):
    marks = tmp_path / "marks"
    marks.mkdir()
    found = run_with_ray(SCRIPT, tmp_path, marks)
    assert found["squares"] == [n * n for n in range(40)]
    assert found["killed"]
    assert found["elsewhere"]
    assert found["languages"] == ["zh"]
    assert found["ahead"] <= 5  # twice the processes, and the one that took the place of the first
    assert found["nothing"] == []
    assert found["raised"]
    assert found["tries"] <= 2  # what the work itself raises is no reason to try again


TABLES = '''
import json, os, shutil, sys
from pathlib import Path
import ray
from steelyard import pipeline
from steelyard.asking.cluster import ray_spread
from steelyard.bundle import Bundle, answered
from steelyard.model import here
from steelyard.plan import make_plan
from steelyard.runner import End

ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
asked, answered.PART_ROWS = Path(sys.argv[1]), 25
marks = asked.parent


class DiesOnce:
    """The work of the run; the first process that does a piece of it is killed at its end."""

    def __init__(self, work):
        self.work = work

    def __call__(self, item):
        import os, signal

        done = self.work(item)
        try:
            (marks / "killed").touch(exist_ok=False)
        except FileExistsError:
            return done
        os.kill(os.getpid(), signal.SIGKILL)


def left_by(path):
    values = Bundle(path).manifest.values
    said = ("counts", "provenance", "scorers", "notes")
    parts = sorted(Bundle(path).results_path.iterdir())
    return [values[name] for name in said], [(part.name, part.read_bytes()) for part in parts]


ways = {"here": here, "there": lambda work, items: ray_spread(DiesOnce(work), items)}
for name, way in ways.items():
    shutil.copytree(asked, marks / name)
    bundle = Bundle(marks / name)
    plan = make_plan(bundle.manifest.values["plan"], source="x")
    pipeline.tabulate(bundle, plan, pipeline.Options(), End.COMPLETE, way)
    pipeline.conclude(bundle, plan, pipeline.Options(), way)
first = left_by(marks / "here"), left_by(marks / "there")
for name, address in (("here", ""), ("there", "auto")):
    os.environ["STEELYARD_RAY_ADDRESS"] = address
    bundle = Bundle(marks / name)
    content = bundle.manifest.values["plan"] | {"scorers": ["text.keyword_match", "text.bleu"]}
    pipeline.rescore(bundle, make_plan(content, source="x"))
again = left_by(marks / "here"), left_by(marks / "there")
print(json.dumps({
    "killed": (marks / "killed").exists(),
    "parts": len(first[0][1]),
    "same": first[0] == first[1],
    "same_again": again[0] == again[1] and again[0] != first[0],
}))
'''

CASES = [
    {"id": f"q{n}", "input": f"问题{n}", "expected_output": f"答案{n % 3}", "output": "答案1"}
    for n in range(200)
]


def test_a_run_scored_on_ray_is_the_one_scored_here(tmp_path, monkeypatch):
    import steelyard
    from steelyard import pipeline

    def stop(*_, **__):
        raise KeyError("enough")

    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in CASES))
    monkeypatch.setattr(pipeline, "tabulate", stop)
    with pytest.raises(KeyError, match="enough"):
        steelyard.evaluate(
            lambda question: "答案1", str(tmp_path / "cases.jsonl"), out=tmp_path / "asked"
        )
    found = run_with_ray(TABLES, tmp_path, tmp_path / "asked")
    assert found == {"killed": True, "parts": 8, "same": True, "same_again": True}
