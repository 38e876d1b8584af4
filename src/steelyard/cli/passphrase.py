"""The passphrase of a private key: from a file, or typed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from steelyard.errors import InputError
from steelyard.i18n import t

PASSPHRASE_FILE = click.option(
    "--passphrase-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=t("signing.passphrase_help"),
)


def passphrase_of(file: Path | None, *, confirm: bool = False) -> bytes | None:
    """Return the first line of the file; without one, ask for it where there is a terminal.

    Raises:
        InputError: the file cannot be read, or has no passphrase.
    """
    if file is None:
        if not sys.stdin.isatty():
            return None
        asked: str = click.prompt(
            t("signing.passphrase"), hide_input=True, confirmation_prompt=confirm, err=True
        )
        return asked.encode()
    try:
        found = file.read_bytes().split(b"\n")[0].rstrip(b"\r")
    except OSError as error:
        raise InputError(t("signing.unreadable", path=file, why=error.strerror or error)) from None
    if not found:
        raise InputError(t("signing.no_passphrase", path=file))
    return found
