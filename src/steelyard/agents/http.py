"""`http`: any endpoint, with a templated request and a mapped response."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import quote

import orjson
from pydantic import AfterValidator, Field
from yarl import URL

from steelyard.agents.answer import reply_from
from steelyard.agents.mapping import ResponseMap, decode, parse_json
from steelyard.agents.template import compile_template, compile_text, has_placeholder
from steelyard.agents.web import Fetched, Web, WebConfig, check_headers, check_url
from steelyard.errors import AskError, PlanError
from steelyard.i18n import t
from steelyard.model import Case, Reply

_WITHOUT_BODY = ("GET", "DELETE")


class HttpConfig(WebConfig):
    """Options of `http`."""

    url: Annotated[str, AfterValidator(check_url)] = Field(
        description="Address to ask; its path and query may hold {{placeholders}}."
    )
    method: Literal["POST", "PUT", "PATCH", "GET", "DELETE"] = Field(
        default="POST", description="HTTP method; GET and DELETE send no body."
    )
    headers: Annotated[dict[str, str], AfterValidator(check_headers)] = Field(
        default={}, description="Headers to send; credentials belong in headers_env."
    )
    body: Any = Field(
        default={"input": "{{input}}"},
        description="JSON to send, in which texts may hold {{placeholders}}.",
    )
    response: dict[str, str] | None = Field(
        default=None,
        description="Known field to its path in the JSON answer; default {output: output}.",
    )


class HttpAgent:
    """Asks an HTTP endpoint, one request per case."""

    Config = HttpConfig

    def __init__(self, config: HttpConfig, base: Path) -> None:
        self._config = config
        self._fill = compile_template(config.body, place="agent.http.body")
        self._url = _compile_url(config.url)
        self._map = ResponseMap(
            config.response or {"output": "output"}, place="agent.http.response"
        )
        headers = {"Content-Type": "application/json", **config.headers}
        self._web = Web(config.url, config, base=base, method=config.method, headers=headers)

    def __repr__(self) -> str:
        return f"HttpAgent({self._config.url!r})"

    @property
    def description(self) -> dict[str, Any]:
        """The options of the plan; secrets are there by name only."""
        return {"adapter": "http", **self._config.model_dump(mode="json")}

    @property
    def concurrency_hint(self) -> None:
        """The endpoint decides."""
        return

    async def open(self) -> None:
        """Read the secrets and make the connection pool."""
        await self._web.open()

    async def ask(self, case: Case) -> Reply:
        """Send the filled template and read the mapped answer."""
        body = None
        if self._config.method not in _WITHOUT_BODY:
            body = orjson.dumps(self._fill(case))
        try:
            return self._reply(await self._web.fetch(body, self._url and self._url(case)))
        except AskError as error:
            self._web.secrets.scrub_error(error)
            raise

    async def close(self) -> None:
        """Close every connection."""
        await self._web.close()

    def _reply(self, fetched: Fetched) -> Reply:
        charset = fetched.response.charset or "utf-8"
        is_json = fetched.response.content_type.endswith(("/json", "+json"))
        if self._config.response is None and not is_json:
            text = decode(fetched.data, charset).removeprefix("\ufeff")
            return Reply(output=self._web.secrets.clean(text), latency_s=fetched.latency_s)
        data: bytes | str = fetched.data
        if charset.lower() not in ("utf-8", "utf8"):
            data = decode(fetched.data, charset)
        values = self._map.read(parse_json(data))
        return reply_from(self._web.secrets.clean(values), latency_s=fetched.latency_s)


def _compile_url(text: str) -> Any:
    """Return a function from case to address, or None when it is the same for all."""
    if not has_placeholder(text):
        return None
    place = "agent.http.url"
    fill = compile_text(text, place=place, quote=lambda value: quote(value, safe=""))
    if has_placeholder(URL(text).authority):
        raise PlanError(t("agents.templated_host", place=place))
    return lambda case: URL(fill(case), encoded=True)
