"""`steelyard admin`: what an operator does to a service, at its machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from steelyard.cli.admin_frame import Steps, actor, open_service
from steelyard.cli.admin_key import key
from steelyard.cli.frame import LocalCommand, LocalGroup
from steelyard.cli.server_extra import config_options, read_settings
from steelyard.errors import UserError
from steelyard.i18n import t

_PATH = click.Path(path_type=Path)
_JSON = click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))


@click.group(cls=LocalGroup, help=t("admin.help"), epilog=t("admin.epilog"), no_args_is_help=True)
def command() -> None:
    """Look after a service."""


command.add_command(key)


def _add(name: str) -> Callable[[Callable[..., Any]], click.Command]:
    key = name.replace("-", "_")
    return command.command(
        name, cls=LocalCommand, help=t(f"admin.{key}_help"), short_help=t(f"admin.{key}_short")
    )


@_add("backup")
@click.argument("file", type=_PATH)
@config_options
def backup(file: Path, **where: Any) -> None:
    """Write a backup."""
    with open_service(**where, need="any") as (settings, database), Steps() as tell:
        from steelyard.server.operations.backup import back_up

        done = back_up(settings, database, actor(), file, tell)
    click.echo(
        t(
            "admin.backed_up",
            path=file,
            size=f"{done.size / 1e6:,.1f}",
            rows=done.rows,
            objects=done.objects,
            runs=done.runs,
        )
    )
    if done.missing:
        for path in done.missing:
            click.echo(f"✗ {path}: {t('admin.no_file')}")
        raise UserError(t("admin.incomplete", n=len(done.missing)))


@_add("restore")
@click.argument("file", type=_PATH)
@config_options
def restore(file: Path, **where: Any) -> None:
    """Put a backup back."""
    with open_service(**where, need="nothing") as (settings, database):
        from steelyard.server.operations import restore as restoring
        from steelyard.server.operations.verify import verify

        with Steps() as tell:
            manifest = restoring.restore(settings, database, actor(), file, tell)
            problems = list(verify(settings, database, tell))
    _list(problems)
    click.echo(t("admin.restored", made=manifest["made_at"], rows=sum(manifest["tables"].values())))


@_add("migrate")
@config_options
def migrate(**where: Any) -> None:
    """Bring the tables to this version."""
    with open_service(**where, need="nothing") as (_, database):
        from steelyard.server.db.migrate import check_migrated
        from steelyard.server.db.migrate import migrate as bring
        from steelyard.server.operations.prepare import refuse_newer

        refuse_newer(database)
        bring(database)
        check_migrated(database)
    click.echo(t("admin.migrated"))


@_add("verify")
@_JSON
@config_options
def verify(*, as_json: bool, **where: Any) -> None:
    """Check that a service is whole."""
    from steelyard.cli.progress import emit

    with open_service(**where) as (settings, database):
        from steelyard.server.operations import verify as verifying

        with Steps(quiet=as_json) as tell:
            problems = list(verifying.verify(settings, database, tell))
            tell("strays")
            strays = verifying.strays(settings, database)
    if as_json:
        emit("verified", problems=[one._asdict() for one in problems], strays=strays)
    elif strays:
        click.echo(t("admin.strays", n=len(strays)))
    _list([] if as_json else problems, found=len(problems))
    if not as_json:
        click.echo(t("admin.whole"))


@_add("create-user")
@click.argument("login")
@click.option("--name", metavar="NAME", help=t("admin.name_help"))
@click.option("--email", metavar="ADDRESS", help=t("admin.email_help"))
@click.option("--admin", "is_admin", is_flag=True, help=t("admin.admin_help"))
@click.option("--no-password", is_flag=True, help=t("admin.no_password_help"))
@config_options
def create_user(login: str, *, no_password: bool, config: Any, data: Any, **fields: Any) -> None:
    """Make an account."""
    from steelyard.cli.admin_frame import ask_password

    password = None if no_password else ask_password()
    with open_service(config, data, need="made") as (settings, database):
        from steelyard.server.operations.people import create_account

        create_account(settings, database, actor(), login, password, **fields)
    click.echo(t("admin.created", login=login))


@_add("reset-password")
@click.argument("login")
@config_options
def reset_password(login: str, **where: Any) -> None:
    """Give an account another password."""
    from steelyard.cli.admin_frame import ask_password

    password = ask_password()
    with open_service(**where) as (settings, database):
        from steelyard.server.operations.people import reset_password

        reset_password(settings, database, actor(), login, password)
    click.echo(t("admin.reset", login=login))


@_add("rotate-key")
@click.option("--keep-old", is_flag=True, help=t("admin.keep_old_help"))
@config_options
def rotate_key(*, keep_old: bool, **where: Any) -> None:
    """Encrypt every secret with a new key."""
    with open_service(**where) as (settings, database):
        from steelyard.server.library.secrets import drop_old_keys, rotate_keys

        with database.transaction() as session:
            count = rotate_keys(session, actor(), settings)
        if not keep_old:
            drop_old_keys(settings)
    click.echo(t("admin.rotated", n=count))


@_add("clean-secrets")
@click.option("--dry-run", is_flag=True, help=t("admin.dry_run_help"))
@config_options
def clean_secrets(*, dry_run: bool, **where: Any) -> None:
    """Take keys out of what is stored."""
    with open_service(**where) as (settings, database):
        from steelyard.server.operations import clean_secrets as cleaning

        if dry_run:
            with database.reading() as session:
                found = cleaning.stored_secrets(settings, session)
        else:
            found = cleaning.clean_secrets(settings, database, actor())
    for place in found:
        click.echo(f"{place.kind} {place.name}")
    click.echo(t("admin.secrets_found" if dry_run else "admin.secrets_cleaned", n=len(found)))


@_add("clear-orphans")
@click.option(
    "--hours", type=click.FloatRange(min=0), default=24, show_default=True, metavar="N",
    help=t("admin.hours_help"),
)  # fmt: skip
@config_options
def clear_orphans(hours: float, **where: Any) -> None:
    """Remove uploads that nothing names."""
    with open_service(**where) as (settings, database):
        from steelyard.server.library import datasets
        from steelyard.server.library.storage import open_storage

        with database.transaction() as session:
            count = datasets.clear_orphans(session, open_storage(settings), hours=hours)
    click.echo(t("admin.cleared", n=count))


@_add("config")
@_JSON
@config_options
def config(*, as_json: bool, config: Path | None, data: Path | None) -> None:
    """Show the settings in force."""
    from steelyard.cli.progress import emit

    read_settings(config, data)  # says what is wrong with them, all at once
    from steelyard.server.operations.explain import explain

    found = explain({} if data is None else {"data_dir": data.resolve()})
    for one in found:
        if as_json:
            emit("setting", name=one.name, value=one.value, origin=one.origin)
        elif one.origin != "default":
            click.echo(f"{one.name}: {one.shown}  # {one.said_origin}")
        else:
            click.echo(f"# {one.name}: {one.shown}")


def _list(problems: list[Any], found: int | None = None) -> None:
    """Print what is wrong, and end with the code that says so."""
    for one in problems:
        click.echo(f"✗ {one.kind} {one.name}: {one.said}")
    if problems or found:
        raise UserError(t("admin.problems", n=found or len(problems)))
