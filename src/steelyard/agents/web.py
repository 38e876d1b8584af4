"""One pooled HTTP client with bounds: what may be read, where a redirect may lead, what may show.

`exchange` is the only place where a request is sent; whatever goes wrong in it leaves as an
`AskError` from `failures`.
"""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar

import aiohttp
from pydantic import AfterValidator, Field
from yarl import URL

from steelyard.agents.base import Config
from steelyard.agents.failures import (
    certificate_error,
    connect_error,
    connection_error,
    redirect_error,
    status_error,
    too_large,
)
from steelyard.agents.secrets import Secrets
from steelyard.errors import AgentSetupError, AskError
from steelyard.i18n import t
from steelyard.model import outside

T = TypeVar("T")

MAX_REDIRECTS = 3
_REDIRECTS = (301, 302, 303, 307, 308)
_EXCERPT = 300
_EXCERPT_BYTES = 4096
# Shorter than what common servers keep, so that we rarely write into a closing connection.
_KEEPALIVE_S = 4.0
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LINE_END = re.compile(r"[\r\n\0]")  # would begin another header
_CREDENTIAL_HEADERS = {"authorization", "proxy-authorization", "x-api-key", "api-key", "cookie"}


def check_header_names(headers: dict[str, str]) -> dict[str, str]:
    """Return headers whose names can be sent (RFC 9110)."""
    for name in headers:
        if not _HEADER_NAME.fullmatch(name):
            raise ValueError(t("agents.header_name"))
    return headers


class WebConfig(Config):
    """Options that every adapter over HTTP takes."""

    headers_env: Annotated[dict[str, str], AfterValidator(check_header_names)] = Field(
        default={}, description="Header to environment variable that holds its value."
    )
    max_bytes: int = Field(
        default=32_000_000, ge=1, description="Largest answer that is read, in bytes."
    )
    verify_tls: bool = Field(default=True, description="Whether to check the certificate.")
    ca_file: str | None = Field(
        default=None, description="PEM file of authorities to trust instead of the system's."
    )
    trust_env: bool = Field(
        default=False, description="Whether HTTP_PROXY and .netrc of the environment count."
    )


class Fetched(NamedTuple):
    """A whole answer."""

    response: aiohttp.ClientResponse
    data: bytes
    latency_s: float


