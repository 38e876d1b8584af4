"""`a2a`: an agent that speaks the Agent2Agent protocol: streamed, waited for or polled."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import AfterValidator, Field
from yarl import URL

from steelyard.agents.a2a_card import Card, card_places, read_card
from steelyard.agents.a2a_outcome import reply_of, unwrap
from steelyard.agents.a2a_stream import ExchangeStream
from steelyard.agents.a2a_task import Exchange
from steelyard.agents.a2a_words import DIALECTS, Version, message_params, request
from steelyard.agents.failures import connection_error
from steelyard.agents.mapping import parse_json
from steelyard.agents.web import Web, WebConfig, check_headers, check_url
from steelyard.errors import AskError
from steelyard.i18n import t
from steelyard.model import Case, Reply

# How long a task that is given up may take to hear of it; the run is waiting.
_CANCEL_S = 0.5
_SOONEST_POLL_S = 0.05


class A2AConfig(WebConfig):
    """Options of `a2a`."""

    url: Annotated[str, AfterValidator(check_url)] = Field(
        description="Address of the agent; its card is looked for under /.well-known/."
    )
    endpoint: Annotated[str, AfterValidator(check_url)] | None = Field(
        default=None, description="Address that takes JSON-RPC, instead of the one on the card."
    )
    protocol: Version | None = Field(
        default=None, description="Version to speak; by default the newest on the card."
    )
    api_key_env: str | None = Field(
        default=None, description="Environment variable that holds the bearer token."
    )
    headers: Annotated[dict[str, str], AfterValidator(check_headers)] = Field(
        default={}, description="Headers to send; credentials belong in headers_env."
    )
    wait: Literal["server", "poll"] = Field(
        default="server", description="Whether the server holds the answer back, or is polled."
    )
    stream: bool = Field(default=False, description="Whether to stream and time the first piece.")
    poll_s: float = Field(
        default=0.5, gt=0, description="Longest pause between two looks at a task, in seconds."
    )
    accept: list[str] = Field(
        default=["text/plain", "application/json"], description="Media types the answer may have."
    )


class A2AAgent:
    """Asks an A2A agent, one message and a context of its own per case."""

    Config = A2AConfig

    def __init__(self, config: A2AConfig, base: Path) -> None:
        self._config = config
        self._base = base
        self._numbers = itertools.count(1)
        self._cards = [self._make_web(place, "GET") for place in card_places(config.url)]
        self._card: Card | None = None
        self._web: Web | None = None
        self._finding = asyncio.Lock()

    def __repr__(self) -> str:
        return f"A2AAgent({self._config.url!r})"

    @property
    def description(self) -> dict[str, Any]:
        """The options of the plan; secrets are there by name only."""
        return {"adapter": "a2a", **self._config.model_dump(mode="json")}

    @property
    def concurrency_hint(self) -> None:
        """The agent decides."""
        return

    async def open(self) -> None:
        """Read the secrets and make the connection pools; the card is read by the first ask."""
        for web in self._cards:
            await web.open()

    async def ask(self, case: Case) -> Reply:
        """Send the input as a message and see the task through to its end."""
        exchange = Exchange()
        try:
            card, web = await self._find()
            started = time.perf_counter()  # reading the card is not the agent's time
            try:
                first_token_s = await self._send(exchange, case, card, web)
                await self._see_through(exchange, card, web)
            except asyncio.CancelledError:
                await self._cancel(exchange, card, web)
                raise
            return reply_of(
                exchange,
                agent=card.name,
                clean=web.secrets.clean,
                latency_s=time.perf_counter() - started,
                first_token_s=first_token_s,
            )
        except AskError as error:
            self._cards[0].secrets.scrub_error(error)
            raise

    async def close(self) -> None:
        """Close every connection."""
        webs = [*self._cards, *([] if self._web is None else [self._web])]
        self._card = self._web = None
        for web in webs:
            await web.close()

    async def _find(self) -> tuple[Card, Web]:
        """Return the card and a client of the place it names; the card is read once."""
        async with self._finding:
            if self._card is None or self._web is None:
                self._card = card = await self._read_card()
                self._web = self._make_web(
                    card.url, "POST", {"Content-Type": "application/json", **_headers(card)}
                )
                await self._web.open()
        return self._card, self._web

    async def _read_card(self) -> Card:
        config = self._config
        if config.endpoint is not None:
            name = URL(config.endpoint).host or "agent"
            return Card(name, config.endpoint, config.protocol or "1.0")
        card = read_card(await self._fetch_card(), config.protocol)
        try:
            check_url(card.url)
        except ValueError as problem:
            raise _unusable(str(problem)) from None
        home, there = URL(config.url).origin(), URL(card.url).origin()
        if home != there and self._cards[0].secrets.variables:
            raise _unusable(t("a2a.elsewhere", home=home, there=there))
        if config.stream and card.streaming is False:
            raise _unusable(t("a2a.no_streaming", name=card.name))
        return card

    async def _fetch_card(self) -> Any:
        *earlier, last = self._cards
        for web in earlier:
            try:
                return parse_json((await web.fetch(None)).data)
            except AskError as error:
                if error.reason != "http_404":
                    raise
        return parse_json((await last.fetch(None)).data)

    async def _send(self, exchange: Exchange, case: Case, card: Card, web: Web) -> float | None:
        config, dialect = self._config, DIALECTS[card.version]
        wait = config.wait == "server"
        params = message_params(
            dialect, uuid4().hex, case.input, wait=wait, modes=list(config.accept)
        )
        exchange.asked(params["message"])
        if config.stream:
            stream = ExchangeStream(exchange, unwrap, max_bytes=config.max_bytes)
            await web.exchange(self._body(dialect.stream, params, card), stream.read)
            return stream.first_token_s
        fetched = await web.fetch(self._body(dialect.send, params, card))
        exchange.add(unwrap(parse_json(fetched.data)))
        return None

    async def _see_through(self, exchange: Exchange, card: Card, web: Web) -> None:
        """Look at the task until it ends, at first often and then every `poll_s` seconds."""
        if not exchange.ended and exchange.task_id is None:
            raise connection_error(t("agents.stream_cut"), place=web.place)
        pause = min(_SOONEST_POLL_S, self._config.poll_s)
        while not exchange.ended:
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, self._config.poll_s)
            body = self._body(DIALECTS[card.version].get, {"id": exchange.task_id}, card)
            exchange.add(unwrap(parse_json((await web.fetch(body)).data)))

    async def _cancel(self, exchange: Exchange, card: Card, web: Web) -> None:
        """Tell the agent that nobody waits any more, if its task is known."""
        if exchange.task_id is None or exchange.ended:
            return
        body = self._body(DIALECTS[card.version].cancel, {"id": exchange.task_id}, card)
        with contextlib.suppress(AskError, TimeoutError):
            async with asyncio.timeout(_CANCEL_S):
                await web.fetch(body)

    def _body(self, method: str, params: dict[str, Any], card: Card) -> bytes:
        tenant = {} if card.tenant is None else {"tenant": card.tenant}
        return request(method, {**params, **tenant}, next(self._numbers))

    def _make_web(self, url: str, method: str, headers: dict[str, str] | None = None) -> Web:
        return Web(
            url,
            self._config,
            base=self._base,
            method=method,
            headers={"Accept": "*/*", **self._config.headers, **(headers or {})},
            key_variable=self._config.api_key_env,
        )


def _headers(card: Card) -> dict[str, str]:
    return DIALECTS[card.version].headers


def _unusable(message: str) -> AskError:
    return AskError(message, kind="infra", reason="bad_card", retryable=False, fatal=True)
