"""Runs that are killed, starved, damaged and sent through time, then resumed to their end.

Every round is one run of the command line. While it is under way, and while it is scored again, it
meets faults at random moments. Then its tables must equal those of a run that met none, every reply
that was in the journal must be in the table, and no case whose reply was there may have been
requested again: the agent logs every request.
"""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.machine import ROOT
from benchmarks.soak_fork import Forked, ForkServer
from benchmarks.soak_tally import Tally
from steelyard.bundle import Bundle, Table, whole_lines
from steelyard.bundle.journal import decode
from steelyard.errors import SteelyardError

CASES, RETRIES = 40, 1
KILL, FULL, FLIP, JUMP = "kill -9", "full disk", "flipped bit", "clock jump"
KINDS = (KILL, KILL, FULL, FLIP, FLIP, JUMP)
_A_ROUND = (15, 40)
_DISK_MB = 48
_STEP_BYTES = 600  # of the journal; a reply has about 170
_DAYS = 5 * 86_400
_SLOWER = "6"  # than in tests: faults are to find requests under way
_TIMING = {"started_at", "latency_s", "first_token_s"}
_COPIES = {"manifest.json", "manifest.backup.json"}
_AGENT = ROOT / "tests" / "pipeline" / "counting_agent.py"


class RunSoak:
    """A plan, its agent, a small disk, and the rounds."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.disk = folder, folder / "volume"
        self.chance = random.Random(seed)
        self.tally = Tally("runs")
        self.agent = _Agent(folder)
        self.forks = ForkServer(folder)
        self.plan = _plan(folder, self.agent.port)
        self.replies: dict[int, dict[str, Any]] = {}  # of the run under way, by row
        self.damaged: set[str] = set()  # files of it, since its beginning
        self.until = math.inf  # no further fault after that
        begun = time.monotonic()
        self._finish("run", self.plan, "--out", self.disk / "whole")
        self.seconds = time.monotonic() - begun
        self.wanted = _contents(self.disk / "whole")
        shutil.rmtree(self.disk / "whole")

    def close(self) -> None:
        """End the processes."""
        self.forks.close()
        self.agent.close()

    def round(self, faults: int) -> None:
        """Carry one run through faults, at most so many, to its end, and compare its tables."""
        out = self.disk / f"run-{self.tally.rounds}"
        self.replies, self.damaged = {}, set()
        until = self.tally.faults + min(faults, self.chance.randint(*_A_ROUND))
        drop = False
        while self.tally.faults < until and not _is_whole(out) and time.monotonic() < self.until:
            kind = self.chance.choice(KINDS)
            struck = self._flipped(out) if kind == FLIP else self._struck(out, kind, drop=drop)
            drop = drop or struck  # a repair may have been killed, too
            print(f"{self.tally.faults} faults, the last one: {kind}", file=sys.stderr, flush=True)
        self._finish(*self._words(out, drop=drop))
        self._compare(out)
        if self.tally.faults < until and self.chance.random() < 0.5:
            self._rescored(out)
        shutil.rmtree(out)
        self.tally.rounds += 1
        self.tally.cases += CASES
        self.tally.requests = self.agent.count()
        self.tally.check()

    def _struck(self, out: Path, kind: str, *, drop: bool) -> bool:
        """Start the run or carry it on, and strike; return whether damaged lines are left."""
        with self._watched(out):
            process = self.forks.start(*self._words(out, drop=drop))
            if kind == JUMP:
                self._jump(process, out)
            self._wait(process, out)
            if process.poll() is None and kind == FULL:
                self._fill(process)
            elif process.poll() is None:  # also after its jumps
                process.kill()
                self.tally.note(KILL, "resumed")
        self.forks.clock.set(0)
        return process.code not in (0, -9) and self._refused(process)

    def _jump(self, process: Forked, out: Path) -> None:
        for _ in range(self.chance.randint(1, 3)):
            self._wait(process, out)
            if process.poll() is None:
                self.forks.clock.set(self.chance.uniform(-_DAYS, _DAYS))
                self.tally.note(JUMP, "went on")

    def _fill(self, process: Forked) -> None:
        """Leave no byte on the disk until the command ends."""
        filler = self.disk / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            for size in (1 << 16, 1 << 12, 1):
                with suppress(OSError):
                    while file.write(bytes(size)):
                        pass
        try:
            code = process.wait()
        finally:
            filler.unlink()
        said = process.said()
        if code == 0:
            self.tally.note(FULL, "finished all the same")
        else:
            self.tally.note(FULL, "reported, resumed")
            told = _reports_full_disk(said)
            self.tally.violate("unequal", not told, f"a full disk was not reported: {said}")

    def _flipped(self, out: Path) -> bool:
        """Flip one bit of what a stopped run has on disk, and carry it on."""
        flipped = self._flip(out)
        if flipped is None:
            return False
        path, original = flipped
        self.damaged.add(path.name)
        self.replies = {row: self.replies[row] for row in self.replies.keys() & journalled(out)}
        with self._watched(out):
            process = self.forks.start(*self._words(out, drop=False))
            process.wait()
        if process.code == 0:
            self.tally.note(FLIP, _unnoticed(path))  # the tables will tell
            return False
        said = process.said()
        clear = any(name in said for name in self.damaged)
        self.tally.violate("unequal", not clear, f"not clear about {path.name}: {said}")
        if "--drop-damaged" in said:
            self.tally.note(FLIP, "reported, repaired by the named command")
            return True
        path.write_bytes(original)
        self.tally.note(FLIP, "reported, restored from a copy")
        return False

    def _flip(self, out: Path) -> tuple[Path, bytes] | None:
        spared = _COPIES if self.damaged & _COPIES else ()  # two damaged copies are a lost file
        files = [
            path
            for path in sorted(out.rglob("*"))
            if path.is_file() and path.stat().st_size and path.name not in spared
        ]
        if not (out / "manifest.json").exists() or not files:
            return None
        path = self.chance.choice(files)
        original = path.read_bytes()
        damaged = bytearray(original)
        damaged[self.chance.randrange(len(original))] ^= 1 << self.chance.randrange(8)
        path.write_bytes(damaged)
        return path, original

    def _refused(self, process: Forked) -> bool:
        said = process.said()
        if _reports_full_disk(said):
            return False
        drop = "--drop-damaged" in said
        self.tally.violate("unequal", not drop, f"ended with {process.code}: {said}")
        self.tally.check()
        return drop

    def _rescored(self, out: Path) -> None:
        """Strike while a finished run is scored again; then its tables must be the same."""
        kind = self.chance.choice((KILL, FULL, FLIP))
        flipped = self._flip(out) if kind == FLIP else None
        process = self.forks.start("score", out)
        if flipped is None:
            time.sleep(self.chance.uniform(0, self.seconds))
            if process.poll() is None and kind == FULL:
                self._fill(process)
            elif process.poll() is None:
                process.kill()
                self.tally.note(KILL, "scored again")
        elif process.wait() == 0:
            self.tally.note(FLIP, _unnoticed(flipped[0]))
        else:
            said = process.said()
            clear = flipped[0].name in said
            self.tally.violate("unequal", not clear, f"not clear about {flipped[0].name}: {said}")
            if "--drop-damaged" in said:
                self._finish("resume", out, "--drop-damaged")
                self.tally.note(FLIP, "reported, repaired by the named command")
            else:
                flipped[0].write_bytes(flipped[1])
                self.tally.note(FLIP, "reported, restored from a copy")
        self._finish("score", out)
        self._compare(out)

    @contextmanager
    def _watched(self, out: Path) -> Iterator[None]:
        """Count requests for cases that were answered before; then keep the replies in mind."""
        self.replies |= journalled(out)
        before = self.agent.size()
        yield
        asked = self.agent.asked(before)
        again = sorted(asked.keys() & self.replies.keys())
        self.tally.violate("doubled", len(again), f"requested again although answered: {again}")
        often = {row: n for row, n in asked.items() if n > 1 + RETRIES}
        self.tally.violate("doubled", len(often), f"requested more than once: {often}")
        self.replies |= journalled(out)

    def _compare(self, out: Path) -> None:
        """Count what is missing, there twice, or not as in a run without faults."""
        rows = Table(Bundle(out).results_path).rows()
        found = Counter(row["row"] for row in rows)
        missing = [row for row in range(CASES) if row not in found]
        self.tally.violate("lost", len(missing), f"no row for {missing}")
        twice = [row for row, n in found.items() if n > 1]
        self.tally.violate("doubled", len(twice), f"two rows for {twice}")
        by_row = {row["row"]: row for row in rows}
        other = [
            number
            for number, reply in self.replies.items()
            if any(by_row.get(number, {}).get(name) != reply.get(name) for name in ("latency_s",))
        ]
        self.tally.violate("lost", len(other), f"another reply in the table for {other}")
        self.tally.violate("unequal", _contents(out) != self.wanted, "tables differ")
        self.tally.check()

    def _words(self, out: Path, *, drop: bool) -> list[str | Path]:
        if (out / "manifest.json").exists():
            return ["resume", out, *(["--drop-damaged"] if drop else [])]
        return ["run", self.plan, "--out", out]

    def _finish(self, *words: str | Path) -> None:
        process = self.forks.start(*words)
        if process.wait() != 0 and "--drop-damaged" in process.said():
            process = self.forks.start(*words, "--drop-damaged")
            process.wait()
        failed = process.code != 0
        self.tally.violate("unequal", failed, f"{words} ended with {process.code}")
        if failed:
            self.tally.details.append(process.said())
        self.tally.check()

    def _wait(self, process: Forked, out: Path) -> None:
        """Wait for a random moment in the life of the run."""
        moment = self.chance.random()
        journal = out / "journal.jsonl"
        if moment < 0.15:  # also before the first request, and while the table is written
            process.within(self.chance.uniform(0, self.seconds / 3))
        elif moment < 0.95:
            size = _size(journal) + self.chance.randrange(_STEP_BYTES)
            self._until(process, lambda: _size(journal) > size)
        else:
            self._until(process, lambda: _state(out) in ("finalising", "finished"))
            process.within(self.chance.uniform(0, self.seconds / 2))

    def _until(
        self, process: Forked, holds: Callable[[], bool], seconds: float | None = None
    ) -> None:
        until = time.monotonic() + (5 * self.seconds if seconds is None else seconds)
        while not holds() and (left := until - time.monotonic()) > 0:
            if process.within(min(0.01, left)) is not None:
                return


class _Agent:
    """The agent's server, and the log of its requests."""

    def __init__(self, folder: Path) -> None:
        port, self._log = folder / "port", folder / "requests.log"
        self._process = subprocess.Popen([sys.executable, _AGENT, port, self._log, _SLOWER])
        while not port.exists():
            time.sleep(0.02)
        self.port = port.read_text()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    def size(self) -> int:
        return _size(self._log)

    def count(self) -> int:
        return self._log.read_bytes().count(b"\n")

    def asked(self, since: int) -> Counter[int]:
        """Return how often each case was requested after that place in the log."""
        with self._log.open("rb") as file:
            file.seek(since)
            return Counter(int(line.rsplit(b" ", 1)[1]) for line in file)


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[None]:
    """Mount a disk of its own, which can be filled; only root may."""
    place.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={megabytes}m", "soak"]
    subprocess.run(["mount", *options, str(place)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@contextmanager
def run_soak(folder: Path, seed: int) -> Iterator[RunSoak]:
    """Make the place of the rounds; what is on its disk when it fails is kept."""
    with small_disk(folder / "volume", _DISK_MB):
        made = RunSoak(folder, seed)
        try:
            yield made
        except BaseException:
            shutil.copytree(folder / "volume", folder / "evidence")
            raise
        finally:
            made.close()


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
        file.write('{"id": "refused"}\n')
    path = folder / "plan.yaml"
    path.write_text(
        f"name: soak\nagent: {{http: {{url: 'http://127.0.0.1:{port}/'}}}}\ndataset: cases.jsonl\n"
        f"run: {{concurrency: 2, retries: {RETRIES}, backoff: 0.01, seed: 3}}\n"
    )
    return path


def _reports_full_disk(said: str) -> bool:
    return "The disk is full" in said


def _state(out: Path) -> str | None:
    try:
        found: str = json.loads((out / "manifest.json").read_bytes())["state"]
    except (OSError, ValueError, KeyError):
        return None
    return found


def _unnoticed(path: Path) -> str:
    return f"no number depends on it ({path.name if path.suffix != '.parquet' else 'results'})"


def _is_whole(out: Path) -> bool:
    """Whether nothing is left to be done."""
    return _state(out) == "finished" and (out / "summary.json").exists()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _contents(out: Path) -> tuple[list[dict[str, Any]], list[Any]]:
    """Return rows and indicators, without measured times."""
    bundle = Bundle(out)
    rows = Table(bundle.results_path).rows()
    found = bundle.summary()["indicators"]
    return (
        [{name: row[name] for name in row.keys() - _TIMING} for row in rows],
        [one for one in found if "latency" not in one["id"]],
    )


def journalled(out: Path) -> dict[int, dict[str, Any]]:
    """Return the replies in the journal whose lines are whole, by row."""
    found: dict[int, dict[str, Any]] = {}
    try:
        lines = (out / "journal.jsonl").read_bytes().splitlines(keepends=True)
    except OSError:
        return found
    for line in lines[1:]:
        with suppress(SteelyardError):
            for whole in whole_lines([line], "journal"):
                found[whole.row] = decode(whole.content)
    return found
