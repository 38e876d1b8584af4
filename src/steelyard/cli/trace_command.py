"""`steelyard trace`: how a team talked, from a file of its messages."""

from __future__ import annotations

from pathlib import Path

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

_PATH = click.Path(path_type=Path)


@click.command(cls=LocalCommand, help=t("trace.help"), epilog=t("trace.epilog"))
@click.argument("file", type=_PATH)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["plain", "a2a", "otlp"]),
    help=t("trace.format_help"),
)
@click.option("--without", multiple=True, metavar="NAME", help=t("trace.without_help"))
@click.option("--tools", is_flag=True, help=t("trace.tools_help"))
@click.option(
    "--rows", default=20, type=click.IntRange(min=0), metavar="N", help=t("trace.rows_help")
)
@click.option("--json", "as_json", is_flag=True, help=t("trace.json_help"))
@click.option("-o", "--output", type=_PATH, metavar="FILE", help=t("trace.output_help"))
def command(
    file: Path,
    format_: str | None,
    without: tuple[str, ...],
    rows: int,
    output: Path | None,
    *,
    tools: bool,
    as_json: bool,
) -> None:
    """Show the messages of a trace file and their measures."""
    from steelyard.cli.trace_tables import as_plain, show
    from steelyard.interop import measure_traces, read_traces, write_traces

    traces = read_traces(file, format=format_, tools=tools)
    found = measure_traces(traces, without=without)
    if output is not None:
        write_traces(traces, output)
    if as_json:
        import orjson

        document = as_plain(traces, found)
        click.echo(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode())
        return
    show(traces, found, rows=rows)
    if output is not None:
        click.echo(t("trace.written", path=output), err=True)
