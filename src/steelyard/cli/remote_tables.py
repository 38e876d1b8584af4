"""Tasks of a server on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.table import Table

from steelyard.cli.console import ResultConsole
from steelyard.cli.remote_progress import state_word
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.client import Task, TaskShown
    from steelyard.client.areas.tasks import Move


def tasks_table(tasks: Sequence[Task]) -> None:
    """Print a line per task."""
    console = ResultConsole()
    if not tasks:
        console.print(t("remote.no_tasks"))
        return
    table = Table(box=None, pad_edge=False)
    for key in ("id", "name", "state", "done", "since"):
        table.add_column(t(f"remote.column_{key}"), no_wrap=key != "name")
    for task in tasks:
        table.add_row(task.id, task.name, state_of(task), _done(task), _clock(task.created_at))
    console.print(table)


def task_page(task: TaskShown, history: Sequence[Move]) -> None:
    """Print a task and what happened to it."""
    console = ResultConsole()
    console.print(f"[bold]{task.name}[/bold]  {task.id}")
    console.print(f"{state_of(task)}  {_done(task)}")
    if task.error:
        console.print(task.error, markup=False)
    table = Table(box=None, pad_edge=False, show_header=False)
    for move in history:
        said = move.said if move.said != move.after else ""
        table.add_row(_clock(move.at), state_word(move.after), move.by, said)
    console.print(table)


def state_of(task: Task) -> str:
    """Return the state of a task in words, with its gates."""
    word = state_word(task.state)
    return f"{word}, {t('remote.gates_failed')}" if task.gates_failed else word


def _done(task: Task) -> str:
    total = task.progress.get("total")
    return "" if total is None else f"{task.progress.get('done', 0)}/{total}"


def _clock(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M:%S}"
