"""Stands between us and an agent's processes, so that none outlives us.

Run as a program of its own (`python -I -S guard.py ORDER`), with only the standard library. It
starts the command in a process group of its own and ends it, and everything it has started, when
its stdin closes: that is our end of a pipe, which also closes when we are killed with -9. On Linux
it adopts processes that detach themselves, and the command dies with it if it is killed itself.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

_SET_PDEATHSIG, _SET_CHILD_SUBREAPER = 1, 36
_LINUX = sys.platform == "linux"
_LOOK_S = 0.5
_LAST_LOOK_S = 5.0
_NOT_FOUND, _NOT_RUNNABLE = 127, 126


def main() -> int:
    """Start the command and stay until it has ended or we are no longer wanted."""
    order = json.loads(sys.argv[1])
    parent, waker = os.getppid(), _wake_on_children()
    _prctl(_SET_CHILD_SUBREAPER, 1)
    child = os.fork()
    if child == 0:
        _become(order, parent=os.getppid())
    with contextlib.suppress(OSError):  # it does the same; whoever comes first
        os.setpgid(child, child)
    status = None
    while True:
        wanted = _wait(waker) and os.getppid() == parent
        status = _reap(child, status)
        ended = status is not None and (status != 0 or not _descendants())
        if ended or not wanted:
            _end_all(child, order["grace"])
            return 0 if status is None else status


def _become(order: dict[str, Any], *, parent: int) -> NoReturn:
    """Turn this fork into the command."""
    try:
        os.setpgid(0, 0)
        _prctl(_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for name, amount in order["limits"].items():
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
            resource.setrlimit(kind, (amount, amount))
        os.execvp(order["argv"][0], order["argv"])
    except OSError as error:
        sys.stderr.write(f"{order['argv'][0]}: {error.strerror}\n")
        sys.stderr.flush()
        os._exit(_NOT_FOUND if isinstance(error, FileNotFoundError) else _NOT_RUNNABLE)
    except BaseException as error:  # noqa: BLE001  a fork must never return into the caller
        sys.stderr.write(f"{error!r}\n")
        sys.stderr.flush()
        os._exit(_NOT_RUNNABLE)


def _wake_on_children() -> int:
    """Return a file that becomes readable when a signal arrives."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _note)
    return reader


_asked_to_end = False


def _note(number: int, _frame: object) -> None:
    global _asked_to_end
    _asked_to_end |= number != signal.SIGCHLD


def _wait(waker: int) -> bool:
    """Wait a while; return False once nobody wants us any more."""
    readable, _, _ = select.select([0, waker], [], [], _LOOK_S)
    if waker in readable:
        with contextlib.suppress(BlockingIOError):
            os.read(waker, 4096)
    return not _asked_to_end and not (0 in readable and os.read(0, 4096) == b"")


def _reap(child: int, status: int | None) -> int | None:
    """Collect whoever has ended; return how the command did, once it has."""
    while True:
        try:
            pid, raw = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if pid == 0:
            return status
        if pid == child:
            code = os.waitstatus_to_exitcode(raw)
            status = code if code >= 0 else 128 - code


def _end_all(child: int, grace: float) -> None:
    _signal_all(child, signal.SIGTERM)
    deadline = time.monotonic() + grace
    while _remain(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    deadline = time.monotonic() + _LAST_LOOK_S
    while _remain(child) and time.monotonic() < deadline:
        _signal_all(child, signal.SIGKILL)
        time.sleep(0.02)


def _remain(child: int) -> bool:
    _reap(child, None)
    if _LINUX:
        return bool(_descendants())
    try:
        os.killpg(child, 0)
    except OSError:
        return False
    return True


def _signal_all(child: int, number: signal.Signals) -> None:
    with contextlib.suppress(OSError):
        os.killpg(child, number)
    for pid in _descendants():
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def _descendants() -> list[int]:
    """Return our living descendants; those that detached themselves are our children now."""
    if not _LINUX:
        return []
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name stands in brackets and may hold anything.
            state, parent = path.read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state != "Z":
                children.setdefault(int(parent), []).append(int(path.parent.name))
    found, new = [], [os.getpid()]
    while new:
        new = [child for pid in new for child in children.get(pid, ())]
        found += new
    return found


def _prctl(option: int, value: int) -> None:
    if _LINUX:
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main())
