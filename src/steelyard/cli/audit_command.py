"""`steelyard audit`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("audit.help"), epilog=t("audit.epilog"))
@click.argument("plan", type=click.Path(path_type=Path))
@click.option(
    "--max", "most", type=click.FloatRange(0, 1), metavar="SHARE", help=t("audit.max_help")
)
@click.option("--all", "show_all", is_flag=True, help=t("audit.all_help"))
@click.option("--strict", is_flag=True, help=t("audit.strict_help"))
@click.option("--limit", type=click.IntRange(1), metavar="N", help=t("audit.limit_help"))
@click.option("--scorecard", metavar="NAME|FILE", help=t("cli.scorecard_help"))
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help=t("cli.set_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
@click.option("--plugin", "plugins", multiple=True, metavar="FILE", help=t("cli.plugin_help"))
def command(plan: Path, **options: Any) -> None:
    """Audit a plan; exit 1 when something is wrong, 2 when the plan is."""
    import json

    import orjson

    from steelyard.audit import MOST, audit_plan
    from steelyard.cli.audit_view import print_audit
    from steelyard.cli.plugins import load_plugin_files
    from steelyard.errors import before_first_request
    from steelyard.plan import load_plan
    from steelyard.scorecards import from_here

    load_plugin_files(options["plugins"])
    sets = list(options["sets"])
    if options["scorecard"]:
        sets.append(f"scorecard={json.dumps(from_here(options['scorecard']))}")
    most = MOST if options["most"] is None else options["most"]
    with before_first_request():
        loaded = load_plan(plan, sets)
        audit = audit_plan(
            loaded,
            plan.resolve().parent,
            most=most,
            limit=options["limit"],
            strict=options["strict"],
        )
    if options["as_json"]:
        click.echo(orjson.dumps(audit.as_dict()).decode())
    else:
        print_audit(audit, show_all=options["show_all"])
    if not audit.passed:
        click.get_current_context().exit(1)
