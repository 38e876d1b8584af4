"""One child process in a group of its own: bounded reading, and an end without leftovers."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from steelyard.agents.failures import too_large
from steelyard.errors import AskError
from steelyard.i18n import t

_BLOCK = 65536
_TAIL = 2048
# Between asking a group to end and ending it.
_GRACE_S = 2.0


class Child:
    """A running process; what it says on stderr is kept as a short tail."""

    def __init__(self, process: Process, scrub: Callable[[str], str]) -> None:
        self._process = process
        self._scrub = scrub
        self._cut = False
        self._tail = bytearray()
        self._unread = bytearray()
        self._draining = asyncio.create_task(self._drain())

    @classmethod
    async def start(
        cls,
        argv: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        scrub: Callable[[str], str] = str,
    ) -> Child:
        """Start `argv` in a session of its own; `scrub` takes secrets out of its stderr."""
        try:
            process = await asyncio.create_subprocess_exec(
                *argv,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                cwd=cwd,
                env=env,
                start_new_session=True,
            )
        except OSError as error:
            raise _cannot_start(argv[0], error) from None
        return cls(process, scrub)

    @property
    def in_step(self) -> bool:
        """Whether it runs and has said nothing that was not asked for."""
        return self._process.returncode is None and not self._unread

    async def send(self, data: bytes, *, last: bool = False) -> None:
        """Write to its stdin; a child that does not read is not an error."""
        stdin = self._process.stdin
        assert stdin is not None
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            stdin.write(data)
            await stdin.drain()
        if last:
            stdin.close()

    async def read_all(self, limit: int) -> bytes:
        """Return its whole stdout."""
        parts, size = [], 0
        while part := await self._read():
            size += len(part)
            if size > limit:
                raise too_large(limit)
            parts.append(part)
        return b"".join(parts)

    async def read_line(self, limit: int) -> bytes | None:
        """Return its next line that is not empty, or None at the end."""
        line, seen = self._unread, 0
        while True:
            end = line.find(b"\n", seen)
            if end >= 0:
                found = bytes(line[:end])
                del line[: end + 1]
                seen = 0
                if found.strip():
                    return found
                continue
            if len(line) > limit:
                raise too_large(limit)
            seen = len(line)
            part = await self._read()
            if not part:
                return None
            line += part

    async def wait(self) -> int:
        """Wait for its end and return its exit code; negative is a signal."""
        code = await self._process.wait()
        # Its last words may still be in the pipe; a grandchild may keep that pipe open for ever.
        await asyncio.wait([self._draining], timeout=0.2)
        return code

    async def fate(self) -> AskError:
        """The error for a child that stopped talking: find out whether it is dead."""
        try:
            code = await asyncio.wait_for(self.wait(), _GRACE_S)
        except TimeoutError:
            return self.death(t("agents.closed_stdout"))
        return self.death(ending(code))

    def death(self, how: str) -> AskError:
        """The error for a child that ended badly."""
        said = self.stderr() or t("agents.nothing")
        return AskError(t("agents.crashed", how=how, stderr=said), kind="agent", reason="crash")

    def stderr(self) -> str:
        """The end of what it said on stderr, fit to be shown."""
        text = self._tail.decode(errors="replace")
        if self._cut:
            # Half a word at the edge may be half a secret, which nothing would recognise.
            text = "".join(re.split(r"\s", text, maxsplit=1)[1:])
        shown = "".join(c if c.isprintable() or c == "\n" else " " for c in self._scrub(text))
        return shown.strip()

    async def end(self) -> None:
        """End the whole group, kindly first, and reap it."""
        process = self._process
        # `wait` may also wait for the end of the pipes, and a full one has no end until it is read.
        discarding = asyncio.create_task(self._discard())
        if process.returncode is None:
            _signal_group(process, signal.SIGTERM)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _GRACE_S)
            # The leader may be gone while others of its group ignore the request.
            _signal_group(process, signal.SIGKILL)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _GRACE_S)
        self._draining.cancel()
        discarding.cancel()
        # Closes our ends of the pipes, also when a runaway grandchild holds the others.
        process._transport.close()  # type: ignore[attr-defined]
        await asyncio.sleep(0)

    async def _read(self) -> bytes:
        stdout = self._process.stdout
        assert stdout is not None
        return await stdout.read(_BLOCK)

    async def _discard(self) -> None:
        while await self._read():
            pass

    async def _drain(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        while part := await stderr.read(_BLOCK):
            self._tail += part
            if len(self._tail) > _TAIL:
                self._cut = True
                del self._tail[:-_TAIL]


def ending(code: int) -> str:
    """Say how a process ended."""
    return t("agents.killed", number=-code) if code < 0 else t("agents.exit_code", code=code)


def _cannot_start(program: str, error: OSError) -> AskError:
    # A program that cannot be run stays so; a machine that is out of processes or files recovers.
    hopeless = error.errno in (errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.ENOTDIR)
    return AskError(
        t("agents.cannot_start", program=program, problem=error.strerror or error),
        kind="infra",
        reason="start",
        retryable=not hopeless,
        fatal=hopeless,
    )


def _signal_group(process: Process, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.send_signal(number)
        else:
            os.killpg(process.pid, number)
