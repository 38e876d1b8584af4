"""What every area of the client shares: one request per method, and how its answer is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote
from uuid import uuid4

import orjson

from steelyard.client.record import Record, read
from steelyard.client.transfer import Content, Tell, opened, written
from steelyard.client.wire import Request, Wire


class Unset(Enum):
    """Not given, which is not the same as None."""

    UNSET = "unset"

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset.UNSET
IfMatch = Record | str | None
R = TypeVar("R", bound=Record)
_PAGE = 200
_KEY = "Idempotency-Key"


class Area:
    """Requests about one kind of thing, in one project or outside of any."""

    def __init__(self, wire: Wire, project: str = "") -> None:
        self._wire = wire
        self._project = project

    def _one(self, kind: type[R], verb: str, path: str, **more: Any) -> R:
        answer = self._wire.send(self._request(verb, path, **more))
        return read(kind, answer.json(), answer.headers.get("ETag"))

    def _many(self, kind: type[R], verb: str, path: str, **more: Any) -> list[R]:
        content = self._wire.send(self._request(verb, path, **more)).json()
        return [read(kind, one) for one in content]

    def _pages(
        self, kind: type[R], verb: str, path: str, query: Mapping[str, Any] = {}, **more: Any
    ) -> Iterator[R]:
        """Yield a list page by page; the next page is asked for when it is needed."""
        cursor = None
        while True:
            asked = {**query, "limit": _PAGE, "cursor": cursor}
            page = self._wire.send(self._request(verb, path, query=asked, **more)).json()
            yield from (read(kind, one) for one in page["items"])
            cursor = page["next"]
            if cursor is None:
                return

    def _values(self, verb: str, path: str, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = self._wire.send(self._request(verb, path, **more)).json()
        return found

    def _text(self, verb: str, path: str, **more: Any) -> str:
        return self._wire.send(self._request(verb, path, **more)).content.decode()

    def _nothing(self, verb: str, path: str, **more: Any) -> None:
        self._wire.send(self._request(verb, path, **more))

    def _save(
        self, target: str | Path, verb: str, path: str, *, tell: Tell | None = None, **more: Any
    ) -> Path:
        """Download into a file; one that was cut off is begun again."""
        request = self._request(verb, path, **more)

        def attempt() -> Path:
            with written(target) as file, self._wire.open(request) as answer:
                for done, piece in answer.pieces():
                    file.write(piece)
                    if tell is not None:
                        tell(done, answer.size)
            return Path(target)

        return self._wire.patiently(attempt, again=True)

    def _request(
        self,
        verb: str,
        path: str,
        *,
        parts: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        body: Mapping[str, Any] | None = None,
        content: Content | None = None,
        tell: Tell | None = None,
        **conditions: Any,
    ) -> Request:
        named = {name: quote(str(part), safe="") for name, part in parts.items()}
        headers = _headers(**conditions)
        given = None if body is None else {k: v for k, v in body.items() if v is not UNSET}
        safe = verb == "GET" or (verb == "PUT" and "If-Match" not in headers)
        return Request(
            verb,
            path.format(project=self._project, **named),
            {name: value for name, value in query.items() if value is not None},
            headers,
            None if given is None else orjson.dumps(given),
            None if content is None else (lambda: opened(content, tell)),
            again=safe or content is not None or _KEY in headers,
        )


def _headers(*, if_match: IfMatch = None, once: bool = False) -> dict[str, str]:
    headers = {}
    if once:
        # The same key however often it is sent, so that it happens once.
        headers[_KEY] = uuid4().hex
    tag = if_match.etag if isinstance(if_match, Record) else if_match
    if tag is not None:
        headers["If-Match"] = tag
    return headers
