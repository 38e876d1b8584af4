"""The demo agent as a server: a real HTTP endpoint in a background thread.

`POST {url}` or `{url}/ask` takes `{"input": text}`; `{url}/v1` is a base URL for any
OpenAI-compatible client.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread
from typing import NamedTuple

from aiohttp import web

from steelyard.demo.memory import Notes
from steelyard.demo.routes import demo_app
from steelyard.errors import AgentSetupError
from steelyard.i18n import t

NAME = "steelyard-demo-agent"


@contextmanager
def demo_agent(*, port: int = 0, notes: Notes | None = None) -> Iterator[str]:
    """Serve the demo agent on 127.0.0.1 while the `with` block lasts.

    Every block starts a fresh agent, so the same questions get the same replies again.

    Args:
        port: where to listen; 0 takes any free port.
        notes: what it knows; its own notes if unset.

    Yields:
        The base URL, such as `http://127.0.0.1:40123`.

    Raises:
        AgentSetupError: the port cannot be used.
    """
    started: Future[_Server] = Future()
    # A daemon, so that a program that dies inside the block is not kept alive by its demo agent.
    thread = Thread(target=_run, args=(port, notes, started), name=NAME, daemon=True)
    thread.start()
    try:
        server = started.result()
    except OSError as error:
        thread.join()
        message = t("demo.port_taken", port=port, reason=error.strerror or error)
        raise AgentSetupError(message, hint=t("demo.port_taken_hint")) from error
    try:
        yield server.url
    finally:
        server.stop()
        thread.join()


class _Server(NamedTuple):
    url: str
    stop: Callable[[], object]


def _run(port: int, notes: Notes | None, started: Future[_Server]) -> None:
    try:
        asyncio.run(_serve(port, notes, started))
    except BaseException as error:
        if started.done():
            raise
        started.set_exception(error)


async def _serve(port: int, notes: Notes | None, started: Future[_Server]) -> None:
    # Runs end with idle keep-alive connections; nothing in flight is worth a long wait.
    runner = web.AppRunner(demo_app(notes), access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        loop, stopping = asyncio.get_running_loop(), asyncio.Event()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        started.set_result(_Server(url, lambda: loop.call_soon_threadsafe(stopping.set)))
        await stopping.wait()
    finally:
        await runner.cleanup()
