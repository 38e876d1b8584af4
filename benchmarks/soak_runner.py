"""A run that is killed, starved, damaged and sent through time, then resumed to its end.

Every round is one run. While it is under way it meets a few faults; then it is resumed without any,
and its table must equal the table of a run that met none. The agent writes every request down, so
that a case which was answered and is requested again is counted.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.machine import ROOT, python
from steelyard.bundle import Bundle, Table
from steelyard.bundle.journal import read_lines
from steelyard.errors import SteelyardError

CASES = 400
FAULTS = ("kill", "full disk", "flipped bit", "clock jump")
_DISK_MB = 64
_STEP_BYTES = 8_000  # of the journal, which grows to about 60,000
_SECONDS_MOST = 120
_TIMING = {"started_at", "latency_s", "first_token_s"}
_FAKETIME = "/usr/lib/*/faketime/libfaketime.so.1"
_AGENT = ROOT / "tests" / "pipeline" / "counting_agent.py"


@dataclass
class Tally:
    """What the faults did.

    Attributes:
        met: faults by kind.
        answers: how the run answered a fault it noticed, by kind.
        lost: rows that are not in a table, or not as they should be.
        doubled: rows that are in a table twice.
        repeated: requests for cases whose answers had been kept.
        unequal: rounds whose table differs from that of a run without faults.
    """

    met: Counter[str] = field(default_factory=Counter)
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    rounds: int = 0
    lost: int = 0
    doubled: int = 0
    repeated: int = 0
    unequal: int = 0

    @property
    def faults(self) -> int:
        """How many faults there were."""
        return self.met.total()

    def note(self, fault: str, answer: str) -> None:
        """Count a fault and how it was answered."""
        self.met[fault] += 1
        self.answers.setdefault(fault, Counter())[answer] += 1


class Soak:
    """A plan, its agent, a small disk, and the rounds."""

    def __init__(self, folder: Path, disk: Path, agent: dict[str, Path], seed: int) -> None:
        self.folder, self.disk, self.agent = folder, disk, agent
        self.chance = random.Random(seed)
        self.tally = Tally()
        self.plan = _plan(folder, agent["port"].read_text())
        self._finish(self._command(disk / "whole"))
        self.wanted = _rows(disk / "whole")
        shutil.rmtree(disk / "whole")

    def round(self, number: int, faults: int) -> None:
        """Carry one run through faults, at most so many, to its end, and compare its table."""
        out = self.disk / f"run-{number}"
        until = self.tally.faults + faults
        while _state(out) != "finished" and self.tally.faults < until:
            self._fault(out, self.chance.choice(FAULTS))
        self._finish(self._command(out))
        self._compare(out)
        shutil.rmtree(out)
        self.tally.rounds += 1

    def _fault(self, out: Path, kind: str) -> None:
        """Start the run or carry it on; strike when it has come a little further."""
        mend = self._flip(out) if kind == "flipped bit" else None
        if kind == "flipped bit" and mend is None:
            return
        environment = jumping(self.folder, self.chance) if kind == "clock jump" else {}
        with self._watched(out):
            process = self._start(self._command(out), environment)
            ended = not self._wait(process, out)
            if kind == "clock jump" and not ended:
                _jump(self.folder, self.chance)
                ended = not self._wait(process, out)
            said = self._fill(process) if kind == "full disk" and not ended else None
            process.kill()
            _, errors = process.communicate()
        if mend is not None:
            self.tally.note(kind, mend(process.returncode, errors))
        elif said is not None:
            self.tally.note(kind, said)
        elif not ended:
            self.tally.note(kind, "killed")

    def _fill(self, process: subprocess.Popen[bytes]) -> str:
        """Leave no byte on the disk; return what the run made of it."""
        filler = self.disk / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(1 << 16))
        try:
            _, said = process.communicate(timeout=_SECONDS_MOST)
        except subprocess.TimeoutExpired:
            return "went on"
        finally:
            filler.unlink()
        if process.returncode == 0:
            return "finished"
        return "reported" if b"No space left" in said or b"disk" in said.lower() else "not reported"

    def _flip(self, out: Path) -> Callable[[int, bytes], str] | None:
        """Flip one bit of what a stopped run has on the disk; return what judges the answer."""
        files = [path for path in sorted(out.rglob("*")) if path.is_file() and path.stat().st_size]
        if not files:
            return None
        path = self.chance.choice(files)
        original = path.read_bytes()
        damaged = bytearray(original)
        damaged[self.chance.randrange(len(original))] ^= 1 << self.chance.randrange(8)
        path.write_bytes(damaged)

        def mend(returned: int, errors: bytes) -> str:
            if returned <= 0:  # it went on, to its end or to our signal
                return "went on"
            if path.name == "journal.jsonl" and b"--drop-damaged" in errors:
                self._finish([*self._command(out), "--drop-damaged"])
                return "found, dropped"
            path.write_bytes(original)
            return "found, refused"

        return mend

    @contextmanager
    def _watched(self, out: Path) -> Iterator[None]:
        """Count requests for cases that were answered before."""
        answered = _answered(out)
        log = self.agent["log"]
        before = log.stat().st_size if log.exists() else 0
        yield
        with log.open("rb") as file:
            file.seek(before)
            asked = {int(line.rsplit(b" ", 1)[1]) for line in file}
        self.tally.repeated += len(asked & answered)

    def _compare(self, out: Path) -> None:
        found = _rows(out)
        rows = Counter(row["row"] for row in found)
        self.tally.doubled += sum(count - 1 for count in rows.values())
        self.tally.lost += sum(row["row"] not in rows for row in self.wanted)
        self.tally.unequal += found != self.wanted

    def _command(self, out: Path) -> list[str]:
        if (out / "manifest.json").exists():
            return python("steelyard", "resume", out)
        shutil.rmtree(out, ignore_errors=True)
        return python("steelyard", "run", self.plan, "--out", out)

    def _start(self, command: list[str], more: dict[str, str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "STEELYARD_LANG": "en", **more},
        )

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command, capture_output=True, timeout=_SECONDS_MOST, check=False, cwd=self.folder
        )

    def _finish(self, command: list[str]) -> None:
        done = self._run(command)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode())

    def _wait(self, process: subprocess.Popen[bytes], out: Path) -> bool:
        """Wait until some more cases are answered; return whether the run is still under way."""
        journal = out / "journal.jsonl"
        wanted = _size(journal) + self.chance.randrange(_STEP_BYTES)
        until = time.monotonic() + _SECONDS_MOST
        while process.poll() is None and time.monotonic() < until:
            if _size(journal) >= wanted and journal.exists():
                time.sleep(self.chance.uniform(0, 0.1))
                break
            time.sleep(0.005)
        return process.poll() is None


@contextmanager
def soak(folder: Path, seed: int) -> Iterator[Soak]:
    """Make the place of the rounds: a disk of its own, which only root can have, and an agent."""
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={_DISK_MB}m", "soak", str(disk)], check=True
    )
    agent = {"port": folder / "port", "log": folder / "log"}
    server = subprocess.Popen([sys.executable, _AGENT, agent["port"], agent["log"]])
    try:
        while not agent["port"].exists():
            time.sleep(0.02)
        yield Soak(folder, disk, agent, seed)
    finally:
        server.kill()
        server.wait()
        subprocess.run(["umount", str(disk)], check=True)


def _plan(folder: Path, port: str) -> Path:
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as file:
        for n in range(CASES):
            case = {
                "id": f"c{n}",
                "input": f"问题 question {n}",
                "expected_output": f"问题 question {n} 的答案",
                "metadata": {"scene": f"s{n % 5}"},
            }
            file.write(json.dumps(case, ensure_ascii=False) + "\n")
    path = folder / "plan.yaml"
    path.write_text(
        f"name: soak\nagent: {{http: {{url: 'http://127.0.0.1:{port}/'}}}}\ndataset: cases.jsonl\n"
        "run: {concurrency: 2, retries: 1, backoff: 0.01, seed: 3}\n"
    )
    return path


def _state(out: Path) -> str | None:
    try:
        found: str = json.loads((out / "manifest.json").read_bytes())["state"]
    except (OSError, ValueError, KeyError):
        return None
    return found


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _rows(out: Path) -> list[dict[str, Any]]:
    rows = Table(Bundle(out).results_path).rows()
    return [{name: row[name] for name in row.keys() - _TIMING} for row in rows]


def _answered(out: Path) -> set[int]:
    """Return the cases whose replies are in the journal and whole."""
    found: set[int] = set()
    with suppress(OSError, SteelyardError):
        for line in read_lines(out / "journal.jsonl"):
            if line.number > 1:
                found.add(line.row)
    return found


def jumping(folder: Path, chance: random.Random) -> dict[str, str]:
    """Return the variables of a process whose clock is wrong and can be moved while it runs."""
    [library] = sorted(Path("/").glob(_FAKETIME.lstrip("/")))
    _jump(folder, chance)
    return {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(folder / "clock"),
        "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1",  # it does not jump on a machine either
    }


def _jump(folder: Path, chance: random.Random) -> None:
    (folder / "clock.new").write_text(f"{chance.uniform(-400_000, 400_000):+.0f}s\n")
    (folder / "clock.new").replace(folder / "clock")
