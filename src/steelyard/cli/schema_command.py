"""`steelyard schema`."""

from __future__ import annotations

import click
import orjson

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("cli.schema_help"))
@click.option("--report", "of", flag_value="report", help=t("page.schema_report_help"))
@click.option("--comparison", "of", flag_value="comparison", help=t("page.schema_comparison_help"))
@click.option(
    "--leaderboard", "of", flag_value="leaderboard", help=t("page.schema_leaderboard_help")
)
def command(of: str | None) -> None:
    """Print the JSON Schema of the plan, or of what reports are written as."""
    if of is None:
        from steelyard.plan import plan_schema

        schema = plan_schema()
    else:
        from steelyard.report.schema import report_schema

        schema = report_schema(of)
    click.echo(orjson.dumps(schema, option=orjson.OPT_INDENT_2).decode())
