"""The line to one server: requests over HTTP, sent again where that is safe.

The standard library's client, because scripts and notebooks are synchronous: another one would need
an event loop in a thread of its own.
"""

from __future__ import annotations

import http.client
import random
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, TypeVar
from urllib.parse import urlencode

import orjson

from steelyard import __version__
from steelyard.client.address import Address
from steelyard.client.errors import RemoteError, UnreachableError, raise_problem
from steelyard.client.transfer import PIECE, Source
from steelyard.errors import InputError
from steelyard.i18n import language, t

T = TypeVar("T")
PREFIX = "/api/v1"
_BUSY = (429, 502, 503, 504)  # it did not do what was asked, and may in a moment
_BROKEN = (OSError, http.client.HTTPException)
_IDLE_SECONDS = 3.0  # servers end a line that is silent; better not to find out by a request
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 5.0


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of the server; `again` says that it does no harm to ask twice."""

    verb: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    content: Callable[[], AbstractContextManager[Source]] | None = None
    again: bool = False

    @property
    def target(self) -> str:
        """Return the path with its query."""
        query = urlencode({k: _plain(v) for k, v in self.query.items()}, doseq=True)
        return f"{PREFIX}{self.path}{'?' if query else ''}{query}"


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer."""

    status: int
    headers: Message
    content: bytes

    def json(self) -> Any:
        """Return what it says."""
        try:
            return orjson.loads(self.content)
        except orjson.JSONDecodeError:
            raise RemoteError(t("client.no_problem", status=self.status)) from None