class Web:
    """A client of one address."""

    def __init__(
        self,
        url: str,
        config: WebConfig,
        *,
        base: Path,
        method: str = "POST",
        headers: Mapping[str, str],
        key_variable: str | None = None,
    ) -> None:
        self.url = URL(url)
        self.config = config
        variables = dict(config.headers_env)
        if key_variable is not None:
            variables["Authorization"] = key_variable
        self.secrets = Secrets(variables)
        self._method = method
        self._headers = {"User-Agent": "steelyard", **headers}
        self._bearer = key_variable is not None
        self._base = base
        self.place = f"{method} {self.url.with_query(None)}"
        self._session: aiohttp.ClientSession | None = None

    async def open(self) -> None:
        """Read the secrets and make the connection pool; nothing is sent."""
        if self._session is not None:
            return
        credentials = self.secrets.read()
        if self._bearer:
            credentials["Authorization"] = f"Bearer {credentials['Authorization']}"
        given = outside()
        connect = aiohttp.TCPConnector if given is None else given.connector
        self._session = aiohttp.ClientSession(
            connector=connect(
                limit=0, ssl=self._tls(), keepalive_timeout=_KEEPALIVE_S, ttl_dns_cache=60
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={**self._headers, **credentials},
            # The runner owns time limits; it cancels.
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
            trust_env=self.config.trust_env,
        )

    async def close(self) -> None:
        """Close every connection."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def fetch(self, body: bytes | None, url: URL | None = None) -> Fetched:
        """Send one request and return the whole answer."""
        started = time.perf_counter()
        response, data = await self.exchange(body, self._read, url)
        return Fetched(response, data, time.perf_counter() - started)

    async def exchange(
        self,
        body: bytes | None,
        read: Callable[[aiohttp.ClientResponse], Awaitable[T]],
        url: URL | None = None,
    ) -> tuple[aiohttp.ClientResponse, T]:
        """Send one request and let `read` take the answer, if its status is 2xx."""
        try:
            response = await self._send(url or self.url, body)
            try:
                if response.status >= 300:
                    raise await self._refusal(response)
                return response, await read(response)
            finally:
                # Gives a connection back that was read to its end, closes any other.
                response.release()
        except aiohttp.ClientConnectorCertificateError as error:
            failure = certificate_error(self._say(error.certificate_error), place=self.place)
        except aiohttp.ClientConnectorError as error:
            failure = connect_error(self._say(error), place=self.place)
        except (aiohttp.ClientError, OSError) as error:
            failure = connection_error(self._say(error), place=self.place)
        # Raised out here because the library's errors carry request headers along.
        raise failure

    async def _send(self, url: URL, body: bytes | None) -> aiohttp.ClientResponse:
        if self._session is None:
            message = "open() comes before ask()"
            raise RuntimeError(message)
        method = self._method
        for _ in range(MAX_REDIRECTS + 1):
            response = await self._session.request(method, url, data=body, allow_redirects=False)
            if response.status not in _REDIRECTS or "Location" not in response.headers:
                return response
            response.release()
            url = self._follow(url, response.headers["Location"])
            if response.status == 303:
                method, body = "GET", None
        raise redirect_error(t("agents.redirect_loop", place=self.place, limit=MAX_REDIRECTS))

    def _follow(self, url: URL, location: str) -> URL:
        """Return where to go next: only the same scheme, host and port see our credentials."""
        try:
            target = url.join(URL(location))
            same, shown = target.origin() == url.origin(), str(target.origin())
        except ValueError:
            same, shown = False, self.secrets.scrub(location[:_EXCERPT])
        if not same:
            raise redirect_error(t("agents.redirect_away", place=self.place, target=shown))
        return target

    async def _read(self, response: aiohttp.ClientResponse) -> bytes:
        limit, length = self.config.max_bytes, response.content_length
        if length is not None:
            if length > limit:
                raise too_large(limit)
            if "Content-Encoding" not in response.headers:
                return await response.read()
        parts, size = [], 0
        async for part in response.content.iter_any():
            size += len(part)
            if size > limit:
                raise too_large(limit)
            parts.append(part)
        return b"".join(parts)

    async def _refusal(self, response: aiohttp.ClientResponse) -> AskError:
        return status_error(
            response.status,
            place=self.place,
            excerpt=await self._excerpt(response),
            retry_after=response.headers.get("Retry-After"),
            variables=self.secrets.names(),
        )

    async def _excerpt(self, response: aiohttp.ClientResponse) -> str:
        data, cut = b"", False
        try:
            async for part in response.content.iter_any():
                data += part
                if cut := len(data) > _EXCERPT_BYTES + self.secrets.longest:
                    break
        except (aiohttp.ClientError, OSError):
            cut = True  # The status is the news; its explanation got lost on the way.
        text = self.secrets.scrub(data.decode(errors="replace"))
        # The edge may hold half a secret, which nothing would recognise.
        return self.excerpt(text[: -self.secrets.longest] if cut and self.secrets.longest else text)

    def excerpt(self, text: str) -> str:
        """Return the start of a text from outside, fit to be shown: one line, no secrets."""
        text = self.secrets.scrub(text)
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return line if len(line) <= _EXCERPT else f"{line[:_EXCERPT]}…"

    def _say(self, error: Exception) -> str:
        return self.excerpt(f"{type(error).__name__}: {error}")

    def _tls(self) -> ssl.SSLContext | bool:
        if not self.config.verify_tls:
            return False
        if self.config.ca_file is None:
            return True
        path = self._base / self.config.ca_file
        try:
            return ssl.create_default_context(cafile=path)
        except (OSError, ssl.SSLError) as error:
            raise AgentSetupError(t("agents.bad_ca_file", file=path, problem=error)) from None


def check_url(value: str) -> str:
    """Return an address that can be asked and may be shown."""
    try:
        url = URL(value)
        (url.host or "").encode("idna")  # a name that no resolver takes is found here, not there
    except ValueError:
        raise ValueError(t("agents.bad_url")) from None
    if url.user is not None or url.password is not None:
        raise ValueError(t("agents.url_with_secret"))
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError(t("agents.bad_url"))
    return value


def check_headers(headers: dict[str, str]) -> dict[str, str]:
    """Return headers that may be shown: credentials come from the environment."""
    check_header_names(headers)
    for name, value in headers.items():
        if name.lower() in _CREDENTIAL_HEADERS:
            raise ValueError(t("agents.header_with_secret", name=name))
        if _LINE_END.search(value):
            raise ValueError(t("agents.header_line", name=name))
    return headers
