"""Server-sent events: one look at the database for all who listen, not one for each.

What a look finds is written once, and leaves as one piece to each of those it concerns.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, NamedTuple

import orjson
from fastapi.concurrency import run_in_threadpool

from steelyard.server.tasks.news import News, Reader, moves_after

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from steelyard.server.db import Database

log = logging.getLogger(__name__)
_LOOK_SECONDS = 0.5
_BEAT_SECONDS = 15.0
# A session may end and a role be taken away: so often those who listen are looked at.
_RIGHTS_SECONDS = 2.0
_LONGEST_SECONDS = 600.0
_WAITING = 60  # looks that found something
_REPLAY = 1000
# Of what was missed, this many of the last are told apart from what is heard meanwhile: more than
# happens in the looks that wait.
_TOLD_APART = 50_000


class Live:
    """Looks while somebody listens."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: set[_Listener] = set()
        self._looking: asyncio.Task[None] | None = None
        self._ending = False

    def end(self) -> None:
        """Tell whoever listens that the service goes, and end their streams."""
        self._ending = True
        for listener in self._listeners:
            listener.end()

    async def stream(
        self,
        project_id: str,
        task_id: str | None,
        last: int | None,
        may: Callable[[Session], bool] = lambda _: True,
    ) -> AsyncIterator[bytes]:
        """Yield events of a project or one task.

        Args:
            project_id: the project.
            task_id: the task; None for all of the project.
            last: the last event that was seen.
            may: whether whoever listens may still do so; looked at every few seconds.
        """
        listener = _Listener(project_id, task_id, may)
        self._listeners.add(listener)
        if self._ending:
            listener.end()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            yield b"retry: 2000\n\n"
            told: deque[int] = deque(maxlen=_TOLD_APART)
            while last is not None:
                missed = await run_in_threadpool(self._missed, listener, last)
                for news in missed:
                    last = news.id or 0
                    told.append(last)
                    yield encode(news)
                # A service that goes still tells a page: how a task ended may stand on it.
                if len(missed) < _REPLAY or self._ending:
                    break
            async for piece in listener.pieces(set(told)):
                yield piece
        finally:
            self._listeners.discard(listener)

    def _missed(self, listener: _Listener, last: int) -> list[News]:
        with self._database.reading() as session:
            ids = [listener.project_id]
            return moves_after(session, ids, last, _REPLAY, listener.task_id)

    async def _look(self) -> None:
        reader, checked = Reader(), time.monotonic()
        while self._listeners:
            try:
                if time.monotonic() - checked >= _RIGHTS_SECONDS:
                    for listener in await run_in_threadpool(self._without_right):
                        listener.end()
                    checked = time.monotonic()
                self._tell(await run_in_threadpool(self._read, reader))
            except Exception as error:  # noqa: BLE001 - a database that is away comes back
                log.warning("events: %s", error)
            await asyncio.sleep(_LOOK_SECONDS)

    def _without_right(self) -> list[_Listener]:
        with self._database.reading() as session:
            return [one for one in list(self._listeners) if not one.may(session)]

    def _read(self, reader: Reader) -> list[_Said]:
        projects = {listener.project_id for listener in list(self._listeners)}
        with self._database.reading() as session:
            return [_Said(news, encode(news)) for news in reader.read(session, projects)]

    def _tell(self, said: list[_Said]) -> None:
        pieces: dict[tuple[str, str | None], _Piece | None] = {}
        for listener in self._listeners:
            about = (listener.project_id, listener.task_id)
            if about not in pieces:
                pieces[about] = _Piece.of([one for one in said if one.concerns(*about)])
            if (piece := pieces[about]) is not None:
                listener.hear(piece)


class _Said(NamedTuple):
    """Something that happened, and how the stream says it."""

    news: News
    text: bytes

    def concerns(self, project_id: str, task_id: str | None) -> bool:
        news = self.news
        return news.project_id == project_id and task_id in (None, news.task_id)


class _Piece(NamedTuple):
    """What one look found for some of those who listen."""

    said: list[_Said]
    numbers: set[int]
    text: bytes

    @classmethod
    def of(cls, said: list[_Said]) -> _Piece | None:
        if not said:
            return None
        numbers = {one.news.id for one in said if one.news.id is not None}
        return cls(said, numbers, b"".join(one.text for one in said))

    def without(self, seen: set[int]) -> bytes:
        if self.numbers.isdisjoint(seen):
            return self.text
        return b"".join(one.text for one in self.said if one.news.id not in seen)


class _Listener:
    def __init__(
        self, project_id: str, task_id: str | None, may: Callable[[Session], bool]
    ) -> None:
        self.project_id = project_id
        self.task_id = task_id
        self.may = may
        self._queue: asyncio.Queue[_Piece | None] = asyncio.Queue(_WAITING)
        self._overrun = False
        self._ended = False

    def end(self) -> None:
        """End the stream, whatever still waits to be told: it is asked for again."""
        self._ended = True
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait(None)  # wakes who waits

    def hear(self, piece: _Piece) -> None:
        """Keep a piece until it is sent; one who does not keep up loses progress first."""
        try:
            self._queue.put_nowait(piece)
        except asyncio.QueueFull:
            self._overrun = self._overrun or bool(piece.numbers)

    async def pieces(self, seen: set[int]) -> AsyncIterator[bytes]:
        end = time.monotonic() + _LONGEST_SECONDS
        # After an overrun the stream ends; the browser comes back with the last number it saw.
        while time.monotonic() < end and not (self._overrun or self._ended):
            try:
                async with asyncio.timeout(_BEAT_SECONDS):
                    piece = await self._queue.get()
            except TimeoutError:
                yield b": here\n\n"
                continue
            if piece is not None and (text := piece.without(seen)):
                yield text
        if self._ended:
            yield b"event: goodbye\ndata: {}\n\n"


def end_streams(app: FastAPI) -> None:
    """End every stream of an application; called in its event loop when it is about to stop."""
    live: Live | None = getattr(app.state, "live", None)
    if live is not None:
        live.end()


def encode(news: News) -> bytes:
    """Return an event as the stream carries it."""
    number = b"" if news.id is None else b"id: %d\n" % news.id
    return number + b"event: %s\ndata: %s\n\n" % (news.event.encode(), orjson.dumps(news.data))
