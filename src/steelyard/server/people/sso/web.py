"""Asking the provider: open addresses only, no redirects, little time, small answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import aiohttp
import orjson

from steelyard import __version__
from steelyard.i18n import t
from steelyard.server.errors import UnavailableError

SECONDS = 10.0
MOST_BYTES = 512_000
# Gives the connector of a request: `Reach.connector`, which dials open addresses only.
Connect = Callable[[], aiohttp.TCPConnector]


class Answered(NamedTuple):
    """What came back: a status and a JSON object, empty when it was none."""

    status: int
    content: dict[str, Any]


class Web:
    """Requests to one provider."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect

    def get(self, url: str, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the JSON object at an address.

        Raises:
            UnavailableError: there is none, or not in time, or it is too large.
        """
        status, content = self._ask("GET", url, headers or {}, None)
        if status != 200 or not content:
            raise UnavailableError(t("sso.odd_answer", url=url, status=status))
        return content

    def post(self, url: str, form: Mapping[str, str], headers: Mapping[str, str]) -> Answered:
        """Send a form; an answer that refuses is an answer.

        Raises:
            UnavailableError: the provider does not answer, or says that it is ill.
        """
        answered = self._ask("POST", url, headers, form)
        if answered.status >= 500 or 300 <= answered.status < 400:
            raise UnavailableError(t("sso.odd_answer", url=url, status=answered.status))
        return answered

    def _ask(
        self, method: str, url: str, headers: Mapping[str, str], form: Mapping[str, str] | None
    ) -> Answered:
        try:
            return asyncio.run(_request(self._connect, method, url, headers, form))
        except TimeoutError:
            problem = t("sso.late", seconds=f"{SECONDS:g}")
        except (OSError, aiohttp.ClientError, ValueError) as error:
            # What aiohttp wraps says more than aiohttp does.
            problem = str(getattr(error, "os_error", None) or error) or type(error).__name__
        raise UnavailableError(t("sso.unreachable", url=url, problem=problem), hint=t("sso.hint"))


async def _request(
    connect: Connect,
    method: str,
    url: str,
    headers: Mapping[str, str],
    form: Mapping[str, str] | None,
) -> Answered:
    sent = {
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "User-Agent": f"steelyard/{__version__}",
        **headers,
    }
    async with (
        # What is packed would have to be unpacked before its size is known.
        aiohttp.ClientSession(
            connector=connect(),
            timeout=aiohttp.ClientTimeout(total=SECONDS),
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
        ) as session,
        # A redirect would take the secret to somewhere nobody named.
        session.request(method, url, headers=sent, data=form, allow_redirects=False) as answer,
    ):
        body = await _read(answer)
    return Answered(answer.status, _object(body))


async def _read(answer: aiohttp.ClientResponse) -> bytes:
    body = bytearray()
    async for piece in answer.content.iter_chunked(1 << 16):
        body += piece
        if len(body) > MOST_BYTES:
            raise ValueError(t("sso.too_large", most=MOST_BYTES))
    return bytes(body)


def _object(body: bytes) -> dict[str, Any]:
    try:
        found = orjson.loads(body)
    except orjson.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}
