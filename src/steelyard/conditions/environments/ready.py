"""Does the agent run? Look until it does, until it has ended, or until the time is up."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from steelyard.conditions.environments.commands import fill
from steelyard.conditions.environments.environment import Ready
from steelyard.conditions.environments.process import Guarded, run_command, say_ending
from steelyard.conditions.environments.setting import Setting
from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.model import outside

Look = Callable[[], Awaitable[bool]]

_LOOK_S = 5.0
_BAD_STATUS = 400


class Lines:
    """Remembers whether a line of the output has matched."""

    def __init__(self, pattern: str | None) -> None:
        self._pattern = re.compile(pattern) if pattern is not None else None
        self.seen = False

    def hear(self, line: str) -> None:
        """Look at one line."""
        if self._pattern is not None and self._pattern.search(line):
            self.seen = True


def default_ready(setting: Setting) -> Ready:
    """Return the check for an environment that names none: its port if it is told one."""
    asked = setting.environment
    told = [asked.start, asked.command_template, asked.agent, list(asked.env.values())]
    if "{port}" in repr(told) or asked.port is not None:
        return Ready(tcp="{port}")
    return Ready(alive=1.0)


async def until_ready(
    ready: Ready, setting: Setting, process: Guarded | None, lines: Lines
) -> None:
    """Return when the agent runs.

    Raises:
        UserError: it has ended, or does not answer in time.
    """
    look = _look(ready, setting, lines)
    deadline = time.monotonic() + ready.timeout
    while True:
        with contextlib.suppress(TimeoutError):
            if await asyncio.wait_for(look(), max(0.05, deadline - time.monotonic())):
                _must_live(process, setting)  # someone else may have answered
                return
        _must_live(process, setting)
        if time.monotonic() >= deadline:
            what = _named(ready, setting)
            raise UserError(t("environments.not_ready", what=what, seconds=f"{ready.timeout:g}"))
        await asyncio.sleep(ready.interval)


async def taken_address(ready: Ready, setting: Setting) -> str | None:
    """Return the address the agent is to answer at, if something answers there already."""
    address = _address(ready, setting)
    if address is not None and await _accepts(*address):
        return f"{address[0]}:{address[1]}"
    return None


def _must_live(process: Guarded | None, setting: Setting) -> None:
    """Raise if the agent has ended; one that goes on elsewhere may have, with code 0."""
    if process is None or process.code is None:
        return
    if process.code == 0 and setting.environment.detached:
        return
    raise UserError(t("environments.has_ended", ending=say_ending(process.code)))


def _look(ready: Ready, setting: Setting, lines: Lines) -> Look:
    if ready.http is not None:
        url = fill(ready.http, setting.values)
        return lambda: _answers(url)
    address = _address(ready, setting)
    if address is not None:
        return lambda: _accepts(*address)
    if ready.command is not None:
        order = setting.order(ready.command)

        async def succeeds() -> bool:
            return await run_command(order, _LOOK_S, lambda _line: None) is None

        return succeeds
    began = time.monotonic()

    async def so_far() -> bool:
        if ready.alive is not None:
            return time.monotonic() - began >= ready.alive
        return lines.seen

    return so_far


def _address(ready: Ready, setting: Setting) -> tuple[str, int] | None:
    if ready.http is not None:
        parts = urlsplit(fill(ready.http, setting.values))
        return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    if ready.tcp is None:
        return None
    host, _, port = fill(str(ready.tcp), setting.values).rpartition(":")
    if not port.isdecimal():
        raise UserError(t("environments.bad_port", found=ready.tcp))
    return host.strip("[]") or "127.0.0.1", int(port)


def _named(ready: Ready, setting: Setting) -> str:
    given = ready.model_dump(exclude_none=True, include={"http", "tcp", "log", "command", "alive"})
    [(kind, value)] = given.items()
    return f"{kind}: {fill(str(value), setting.values)}"


async def _accepts(host: str, port: int) -> bool:
    given = outside()
    try:
        if given is not None:
            host = await asyncio.to_thread(given.address, host, port)
        connecting = asyncio.open_connection(host, port)
        _, writer = await asyncio.wait_for(connecting, _LOOK_S)
    except OSError:  # a timeout is one too
        return False
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return True


async def _answers(url: str) -> bool:
    import aiohttp

    limit, given = aiohttp.ClientTimeout(total=_LOOK_S), outside()
    connector = None if given is None else given.connector()
    try:
        async with (
            aiohttp.ClientSession(timeout=limit, connector=connector) as session,
            session.get(url) as response,
        ):
            return response.status < _BAD_STATUS
    except (aiohttp.ClientError, OSError):
        return False
