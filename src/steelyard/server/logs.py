"""Logs of the service and of its workers: one line per event, as text or as JSON.

Whatever comes from outside stands in a line as what it is: a line break in a path or in the name of
a browser is written out and cannot begin a line of its own, nor can it command a terminal. What
looks like a password, a token or a cookie is struck out; the code that logs hands over none.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

import orjson

from steelyard.model import redact
from steelyard.server.settings import Settings

_about: ContextVar[Mapping[str, Any] | None] = ContextVar("steelyard_log_about", default=None)
# What these tell when all goes well is of no use to who runs the service.
_QUIET = ("alembic", "asyncio", "httpx", "uvicorn.access", "uvicorn.error")
_LONGEST = 2000
# JSON lets these stand in a text, where many a reader sees the end of a line.
_BREAKS = {0x85: r"\u0085", 0x2028: r"\u2028", 0x2029: r"\u2029"}
_STRUCK = "…"
_TO_QUOTE = re.compile(r"[\s\"=\\]")
_SECRETS = (
    (re.compile(r"\bsyt_[\w-]{6,}"), _STRUCK),
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{6,}"), rf"\1 {_STRUCK}"),
    (re.compile(r"(://[^/\s:@]*:)[^@/\s]+@"), rf"\1{_STRUCK}@"),
    (
        re.compile(
            r"(?i)([\"']?\b(?:set-cookie|cookie|authorization|x-csrf-token|password|passwd|secret|"
            r"api[_-]?key|access_token|steelyard_session)[\"']?\s*[:=]\s*)"
            r"(\"[^\"]*\"|'[^']*'|[^\s,;&]+)"
        ),
        rf"\1{_STRUCK}",
    ),
)

_SUSPECT = re.compile(
    r"(?i)syt_|bearer|basic|://|cookie|authorization|csrf|passw|secret|api[_-]?key|access_token|"
    r"steelyard_session"
)


def configure_logs(settings: Settings, stream: TextIO | None = None, **always: Any) -> None:
    """Make every line of this process one of ours; called once, when a process starts.

    Args:
        settings: format and level.
        stream: where to; standard error by default.
        always: facts that stand in every line, such as the worker's name.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(always) if settings.log_format == "json" else TextLines(always))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(settings.log_level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    # The engine brings a way of its own of writing lines, unless there is one.
    engine = logging.getLogger("dbos")
    engine.handlers, engine.propagate = [logging.NullHandler()], True
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    logging.captureWarnings(capture=True)


@contextmanager
def about(**facts: Any) -> Iterator[None]:
    """Say in every line that is logged inside what it is about: a request, a task."""
    token = _about.set({**(_about.get() or {}), **facts})
    try:
        yield
    finally:
        _about.reset(token)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether we have not said it ourselves, with the request that it is about."""
    return not record.getMessage().startswith("Exception in ASGI application")


class _Lines(logging.Formatter):
    """What both formats share: the facts of a line."""

    def __init__(self, always: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self._always = always or {}

    def facts(self, record: logging.LogRecord) -> Mapping[str, Any]:
        """Return what the line is about: the process, the request or task, the event itself."""
        own = getattr(record, "facts", None)
        own = own if isinstance(own, Mapping) else {}
        return {**self._always, **(_about.get() or {}), **own}

    def trace(self, record: logging.LogRecord) -> str:
        """Return where an error came from."""
        return _struck(self.formatException(record.exc_info)) if record.exc_info else ""


class JsonLines(_Lines):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        content = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
            **{name: _cleaned(value) for name, value in self.facts(record).items()},
        }
        if trace := self.trace(record):
            content["trace"] = trace
        return orjson.dumps(content, default=str).decode().translate(_BREAKS)


class TextLines(_Lines):
    """Time, level, where, what, and the facts behind it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; a trace follows in lines that are marked as its own."""
        facts = "".join(
            f" {name}={_quoted(value)}"
            for name, value in self.facts(record).items()
            if value is not None
        )
        where = record.name.removeprefix("steelyard.")
        said = _visible(_message(record))
        line = f"{_time(record)} {record.levelname:<7} {where}: {said}{facts}"
        lines = self.trace(record).split("\n") if record.exc_info else []
        return "\n".join([line, *(f"  | {_visible(one)}" for one in lines)])


def _message(record: logging.LogRecord) -> str:
    return _struck(record.getMessage())[:_LONGEST]


def _time(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _cleaned(value: Any) -> Any:
    return _struck(value)[:_LONGEST] if isinstance(value, str) else value


def _quoted(value: Any) -> str:
    if isinstance(value, int | float):
        return str(value)
    text = str(_cleaned(value))
    if text and text.isprintable() and not _TO_QUOTE.search(text):
        return text
    return _visible(orjson.dumps(text).decode())


def _visible(text: str) -> str:
    """Return the text with whatever is no visible character written out."""
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )


def _struck(text: str) -> str:
    if not text.isascii():
        text = text.encode("utf-8", "backslashreplace").decode()  # half a character is none
    text = redact(text)
    if _SUSPECT.search(text):  # nearly nothing is, and one look costs less than all of them
        for pattern, put in _SECRETS:
            text = pattern.sub(put, text)
    return text
