"""`steelyard task`: evaluations on a server, from a plan on this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from steelyard.cli.frame import LocalCommand, LocalGroup
from steelyard.cli.remote import server_options
from steelyard.i18n import t

_JSON = click.option("--json", "as_json", is_flag=True, help=t("remote.json_help"))
_TIMEOUT = click.option(
    "--timeout", type=click.FloatRange(0), metavar="SECONDS", help=t("remote.timeout_help")
)


@click.group(
    cls=LocalGroup, help=t("remote.task_help"), epilog=t("remote.task_epilog"), no_args_is_help=True
)
def command() -> None:
    """Start tasks on a server and watch over them."""


def _sub(name: str) -> Callable[..., Any]:
    """Return the decorator of one command of the group."""
    return command.command(
        name,
        cls=LocalCommand,
        help=t(f"remote.{name}_help"),
        short_help=t(f"remote.{name}_short"),
    )


@_sub("start")
@click.argument("plan", type=click.Path(path_type=Path))
@click.option("--agent", metavar="NAME", help=t("remote.agent_help"))
@click.option("--dataset", metavar="NAME|FILE", help=t("remote.dataset_help"))
@click.option("--scorecard", metavar="NAME", help=t("remote.scorecard_help"))
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help=t("cli.set_help"))
@click.option("--name", metavar="NAME", help=t("remote.name_help"))
@click.option("--priority", type=int, default=0, metavar="N", help=t("remote.priority_help"))
@click.option("--wait", "and_wait", is_flag=True, help=t("remote.and_wait_help"))
@_TIMEOUT
@server_options
@_JSON
def start(plan: Path, **options: Any) -> None:
    """Queue a plan."""
    from steelyard.cli.remote import open_project, print_json
    from steelyard.cli.remote_progress import transfer_shown
    from steelyard.cli.remote_wait import wait_for
    from steelyard.client import Choice

    as_json = options["as_json"]
    with open_project(options["server"], options["token"], options["project"]) as project:
        with transfer_shown(t("remote.uploading"), as_json=as_json) as tell:
            parts = {name: options[name] for name in ("agent", "dataset", "scorecard", "sets")}
            choice = Choice(**parts, tell=tell)
            task = project.tasks.start(
                plan, choice, name=options["name"], priority=options["priority"]
            )
        if not as_json:
            click.echo(t("remote.started", name=task.name, id=task.id), err=True)
        if options["and_wait"]:
            wait_for(project, task.id, options["timeout"], as_json=as_json)
        elif as_json:
            print_json(task)
        else:
            click.echo(task.id)


@_sub("list")
@click.option("--state", metavar="STATE", help=t("remote.state_help"))
@click.option("--text", metavar="TEXT", help=t("remote.text_help"))
@click.option(
    "--limit", type=click.IntRange(1), default=20, metavar="N", help=t("remote.limit_help")
)
@server_options
@_JSON
def list_tasks(state: Any, text: str | None, limit: int, *, as_json: bool, **options: Any) -> None:
    """List the newest tasks."""
    from itertools import islice

    from steelyard.cli.remote import open_project, print_json
    from steelyard.cli.remote_tables import tasks_table

    with open_project(**options) as project:
        found = list(islice(project.tasks.list(state=state, text=text), limit))
    if as_json:
        print_json(found)
    else:
        tasks_table(found)


@_sub("show")
@click.argument("task")
@server_options
@_JSON
def show(task: str, *, as_json: bool, **options: Any) -> None:
    """Show a task and what happened to it."""
    from steelyard.cli.remote import open_project, plain, print_json
    from steelyard.cli.remote_tables import task_page

    with open_project(**options) as project:
        shown, history = project.tasks.show(task), project.tasks.show_history(task)
    if as_json:
        print_json({**plain(shown), "history": list(history)})
    else:
        task_page(shown, history)


@_sub("wait")
@click.argument("task")
@_TIMEOUT
@server_options
@_JSON
def wait(task: str, timeout: float | None, *, as_json: bool, **options: Any) -> None:
    """Wait until a task has ended, and fail if it did."""
    from steelyard.cli.remote import open_project
    from steelyard.cli.remote_wait import wait_for

    with open_project(**options) as project:
        wait_for(project, task, timeout, as_json=as_json)


@_sub("report")
@click.argument("task")
@click.option("--to", metavar="html|md|json|xlsx|pdf|junit|summary", help=t("cli.to_help"))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=t("cli.output_help"))
@click.option("--all", "everything", is_flag=True, help=t("cli.report_all_help"))
@server_options
def report(
    task: str, to: str | None, output: Path | None, *, everything: bool, **options: Any
) -> None:
    """Fetch the report of a task."""
    from steelyard.cli.remote import open_project
    from steelyard.cli.remote_report import fetch_report
    from steelyard.errors import UserError

    with open_project(**options) as project:
        found = project.tasks.show(task)
        if found.run_id is None:
            raise UserError(t("remote.no_run", name=found.name, state=found.state))
        fetch_report(project, found.run_id, to, output, everything=everything)


def _act(name: str) -> None:
    """Add a command that asks something of a task."""

    @_sub(name)
    @click.argument("task")
    @server_options
    @_JSON
    def act(task: str, *, as_json: bool, **options: Any) -> None:
        from steelyard.cli.remote import open_project, print_json
        from steelyard.cli.remote_progress import state_line

        with open_project(**options) as project:
            found = getattr(project.tasks, name)(task)
        if as_json:
            print_json(found)
        else:
            click.echo(state_line({"name": found.name, "after": found.state}), err=True)


for _name in ("pause", "resume", "cancel"):
    _act(_name)
