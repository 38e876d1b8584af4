"""`openai`: chat completions of any compatible server, streamed or not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import orjson
from pydantic import AfterValidator, Field

from steelyard.agents.answer import as_text
from steelyard.agents.base import Config
from steelyard.agents.chat import read_completion
from steelyard.agents.mapping import parse_json
from steelyard.agents.stream import CompletionStream
from steelyard.agents.web import Web, WebConfig, check_headers, check_url
from steelyard.errors import AskError
from steelyard.model import Case, Reply


class Price(Config):
    """What tokens cost, in any one currency."""

    input_per_million: float = Field(ge=0, description="Price of a million input tokens.")
    output_per_million: float = Field(ge=0, description="Price of a million output tokens.")


class OpenAIConfig(WebConfig):
    """Options of `openai`."""

    base_url: Annotated[str, AfterValidator(check_url)] = Field(
        description="Address up to and including /v1; /chat/completions is added."
    )
    model: str = Field(min_length=1, description="Model to ask for.")
    api_key_env: str | None = Field(
        default=None, description="Environment variable that holds the key."
    )
    system: str | None = Field(default=None, description="System message put before the input.")
    params: dict[str, Any] = Field(
        default={}, description="Further request fields: temperature, max_tokens, seed, ..."
    )
    stream: bool = Field(default=False, description="Whether to stream and time the first token.")
    tools: list[dict[str, Any]] | None = Field(
        default=None, description="Tools offered to the model."
    )
    extra_headers: Annotated[dict[str, str], AfterValidator(check_headers)] = Field(
        default={}, description="Headers to send; credentials belong in headers_env."
    )
    price: Price | None = Field(default=None, description="Price of tokens, to report cost.")


class OpenAIAgent:
    """Asks a chat completions endpoint, one request per case."""

    Config = OpenAIConfig

    def __init__(self, config: OpenAIConfig, base: Path) -> None:
        self._config = config
        self._fixed: dict[str, Any] = {"model": config.model}
        if config.stream:
            self._fixed |= {"stream": True, "stream_options": {"include_usage": True}}
        if config.tools is not None:
            self._fixed["tools"] = config.tools
        self._system = [] if config.system is None else [_message("system", config.system)]
        self._web = Web(
            f"{config.base_url.rstrip('/')}/chat/completions",
            config,
            base=base,
            headers={"Content-Type": "application/json", **config.extra_headers},
            key_variable=config.api_key_env,
        )

    def __repr__(self) -> str:
        return f"OpenAIAgent({self._config.model!r} at {self._config.base_url!r})"

    @property
    def description(self) -> dict[str, Any]:
        """The options of the plan; secrets are there by name only."""
        return {"adapter": "openai", **self._config.model_dump(mode="json")}

    @property
    def concurrency_hint(self) -> None:
        """The server decides."""
        return

    async def open(self) -> None:
        """Read the key and make the connection pool."""
        await self._web.open()

    async def ask(self, case: Case) -> Reply:
        """Send the input as chat messages and read the completion."""
        body = orjson.dumps(self._request(case.input))
        try:
            if self._config.stream:
                stream = CompletionStream(self._config.max_bytes)
                await self._web.exchange(body, stream.read)
                reply = stream.reply(self._web.place)
            else:
                fetched = await self._web.fetch(body)
                reply = read_completion(parse_json(fetched.data), latency_s=fetched.latency_s)
        except AskError as error:
            self._web.secrets.scrub_error(error)
            raise
        return self._finished(reply)

    async def close(self) -> None:
        """Close every connection."""
        await self._web.close()

    def _request(self, given: Any) -> dict[str, Any]:
        """Return the request: text from the user, messages as they are, an object with its keys."""
        if isinstance(given, dict) and "messages" in given:
            messages = self._with_system(given["messages"])
            return {**self._config.params, **given, **self._fixed, "messages": messages}
        if isinstance(given, list):
            messages = self._with_system(given)
        else:
            messages = [*self._system, _message("user", as_text(given) or "")]
        return {**self._config.params, **self._fixed, "messages": messages}

    def _with_system(self, messages: Any) -> Any:
        if not self._system or not isinstance(messages, list):
            return messages
        has_own = any(isinstance(m, dict) and m.get("role") == "system" for m in messages)
        return messages if has_own else [*self._system, *messages]

    def _finished(self, reply: Reply) -> Reply:
        changes: dict[str, Any] = {}
        clean = self._web.secrets.clean
        for name in ("output", "trajectory", "messages", "fields"):
            value = getattr(reply, name)
            if value and (cleaned := clean(value)) != value:
                changes[name] = cleaned
        if self._config.price is not None and reply.cost is None:
            changes["cost"] = _cost(self._config.price, reply)
        return replace(reply, **changes) if changes else reply


def _message(role: str, content: str) -> dict[str, Any]:
    return {"role": role, "content": content}


def _cost(price: Price, reply: Reply) -> float | None:
    if reply.input_tokens is None or reply.output_tokens is None:
        return None
    paid = reply.input_tokens * price.input_per_million
    return (paid + reply.output_tokens * price.output_per_million) / 1e6
