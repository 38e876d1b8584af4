"""`steelyard export`."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.interop.exports import Exported

_SECONDS = 5.0
_PATH = click.Path(path_type=Path)


@click.command(cls=LocalCommand, help=t("exports.help"), epilog=t("exports.epilog"))
@click.argument("directory", type=_PATH)
@click.option(
    "--to",
    required=True,
    metavar="csv|parquet|jsonl|inspect|trec|otel|mlflow",
    help=t("exports.to_help"),
)
@click.option("-o", "--output", type=_PATH, metavar="PATH", help=t("exports.output_help"))
@click.option("--force", is_flag=True, help=t("exports.force_help"))
@click.option("--bom", is_flag=True, help=t("exports.bom_help"))
@click.option("--raw", is_flag=True, help=t("exports.raw_help"))
@click.option("--tracking-uri", metavar="URI", help=t("exports.uri_help"))
@click.option("--experiment", metavar="NAME", help=t("exports.experiment_help"))
@click.option("--json", "as_json", is_flag=True, help=t("exports.json_help"))
def command(  # click passes by name
    directory: Path,
    to: str,
    output: Path | None,
    as_json: bool,  # noqa: FBT001
    **chosen: bool | str | None,
) -> None:
    """Write a run for another tool."""
    from steelyard.interop.exports import Options, export_run

    options = Options(**chosen, tell=_teller())  # type: ignore[arg-type]
    found = export_run(directory, to, output, options)
    if as_json:
        import orjson

        click.echo(orjson.dumps(found.as_dict(), option=orjson.OPT_INDENT_2).decode())
    else:
        _show(found)


def _teller() -> Callable[[int], None]:
    """Return what says every few seconds how far a long export is."""
    said_at = time.monotonic()

    def tell(rows: int) -> None:
        nonlocal said_at
        if time.monotonic() - said_at >= _SECONDS:
            said_at = time.monotonic()
            click.echo(t("exports.so_far", n=f"{rows:,}"), err=True)

    return tell


def _show(found: Exported) -> None:
    for place in [*found.paths, *([found.place] if found.place else [])]:
        click.echo(t("exports.written", path=place, n=found.rows), err=True)
    for note in found.notes:
        click.echo(t("exports.note", text=note.sentence), err=True)
