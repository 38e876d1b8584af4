"""`steelyard admin key`: keys that sign runs."""

from __future__ import annotations

from pathlib import Path

import click

from steelyard.cli.frame import LocalCommand, LocalGroup
from steelyard.cli.passphrase import PASSPHRASE_FILE, passphrase_of
from steelyard.i18n import t

_FILE = click.Path(path_type=Path)


@click.group(
    "key",
    cls=LocalGroup,
    help=t("signing.admin_key_help"),
    short_help=t("signing.admin_key_short"),
    no_args_is_help=True,
)
def key() -> None:
    """Make and show keys that sign runs."""


@key.command("new", cls=LocalCommand, help=t("signing.new_help"), short_help=t("signing.new_short"))
@click.argument("file", type=_FILE)
@click.option("--name", metavar="NAME", help=t("signing.name_help"))
@PASSPHRASE_FILE
@click.option("--passphrase", "ask", is_flag=True, help=t("signing.ask_help"))
def new(file: Path, name: str | None, passphrase_file: Path | None, *, ask: bool) -> None:
    """Make a key."""
    from steelyard.signing import make_key

    wanted = passphrase_file is not None or ask
    phrase = passphrase_of(passphrase_file, confirm=True) if wanted else None
    made = make_key(file, name or file.stem, phrase)
    public = file.with_suffix(".pub")
    click.echo(t("signing.made", name=made.name, keyid=made.keyid, path=file, public=public))


@key.command(
    "show", cls=LocalCommand, help=t("signing.show_help"), short_help=t("signing.show_short")
)
@click.argument("file", type=_FILE)
def show(file: Path) -> None:
    """Show id and owner of a public key."""
    from steelyard.signing import read_trusted_keys

    for keyid, one in read_trusted_keys([file]).items():
        click.echo(f"{keyid}  {one.name}")
