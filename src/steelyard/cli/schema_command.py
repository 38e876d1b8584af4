"""`steelyard schema`."""

from __future__ import annotations

import click
import orjson

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("cli.schema_help"))
def command() -> None:
    """Print the JSON Schema of the plan."""
    from steelyard.plan import plan_schema

    click.echo(orjson.dumps(plan_schema(), option=orjson.OPT_INDENT_2).decode())
