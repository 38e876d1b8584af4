"""`serve`: the server with its workers in one command, and how both come to an end.

Told to stop, it takes no new requests, lets those under way finish, tells whoever listens to events
that it goes, and lets the workers write down how far they are; they go on at the next start. Told
again, it ends at once; also then nothing is lost that was written down.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import uvicorn
from anyio.to_thread import current_default_thread_limiter

from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.server.heavy_work import CALLERS
from steelyard.server.operations.connections import (
    Connections,
    most_connections,
    raise_descriptor_limit,
    with_copies,
)
from steelyard.server.operations.ending import ended_by_signals
from steelyard.server.people import accounts
from steelyard.server.people.setup import setup_code
from steelyard.server.tasks.supervise import Supervisor

if TYPE_CHECKING:
    from steelyard.server.db import Database
    from steelyard.server.settings import Settings

log = logging.getLogger(__name__)
REQUEST_SECONDS = 20  # that requests under way get to finish
_PAGE_THREADS = 2 * CALLERS
REQUEST_THREADS = 12
"""Threads that answer requests. They share one interpreter, which each may keep for 5 ms while the
event loop waits in line with all of them: forty made `/healthz` wait for 0.2 s."""


@dataclass(frozen=True)
class Place:
    """Where a service is.

    Attributes:
        url: to be opened in a browser of this machine.
        code: for making the first administrator; None when there is one.
    """

    url: str
    code: str | None


@dataclass(frozen=True)
class Service:
    """What is served.

    Attributes:
        app: answers requests.
        drain: called in the event loop when the end begins, to end what would go on for ever.
        ready: called once requests are answered.
    """

    app: Callable[..., Any]
    drain: Callable[[], None]
    ready: Callable[[Place], None]


def serve(settings: Settings, database: Database, make: Callable[[Settings], Service]) -> None:
    """Serve until told to stop, and look after the workers of this machine.

    Args:
        settings: of the service.
        database: with the tables of this version.
        make: makes what is served, once it is sure that it may be; the settings have the port.

    Raises:
        UserError: the address is taken, or open to others while there is no account.
    """
    code = _code(settings, database)
    listening = listen(settings.host, settings.port)
    # Whatever the port turned out to be, agents do not reach it.
    settings = settings.model_copy(update={"port": listening.getsockname()[1]})
    with listening, ended_by_signals() as ending:
        connections = Connections(settings, most_connections(raise_descriptor_limit()))
        place = Place(_url(settings.host, listening), code)
        server = _Server(make(settings), place, connections)
        ending.also = server.stop
        if settings.workers:
            supervisor = Supervisor(settings, database)
            supervisor.start()
            ending.supervisor = supervisor
        try:
            if not ending.begun.is_set():
                server.run(sockets=with_copies(listening))
        finally:
            ending.drain()
            ending.wait()
    if not (server.started or ending.begun.is_set()):
        raise UserError(t("serve.not_started"))
    log.info("the service has ended")


def listen(host: str, port: int) -> socket.socket:
    """Take the address.

    Raises:
        UserError: it is not to be had.
    """
    try:
        [(family, kind, protocol, _, address), *_] = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        taken = socket.socket(family, kind, protocol)
    except OSError as error:
        raise UserError(t("serve.no_address", host=host, reason=error.strerror)) from None
    try:
        if os.name != "nt":
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
        taken.listen(2048)
    except OSError as error:
        taken.close()
        said = t("serve.no_port", host=host, port=port, reason=error.strerror)
        raise UserError(said, hint=t("serve.no_port_hint")) from None
    return taken


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches that address."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        return False
    addresses = [str(one[4][0]).partition("%")[0] for one in found]
    return all(ipaddress.ip_address(address).is_loopback for address in addresses)


def _code(settings: Settings, database: Database) -> str | None:
    with database.reading() as session:
        if not accounts.needs_setup(session):
            return None
    if not is_loopback(settings.host):
        said = t("serve.no_account", host=settings.host)
        raise UserError(said, hint=t("serve.no_account_hint"))
    return setup_code(settings)


def _url(host: str, listening: socket.socket) -> str:
    name, port = listening.getsockname()[:2]
    if ipaddress.ip_address(name.partition("%")[0]).is_unspecified:
        name = "127.0.0.1" if listening.family == socket.AF_INET else "::1"
    elif host == "localhost":
        name = host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


class _Server(uvicorn.Server):
    """Says when it answers, and when its end begins; it hears no signals itself."""

    def __init__(self, service: Service, place: Place, connections: Connections) -> None:
        super().__init__(
            uvicorn.Config(
                service.app,
                log_config=None,
                access_log=False,  # ours says more, and strikes out more
                proxy_headers=False,  # `trusted_proxies` is ours, too
                server_header=False,
                lifespan="on",
                http=connections.protocol(),
                # Longer than proxies keep a connection: who of two ends it must not be a race.
                timeout_keep_alive=75,
                timeout_graceful_shutdown=REQUEST_SECONDS,
            )
        )
        self._service = service
        self._place = place

    def stop(self) -> None:
        """Begin to end."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        # Pages work in these threads. Python's own number is six on two processors, which as many
        # readers of reports that are being made would take from everyone else.
        threads = ThreadPoolExecutor(_PAGE_THREADS, thread_name_prefix="pages")
        asyncio.get_running_loop().set_default_executor(threads)
        current_default_thread_limiter().total_tokens = REQUEST_THREADS
        await super().startup(sockets)
        if self.started:
            log.info("serving at %s", self._place.url)
            self._service.ready(self._place)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let requests finish."""
        log.info("draining")
        self._service.drain()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `Ending`, which also tells the workers."""
        yield