class Stream:
    """An answer that is read as it comes."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self._response = response
        self.size = response.length  # None when the server does not know

    def pieces(self) -> Iterator[tuple[int, bytes]]:
        """Yield how many bytes there were, and the last of them."""
        done = 0
        while piece := self._response.read(PIECE):
            done += len(piece)
            yield done, piece
        if self._response.length:  # the line ended before the file
            raise ConnectionResetError(t("client.cut_off"))

    def lines(self) -> Iterator[bytes]:
        """Yield lines without their ends, each as soon as it is there."""
        while line := self._response.readline():
            yield line.rstrip(b"\r\n")


class _NotConnectedError(ConnectionError):
    """Nothing was sent, so anything may be sent again."""


class _BusyError(Exception):
    def __init__(self, status: int, content: bytes, headers: Message) -> None:
        super().__init__(status)
        self.status, self.content, self.headers = status, content, headers


class Wire:
    """Lines to one server, kept open between requests; any thread may send."""

    def __init__(self, url: str, token: str | None, *, timeout: float, patience: float) -> None:
        self.address = Address.of(url)
        self.token = _checked(token)
        self._cookies: dict[str, str] = {}
        self.csrf: str | None = None
        self.timeout = timeout
        self._patience = patience
        self._reached = False
        self._idle: list[tuple[float, http.client.HTTPConnection]] = []
        self._lock = threading.Lock()

    def send(self, request: Request) -> Answer:
        """Send a request and return its answer.

        Raises:
            UnreachableError: there is none.
            SteelyardError: the server refuses, in its own words.
        """
        return self.patiently(lambda: self._exchange(request), again=request.again)

    @contextmanager
    def open(self, request: Request, timeout: float | None = None) -> Iterator[Stream]:
        """Send a request and give its answer to be read piece by piece, on a line of its own."""
        line = self._connect(timeout)
        try:
            response = self._ask(line, request)
            if response.status >= 300:
                self._refuse(response, response.read())
            yield Stream(response)
        finally:
            line.close()

    def patiently(self, attempt: Callable[[], T], *, again: bool) -> T:
        """Attempt something until it works, for as long as there is patience."""
        end = time.monotonic() + self._patience
        wait = _FIRST_WAIT
        while True:
            try:
                return attempt()
            except _BusyError as busy:
                pause = max(wait, _seconds(busy.headers.get("Retry-After")))
                if time.monotonic() + pause > end:
                    _raise(busy.status, busy.content, busy.headers)
            except _BROKEN as error:
                # A server that never answered is more likely named wrongly than busy.
                may = isinstance(error, _NotConnectedError) or again
                if not (self._reached and may) or time.monotonic() + wait > end:
                    raise self._unreachable(error) from error
                pause = wait * random.uniform(0.5, 1.0)
            time.sleep(pause)
            wait = min(2 * wait, _LONGEST_WAIT)

    def close(self) -> None:
        """Close the lines that are open."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, line in idle:
            line.close()

    def _exchange(self, request: Request) -> Answer:
        line = self._take()
        try:
            response = self._ask(line, request)
            content = response.read()
            if response.status >= 300:
                self._refuse(response, content)
        except BaseException:
            line.close()
            raise
        if response.will_close:
            line.close()
        else:
            with self._lock:
                self._idle.append((time.monotonic(), line))
        return Answer(response.status, response.headers, content)

    def _ask(self, line: http.client.HTTPConnection, request: Request) -> http.client.HTTPResponse:
        target = self.address.target(request.target)
        headers = {**self._headers(), **request.headers}
        if request.content is None:
            if request.body is not None:
                headers["Content-Type"] = "application/json"
            line.request(request.verb, target, request.body, headers)
            response = line.getresponse()
        else:
            with request.content() as source:
                headers["Content-Type"] = "application/octet-stream"
                headers["Content-Length"] = str(source.size)
                # It may refuse before all was sent; then the answer is there already.
                with suppress(BrokenPipeError, ConnectionResetError):
                    line.request(request.verb, target, source.pieces(), headers)
                response = line.getresponse()
        self._reached = True
        self._keep_cookies(response)
        return response

    def _headers(self) -> dict[str, str]:
        found = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "Accept-Language": language(),
            "User-Agent": f"steelyard/{__version__}",
        }
        if self.token is not None:
            found["Authorization"] = f"Bearer {self.token}"
        elif self._cookies:
            found["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
            if self.csrf is not None:
                found["X-CSRF-Token"] = self.csrf
        return found

    def _keep_cookies(self, response: http.client.HTTPResponse) -> None:
        for given in response.headers.get_all("Set-Cookie") or ():
            name, _, rest = given.partition("=")
            value = rest.partition(";")[0].strip('"')
            self._cookies.pop(name, None)
            if value:
                self._cookies[name] = value

    def _refuse(self, response: http.client.HTTPResponse, content: bytes) -> None:
        if response.status < 400:
            there = response.headers.get("Location", "")
            raise RemoteError(t("client.elsewhere", url=self.address.url, there=there))
        if response.status in _BUSY:
            raise _BusyError(response.status, content, response.headers)
        _raise(response.status, content, response.headers)

    def _take(self) -> http.client.HTTPConnection:
        while True:
            with self._lock:
                if not self._idle:
                    break
                since, line = self._idle.pop()
            if time.monotonic() - since < _IDLE_SECONDS:
                return line
            line.close()
        return self._connect(None)

    def _connect(self, timeout: float | None) -> http.client.HTTPConnection:
        line = self.address.line(timeout or self.timeout)
        try:
            line.connect()
        except OSError as error:
            line.close()
            if isinstance(error, ssl.SSLCertVerificationError):  # waiting does not make it good
                raise self._unreachable(error) from error
            raise _NotConnectedError(error.strerror or str(error)) from error
        return line

    def _unreachable(self, error: Exception) -> UnreachableError:
        why = str(error) or type(error).__name__
        hint = t("client.unreachable_hint")
        return UnreachableError(t("client.unreachable", url=self.address.url, why=why), hint=hint)


def _raise(status: int, content: bytes, headers: Message) -> None:
    try:
        said = orjson.loads(content)
    except orjson.JSONDecodeError:
        said = None
    raise_problem(status, said, headers.get("X-Request-ID"))


def _seconds(text: str | None) -> float:
    return float(text) if text is not None and text.isdecimal() else 0.0


def _checked(token: str | None) -> str | None:
    """Return a token that can be sent; what was copied along with it is no part of it.

    Raises:
        InputError: it cannot be one.
    """
    found = None if token is None else token.strip()
    if found is not None and not (found.isascii() and found.isprintable()):
        raise InputError(t("client.bad_token"))
    return found


def _plain(value: Any) -> Any:
    """Return a value as a query has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if hasattr(value, "isoformat") else value
