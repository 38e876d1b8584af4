"""`steelyard resume`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("cli.resume_help"))
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help=t("cli.set_help"))
@click.option("--drop-damaged", is_flag=True, help=t("cli.drop_damaged_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
@click.option("--plugin", "plugins", multiple=True, metavar="FILE", help=t("cli.plugin_help"))
def command(directory: Path, **options: Any) -> None:
    """Carry a run to its end."""
    from steelyard.bundle import Bundle, restore_manifest
    from steelyard.cli.outcome import show_outcome
    from steelyard.cli.plugins import load_plugin_files
    from steelyard.cli.progress import choose_progress
    from steelyard.model import RunState
    from steelyard.pipeline import Options, resume

    load_plugin_files(options["plugins"])
    if options["drop_damaged"]:
        restore_manifest(directory)
    if Bundle(directory).state is RunState.FINISHED:
        click.echo(t("cli.resume_done", path=directory), err=True)
    progress = choose_progress(as_json=options["as_json"])
    bundle = resume(
        directory,
        options["sets"],
        drop_damaged=options["drop_damaged"],
        options=Options(progress=progress),
    )
    show_outcome(bundle, as_json=options["as_json"])
