"""`kill -9` at each place where a run changes its files, then resume: nothing lost or doubled,
nothing asked again, and the same tables as a run that was left alone."""

from __future__ import annotations

import json
import re
import signal
from collections import Counter
from pathlib import Path

import pytest

from steelyard.bundle import Bundle, Table
from steelyard.bundle.journal import read_lines
from tests.cli import forked_client

pytestmark = [
    pytest.mark.skipif(not forked_client.POSSIBLE, reason="commands are forked on Linux"),
    pytest.mark.timeout(1500),
]
CASES, EPOCHS, CONCURRENCY = 20, 2, 4
PROGRAM = Path(__file__).with_name("killed_at.py")
TIMING = {"started_at", "latency_s", "first_token_s"}
AGENT = """
import asyncio, os, signal

async def answer(question):
    with open({log!r}, "a+") as log:
        log.write(question + "\\n")
        log.seek(0)
        time = log.read().splitlines().count(question)
    if os.environ["KILLED_BY"] == question + " #" + str(time):
        os.kill(os.getpid(), signal.SIGKILL)
    await asyncio.sleep(0.001)
    return "我不知道" if question.endswith("7") else question + " 的答案"
"""
# Of places that differ in nothing but the file or the time, one is enough for every day.
CHOSEN = (
    "mkdir . #1",
    "rename manifest.json #1",
    "sync #1",
    "write asks.jsonl #1",
    "rename asks.jsonl #1",
    "sync #2",
    "remove rejects.jsonl #1",
    "rename manifest.json #3",
    "write journal.jsonl #1",
    "rename manifest.json #5",
    "mkdir results-1 #1",
    "write results-1/scratch/parts/spool.jsonl #1",
    "rmtree results-1/scratch #1",
    "write results-1/00000.parquet #1",
    "rename manifest.json #6",
    "sync #11",
    "remove journal.jsonl #1",
    "remove asks.jsonl #1",
    "write report.html #1",
    "rename summary.json #1",
)
# All cases are asked before any is asked again.
FIRST, WITHIN, LATER = "问题 0 #1", "问题 9 #2", "问题 15 #1"


class Runs:
    """A plan, and commands about runs of it."""

    def __init__(self, folder):
        self.folder = folder
        self.asked = folder / "asked"
        self.passed = folder / "passed"
        (folder / "agent.py").write_text(AGENT.format(log=str(self.asked)), encoding="utf-8")
        with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
            for n in range(CASES):
                question = f"问题 {n}"
                case = {"id": f"c{n}", "input": question, "expected_output": f"{question} 的答案"}
                file.write(json.dumps(case | {"scene": f"s{n % 3}"}, ensure_ascii=False) + "\n")
        (folder / "plan.yaml").write_text(
            "name: kill\nagent: {function: {target: 'agent.py:answer'}}\ndataset: cases.jsonl\n"
            f"run: {{concurrency: {CONCURRENCY}, epochs: {EPOCHS}, seed: 3}}\n"
        )

    def command(self, out, *words, at="", question=""):
        """Run a command that dies at a place or with a question; return its process."""
        self.asked.write_text("")
        self.passed.write_text("")
        words = [PROGRAM, out, at, self.passed, *words]
        process = forked_client.Process(words, cwd=self.folder, environment={"KILLED_BY": question})
        process.wait()
        return process

    def killed(self, out, *words, at="", question=""):
        process = self.command(out, *words, at=at, question=question)
        assert process.returncode == -signal.SIGKILL, f"{at}{question}: alive\n{process.said}"

    def finish(self, out, *words):
        process = self.command(out, *words)
        assert process.returncode == 0, process.said

    def start_words(self, out):
        return ("run", "plan.yaml", "--out", out)

    def go_on(self, out):
        """Resume, or start what was killed before it was a run; nothing answered is asked again."""
        known = answered(out)
        words = ("resume", out) if (out / "manifest.json").exists() else self.start_words(out)
        self.finish(out, *words)
        assert not known & set(Counter(self.asked.read_text().splitlines()))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return Runs(tmp_path_factory.mktemp("kill"))


@pytest.fixture(scope="module")
def whole(runs):
    """What a run leaves that nobody disturbed, and the places that it passed."""
    out = runs.folder / "whole"
    runs.finish(out, *runs.start_words(out))
    return left_by(out), runs.passed.read_text().splitlines()


def left_by(out):
    rows = Table(Bundle(out).results_path).rows()
    indicators = [one for one in Bundle(out).summary()["indicators"] if "latency" not in one["id"]]
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob("*"))
    return {
        "rows": [{name: row[name] for name in row.keys() - TIMING} for row in rows],
        "indicators": indicators,
        "state": json.loads((out / "manifest.json").read_bytes())["state"],
        "files": [re.sub(r"^results-\d+", "results", name) for name in files],
    }


def rows_answered(out):
    if not (out / "asks.jsonl").exists() or not (out / "journal.jsonl").exists():
        return set()
    return {line.row for line in read_lines(out / "journal.jsonl") if line.number > 1}


def answered(out):
    """Return the questions whose every repeat is in the journal."""
    rows = rows_answered(out)
    return {f"问题 {n}" for n in range(CASES) if {n * EPOCHS + e for e in range(EPOCHS)} <= rows}


def faults(places, check):
    """Check each place; return what went wrong, by place."""
    found = {}
    for number, place in enumerate(places):
        try:
            check(f"{number}", place)
        except Exception as error:
            found[place] = f"{type(error).__name__}: {error}"[:2000]
    return found


def check_place(runs, wanted):
    def check(name, place):
        out = runs.folder / f"at-{name}"
        runs.killed(out, *runs.start_words(out), at=place)
        runs.go_on(out)
        assert left_by(out) == wanted

    return check


@pytest.mark.slow
def test_killed_at_each_kind_of_place(runs, whole):
    wanted, places = whole
    assert set(CHOSEN) <= set(places), sorted(set(CHOSEN) - set(places))
    assert faults(CHOSEN, check_place(runs, wanted)) == {}


@pytest.mark.soak
def test_killed_at_every_other_place(runs, whole):
    wanted, places = whole
    others = [place for place in places if place not in CHOSEN]
    assert faults(others, check_place(runs, wanted)) == {}


@pytest.mark.parametrize(
    "question", [pytest.param(FIRST, marks=pytest.mark.slow), WITHIN], ids=["first", "within"]
)
def test_killed_while_asking(runs, whole, question):
    out = runs.folder / f"asking-{question}"
    runs.killed(out, *runs.start_words(out), question=question)
    asked = len(runs.asked.read_text().splitlines())
    assert asked - len(rows_answered(out)) <= 2 * CONCURRENCY  # in flight, or just answered
    assert len(answered(out)) in (range(1, CASES - 1) if question == WITHIN else [0])
    runs.go_on(out)
    assert left_by(out) == whole[0]


@pytest.mark.slow
def test_killed_again_and_again(runs, whole):
    """While asking, while asking the rest, while tabulating, while reporting."""
    out = runs.folder / "again"
    runs.killed(out, *runs.start_words(out), question=WITHIN)
    first = answered(out)
    runs.killed(out, "resume", out, question=LATER)
    assert first < answered(out)
    for place in ("write results-1/00000.parquet #1", "write report.html #1"):
        runs.killed(out, "resume", out, at=place)
    runs.go_on(out)
    assert left_by(out) == whole[0]
