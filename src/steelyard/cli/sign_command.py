"""`steelyard sign`."""

from __future__ import annotations

from pathlib import Path

import click

from steelyard.cli.frame import LocalCommand
from steelyard.cli.passphrase import PASSPHRASE_FILE, passphrase_of
from steelyard.errors import InputError
from steelyard.i18n import t

_FILE = click.Path(path_type=Path)


@click.command(cls=LocalCommand, help=t("signing.sign_help"), epilog=t("signing.sign_epilog"))
@click.argument("run", type=_FILE)
@click.option("--key", metavar="FILE", type=_FILE, required=True, help=t("signing.key_help"))
@PASSPHRASE_FILE
@click.option("--pack", metavar="ZIP", type=_FILE, help=t("signing.pack_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
def command(
    run: Path, key: Path, passphrase_file: Path | None, pack: Path | None, *, as_json: bool
) -> None:
    """Sign a run."""
    from steelyard.cli.progress import emit
    from steelyard.signing import is_encrypted, read_key, sign_run, sign_zip, write_zip

    if run.is_dir() and key.resolve().is_relative_to(run.resolve()):
        raise InputError(t("signing.key_inside", path=key))
    if pack is not None and pack.resolve().is_relative_to(run.resolve()):
        raise InputError(t("signing.pack_inside", path=pack))
    phrase = passphrase_of(passphrase_file) if is_encrypted(key) else None
    signing = read_key(key, phrase)
    statement = sign_zip(run, signing) if run.is_file() else sign_run(run, signing)
    if pack is not None:
        write_zip(run, pack)
    if as_json:
        emit("signed", keyid=signing.keyid, statement=statement)
        return
    counts = {"files": len(statement["files"]), "derived": len(statement["derived"])}
    click.echo(t("signing.done", name=signing.name, keyid=signing.keyid, path=run, **counts))
    if statement["previous"] is not None:
        click.echo(t("signing.done_previous"))
