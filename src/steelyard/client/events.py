"""What happens to tasks, as it happens: server-sent events, taken up again when the line breaks."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import orjson

from steelyard.client.areas.events import ProjectEvents
from steelyard.client.wire import Request, Stream

_BROKEN = (OSError, http.client.HTTPException)
_SILENCE = 40.0  # the server says every 15 seconds that it is there
_PAUSE = 0.5
_KINDS = (b"state", b"progress")


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened to a task.

    Attributes:
        id: number of a move; None for progress, which is not kept.
        kind: `state` or `progress`.
        task_id: whose it is.
        data: of a move `before`, `after`, `run_id`, ...; of progress `done`, `total`, ...
    """

    id: int | None
    kind: str
    task_id: str
    data: dict[str, Any]


class Events(ProjectEvents):
    """Events of a project, and of each of its tasks."""

    def stream(self, task: str | None = None, *, last: int | None = None) -> Iterator[News]:
        """Yield what happens from now on, or after the move `last`, without an end.

        A line that breaks is taken up after the last move that was seen; progress in between is not
        told again.
        """
        return (news for news in self.listen(task, last=last) if news is not None)

    def listen(
        self, task: str | None = None, *, last: int | None = None, silence: float = _SILENCE
    ) -> Iterator[News | None]:
        """Yield what happens; and None now and then when nothing does, at least every `silence`."""
        while True:
            with ExitStack() as stack:
                stream = self._open(stack, self._stream_request(task, last), silence)
                try:
                    for news in parse(stream.lines()):
                        if news is not None and news.id is not None:
                            last = news.id
                        yield news
                except TimeoutError:
                    pass
                except _BROKEN:
                    time.sleep(_PAUSE)
                else:  # the server has ended it: it goes, or wants to be asked anew
                    time.sleep(_PAUSE)
            yield None

    def _open(self, stack: ExitStack, request: Request, silence: float) -> Stream:
        def attempt() -> Stream:
            return stack.enter_context(self._wire.open(request, silence))

        return self._wire.patiently(attempt, again=True)

    def _stream_request(self, task: str | None, last: int | None) -> Request:
        path = "/projects/{project}/events"
        if task is not None:
            path = "/projects/{project}/tasks/{task}/events"
        request = self._request("GET", path, parts={} if task is None else {"task": task})
        headers = {"Accept": "text/event-stream"}
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        return Request(request.verb, request.path, {}, headers, again=True)


def parse(lines: Iterable[bytes]) -> Iterator[News | None]:
    """Yield the events in the lines of a stream, and None for a sign of life.

    What is not about a task, as the server's goodbye, is no more than that.
    """
    found: dict[bytes, bytes] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(b":")
            found[name] = value.removeprefix(b" ")
            continue
        yield _news(found) if found.get(b"event") in _KINDS else None
        found = {}


def _news(found: dict[bytes, bytes]) -> News:
    data = orjson.loads(found[b"data"])
    number = int(found[b"id"]) if b"id" in found else None
    return News(number, found[b"event"].decode(), data["task_id"], data)
