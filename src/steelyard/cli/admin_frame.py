"""What the commands of `steelyard admin` share: the service, who acts, steps shown, passwords."""

from __future__ import annotations

import getpass
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from steelyard.cli.server_extra import read_settings
from steelyard.errors import InputError, UserError
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.server.db import Database
    from steelyard.server.people.policy import Actor
    from steelyard.server.settings import Settings

Need = Literal["current", "any", "made", "nothing"]
_SHOW_SECONDS = 0.1
_PLAIN_SECONDS = 5.0


@contextmanager
def open_service(
    config: Path | None, data: Path | None, *, need: Need = "current"
) -> Iterator[tuple[Settings, Database]]:
    """Give the settings and the database of a service.

    Args:
        config: the file of `--config`.
        data: the folder of `--data`.
        need: `current` tables of this version, `any` tables, `made` if there are none, `nothing`.

    Raises:
        UserError: there is no service, or it has other tables.
    """
    settings = read_settings(config, data)
    from steelyard.server.db.migrate import check_migrated
    from steelyard.server.logs import configure_logs
    from steelyard.server.operations.prepare import is_there, open_reachable, prepare_database

    configure_logs(settings.model_copy(update={"log_level": "warning"}))
    if need in ("current", "any") and not is_there(settings):
        raise UserError(t("admin.nothing_here"), hint=t("admin.nothing_here_hint"))
    database = prepare_database(settings) if need == "made" else open_reachable(settings)
    try:
        if need == "current":
            check_migrated(database)
        yield settings, database
    finally:
        database.close()


def actor() -> Actor:
    """Return who the audit trail says did it: whoever has an account of the machine."""
    from steelyard.server.people.policy import Actor

    try:
        name = getpass.getuser()
    except (OSError, KeyError):  # a container without names
        name = "?"
    return Actor(None, f"steelyard admin ({name})", is_admin=True)


def ask_password() -> str:
    """Return a password from the terminal, twice the same, or from standard input.

    Never from the command line: whoever lists the processes of a machine sees that.
    """
    if sys.stdin.isatty():
        said: str = click.prompt(
            t("admin.password"), hide_input=True, confirmation_prompt=t("admin.again"), err=True
        )
        return said
    line = sys.stdin.readline().rstrip("\r\n")
    if not line:
        raise InputError(t("admin.no_password"))
    return line


class Steps:
    """Shows what is being worked on: one line that changes, or a line now and then."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty()
        self._said = 0.0 if self._live else time.monotonic()
        self._count = 0

    def __call__(self, name: str) -> None:
        """Show one step."""
        self._count += 1
        wait = _SHOW_SECONDS if self._live else _PLAIN_SECONDS
        if self._quiet or time.monotonic() - self._said < wait:
            return
        self._said = time.monotonic()
        line = t("admin.step", n=self._count, name=name[:60])
        click.echo(f"\r\x1b[K{line}" if self._live else line, err=True, nl=not self._live)

    def __enter__(self) -> Steps:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live and self._said and not self._quiet:
            click.echo("\r\x1b[K", err=True, nl=False)
