"""Ways to an agent that serve one ask at a time, so that what happens on one belongs to that ask.

A lane of an agent with an address is a proxy of its own and an adapter that asks through it: no
header has to mark the requests, and any adapter will do. A lane of a command is an adapter whose
processes carry a mark in their environment.
"""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
)
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from steelyard.conditions.faults.call import Asks, OnEvent, disturb_call
from steelyard.conditions.faults.discovery import is_discovery
from steelyard.conditions.faults.fault import Planned
from steelyard.conditions.faults.kinds.refused import REFUSED
from steelyard.conditions.faults.proxy import FaultProxy
from steelyard.conditions.faults.schedule import Seen
from steelyard.conditions.faults.upstream import Upstream
from steelyard.errors import AskError
from steelyard.model import Case, Reply, open_port

_ADDRESSES = ("endpoint", "base_url", "url")
_MARK = "STEELYARD_LANE"
_SETTLE_S = 2.0


class Opens(Asks, Protocol):
    """An agent that has to be opened and closed."""

    async def open(self) -> None:
        """Get ready."""

    async def close(self) -> None:
        """Let go of everything."""


Config = Mapping[str, Any]


class Make(Protocol):
    """Makes an agent from the `agent:` of a plan; relative paths in it start at `base`."""

    def __call__(self, config: Config, *, base: Path) -> Opens:
        """Return the agent, not yet open."""


_Made = Callable[[Config], Opens]


class Lane(Protocol):
    """One way to the agent."""

    async def ask(self, case: Case, planned: Planned, on_event: OnEvent) -> Reply:
        """Ask once, disturbed."""


class Lanes:
    """Lends out lanes; makes another when all are taken."""

    def __init__(self, make: Callable[[], AbstractAsyncContextManager[Lane]]) -> None:
        self._make = make
        self._free: list[Lane] = []
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Lanes:
        await self._stack.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._stack.__aexit__(*error)

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[Lane]:
        """Give a lane to one ask."""
        if self._free:
            lane = self._free.pop()
        else:
            lane = await self._stack.enter_async_context(self._make())
        try:
            yield lane
        finally:
            self._free.append(lane)


def address_of(config: Config | None) -> str | None:
    """Return the address that an adapter asks; None when there is none a proxy can stand for.

    One that goes through the proxies of the environment is disturbed at its call.
    """
    if not config:
        return None
    [options] = config.values()
    if not isinstance(options, Mapping) or options.get("trust_env"):
        return None
    given = (options.get(name) for name in _ADDRESSES)
    return next((u for u in given if isinstance(u, str) and u.startswith("http")), None)


def wired(config: Config, make: Make, base: Path) -> Lanes:
    """Return lanes through proxies."""
    [options] = config.values()
    url, ca_file = address_of(config) or "", options.get("ca_file")
    verify = options.get("verify_tls", True)
    # Placeholders of a template stand in the path; only the origin matters here.
    origin = "/".join(url.split("/", 3)[:3])
    upstream = Upstream.of(origin, verify=verify, ca_file=ca_file and str(base / ca_file))
    return Lanes(lambda: _wired(config, partial(make, base=base), upstream))


def marked(config: Config, make: Make, base: Path) -> Lanes:
    """Return lanes whose processes can be found."""
    return Lanes(lambda: _marked(config, partial(make, base=base)))


@asynccontextmanager
async def _wired(config: Config, make: _Made, upstream: Upstream) -> AsyncIterator[Lane]:
    lane = _WiredLane(upstream)
    async with lane.proxy as url, AsyncExitStack() as stack:
        open_port(int(url.rpartition(":")[2]))
        lane.agent = await _opened(stack, make(_through(config, upstream.origin, url)))
        door = stack.enter_context(_closed_door())
        lane.refused = await _opened(stack, make(_through(config, upstream.origin, door)))
        yield lane


class _WiredLane:
    """A proxy, an adapter that asks through it, and one that finds the door closed."""

    agent: Opens
    refused: Opens

    def __init__(self, upstream: Upstream) -> None:
        self._planned: Planned | None = None
        self._on_event: OnEvent = lambda _: None
        self.proxy = FaultProxy(upstream, self, lambda event: self._on_event(event))

    def decide(self, seen: Seen) -> Planned | None:
        """Disturb the first request of the ask itself; reading a card comes before it."""
        if is_discovery(seen.target.encode("latin-1")):
            return None
        planned, self._planned = self._planned, None
        return planned

    async def ask(self, case: Case, planned: Planned, on_event: OnEvent) -> Reply:
        """Ask through the proxy."""
        if planned.kind == REFUSED:
            return await self._refuse(case, planned, on_event)
        self._planned, self._on_event = planned, on_event
        try:
            return await self.agent.ask(case)
        finally:
            # The client has its answer, or has left; the proxy may notice a moment later.
            await self.proxy.quiet(_SETTLE_S)
            if self._planned is not None:
                self._planned, shot = None, planned.shot()
                shot.miss("no_request")
                on_event(planned.event(shot))

    async def _refuse(self, case: Case, planned: Planned, on_event: OnEvent) -> Reply:
        shot = planned.shot()
        shot.miss("no_request")
        try:
            return await self.refused.ask(case)
        except AskError as error:
            if error.reason == "connect":
                shot.land(how="connection refused")
            raise
        finally:
            on_event(planned.event(shot))


@asynccontextmanager
async def _marked(config: Config, make: _Made) -> AsyncIterator[Lane]:
    [(adapter, options)] = config.items()
    mark = f"{os.getpid()}-{os.urandom(6).hex()}"
    env = {**options.get("env", {}), _MARK: mark}
    async with AsyncExitStack() as stack:
        agent = await _opened(stack, make({adapter: {**options, "env": env}}))
        yield _MarkedLane(agent, mark)


class _MarkedLane:
    def __init__(self, agent: Opens, mark: str) -> None:
        self._agent = agent
        self._mark = f"{_MARK}={mark}".encode()

    async def ask(self, case: Case, planned: Planned, on_event: OnEvent) -> Reply:
        return await disturb_call(
            lambda: self._agent.ask(case), planned, on_event, pids=self._processes
        )

    def _processes(self) -> Iterator[int]:
        for place in Path("/proc").glob("[0-9]*"):
            try:
                found = self._mark in (place / "environ").read_bytes().split(b"\0")
            except OSError:  # gone, or not ours
                continue
            if found:
                yield int(place.name)


def _through(config: Config, origin: str, url: str) -> Config:
    """Return the adapter's options with `url` in place of the agent's origin."""
    [(adapter, options)] = config.items()
    changed = dict(options)
    for name in _ADDRESSES:
        value = options.get(name)
        if isinstance(value, str) and value.startswith(origin):
            changed[name] = url + value[len(origin) :]
    return {adapter: changed}


async def _opened(stack: AsyncExitStack, agent: Opens) -> Opens:
    stack.push_async_callback(agent.close)
    await agent.open()
    return agent


@contextmanager
def _closed_door() -> Iterator[str]:
    """Yield an address that is taken but where nobody listens: connecting is refused."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        open_port(port)
        yield f"http://127.0.0.1:{port}"


def can_mark() -> bool:
    """Whether the environment of processes can be read here."""
    return Path("/proc/self/environ").exists()
