"""`steelyard power`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("power.help"), epilog=t("power.epilog"))
@click.argument("runs", nargs=-1, metavar="[RUN [RUN2]]", type=click.Path(path_type=Path))
@click.option("--see", type=float, metavar="DIFFERENCE", help=t("power.see_help"))
@click.option("--cases", type=int, metavar="N", help=t("power.cases_help"))
@click.option(
    "--indicator",
    metavar="ID",
    default="base.accuracy",
    help=t("power.indicator_help"),
)
@click.option("--epochs", type=int, metavar="K", default=1, help=t("power.epochs_help"))
@click.option("--power", type=float, metavar="SHARE", default=0.8, help=t("power.power_help"))
@click.option("--alpha", type=float, metavar="SHARE", default=0.05, help=t("power.alpha_help"))
@click.option("--alike", type=float, metavar="R", default=0.5, help=t("power.alike_help"))
@click.option("--json", "as_json", is_flag=True, help=t("power.json_help"))
def command(runs: tuple[Path, ...], as_json: bool, **options: Any) -> None:  # noqa: FBT001
    """Say how many cases a comparison needs."""
    from steelyard.analysis.comparison.planning import Question, plan_comparison
    from steelyard.bundle import Bundle

    plan = plan_comparison(Question(**options), *(Bundle(path) for path in runs))
    if as_json:
        import orjson

        option = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
        click.echo(orjson.dumps(plan.as_dict(), option=option).decode())
        return
    from steelyard.cli.console import ResultConsole
    from steelyard.report.comparison.power import print_power

    print_power(plan, ResultConsole())
