"""An agent's process behind its guard: started, listened to, and ended with all it has started."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import orjson

from steelyard.conditions.environments.issues import NOT_FOUND
from steelyard.errors import UserError
from steelyard.i18n import t

# A program of its own: never imported here, because it needs modules that Windows lacks.
_GUARD = Path(__file__).with_name("guard.py")
_LINE_CHARS = 2000
_BLOCK = 65536
# The guard's own last look comes on top of the grace it was given.
_GUARD_S = 10.0


class Order(NamedTuple):
    """What to start, where and how."""

    argv: Sequence[str]
    cwd: Path
    env: Mapping[str, str]
    limits: Mapping[str, int]
    grace: float = 5.0


class Guarded:
    """A command under guard; `on_line` hears every line it says."""

    def __init__(
        self, process: asyncio.subprocess.Process, grace: float, on_line: Callable[[str], None]
    ) -> None:
        self._process = process
        self._grace = grace
        self._listening = asyncio.create_task(self._listen(on_line))

    @classmethod
    async def start(cls, order: Order, on_line: Callable[[str], None]) -> Guarded:
        """Start a command; that it cannot be found shows as exit code 127."""
        if sys.platform == "win32":
            raise UserError(t("environments.no_windows"))
        told = {"argv": list(order.argv), "limits": order.limits, "grace": order.grace}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-I", "-S", str(_GUARD), orjson.dumps(told).decode()),
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
            cwd=order.cwd,
            env=order.env,
            start_new_session=True,
        )
        return cls(process, order.grace, on_line)

    @property
    def code(self) -> int | None:
        """Exit code once it has ended; 128 + number for a signal."""
        return self._process.returncode

    async def wait(self) -> int:
        """Wait for its end and its last words."""
        code = await self._process.wait()
        # A process that the guard could not end may hold the pipe.
        await asyncio.wait([self._listening], timeout=1.0)
        return code

    async def end(self) -> None:
        """End it and everything it has started.

        Closing the pipe is the order to end: the guard carries it out even if we are cancelled
        while we wait for it.
        """
        assert self._process.stdin is not None
        self._process.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.wait(), self._grace + _GUARD_S)
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        self._listening.cancel()
        # Closes our ends of the pipes, whoever holds the others.
        self._process._transport.close()  # type: ignore[attr-defined]
        await asyncio.sleep(0)

    async def _listen(self, on_line: Callable[[str], None]) -> None:
        stdout, rest = self._process.stdout, b""
        assert stdout is not None
        while block := await stdout.read(_BLOCK):
            *lines, rest = (rest + block).split(b"\n")
            # A line without an end must not fill the memory.
            if len(rest) > _BLOCK:
                lines, rest = [*lines, rest], b""
            for line in lines:
                self._hear(line, on_line)
        if rest:
            self._hear(rest, on_line)

    def _hear(self, line: bytes, on_line: Callable[[str], None]) -> None:
        text = line[:_LINE_CHARS].decode("utf-8", "replace").rstrip("\r")
        if text.strip():
            on_line(text)


async def run_command(order: Order, timeout: float, on_line: Callable[[str], None]) -> str | None:
    """Run a command to its end; return what went wrong, or None if nothing did."""
    process = await Guarded.start(order, on_line)
    try:
        code = await asyncio.wait_for(process.wait(), timeout)
    except TimeoutError:
        return t("environments.too_long", program=order.argv[0], seconds=f"{timeout:g}")
    finally:
        await process.end()
    if code == 0:
        return None
    return t("environments.command_failed", program=order.argv[0], ending=say_ending(code))


def say_ending(code: int) -> str:
    """Say how a process ended."""
    if code == NOT_FOUND:
        return t("environments.end_not_found")
    if code > 128:
        return t("environments.end_signal", number=code - 128)
    return t("environments.end_code", code=code)
