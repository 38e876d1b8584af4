"""`steelyard push`: runs of this machine to a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.cli.remote import server_options
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("remote.push_help"), epilog=t("remote.push_epilog"))
@click.argument("directory", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--tag", "tags", multiple=True, metavar="TAG", help=t("remote.tag_help"))
@server_options
@click.option("--json", "as_json", is_flag=True, help=t("remote.json_help"))
def command(directory: tuple[Path, ...], *, as_json: bool, **options: Any) -> None:
    """Push runs."""
    from steelyard.cli.remote import open_project, plain, print_json
    from steelyard.cli.remote_progress import transfer_shown

    tags = options.pop("tags")
    shown = []
    with open_project(**options) as project:
        for folder in directory:
            with transfer_shown(t("remote.pushing", path=folder), as_json=as_json) as tell:
                pushed = project.runs.push_bundle(folder, tell=tell)
            run = pushed.run
            if tags:
                run = project.runs.change(run.id, tags=[*dict.fromkeys([*run.tags, *tags])])
            shown.append({"new": pushed.new, **plain(run)})
            if not as_json:
                key = "remote.pushed" if pushed.new else "remote.pushed_before"
                click.echo(t(key, path=folder, id=run.id), err=True)
    if as_json:
        print_json(shown)
