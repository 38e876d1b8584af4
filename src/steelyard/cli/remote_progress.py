"""How an upload and a task on a server are shown: live on a terminal, plain lines, JSON events."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.progress import emit
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.client import News, Tell

_PLAIN_SECONDS = 5.0


@contextmanager
def transfer_shown(label: str, *, as_json: bool = False) -> Iterator[Tell | None]:
    """Give what is told how far a transfer is; off a terminal nobody is."""
    if as_json or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        DownloadColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        row = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(row, completed=done, total=total)


@contextmanager
def task_shown(*, as_json: bool = False) -> Iterator[Callable[[News], None]]:
    """Give what is told of every move of a task and of its progress."""
    from steelyard.client import ENDED

    if as_json:
        yield lambda news: emit(news.kind, **news.data)
        return
    with _live() if sys.stderr.isatty() else nullcontext(_plain()) as tell:

        def tell_the_way(news: News) -> None:
            if news.data.get("after") not in ENDED:  # how it ended is said when it has
                tell(news)

        yield tell_the_way


def state_line(data: dict[str, Any]) -> str:
    """Return a move in words."""
    return t("remote.move", name=data["name"], state=state_word(data["after"]))


def state_word(state: str) -> str:
    """Return a state in words; one that only a newer server knows, as it is."""
    try:
        return t(f"remote.state_{state}")
    except KeyError:
        return state


def progress_line(data: dict[str, Any]) -> str:
    """Return progress in words: how many are done, and how many of those failed."""
    parts = [t("cli.progress_done", done=data.get("done", 0), total=data.get("total") or "?")]
    if data.get("failed"):
        parts.append(t("cli.progress_failed", n=data["failed"]))
    return " · ".join(parts)


def _plain() -> Callable[[News], None]:
    said_at = 0.0

    def tell(news: News) -> None:
        nonlocal said_at
        if news.kind == "state":
            click.echo(state_line(news.data), err=True)
        elif time.monotonic() - said_at >= _PLAIN_SECONDS:
            said_at = time.monotonic()
            click.echo(f"  {progress_line(news.data)}", err=True)

    return tell


@contextmanager
def _live() -> Iterator[Callable[[News], None]]:
    from rich.console import Console
    from rich.status import Status

    console = Console(stderr=True, highlight=False)
    with Status(t("remote.waiting"), console=console) as status:

        def tell(news: News) -> None:
            if news.kind == "state":
                console.print(state_line(news.data))
            else:
                status.update(progress_line(news.data))

        yield tell
