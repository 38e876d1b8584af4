"""`steelyard run`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("cli.run_help"), epilog=t("cli.run_epilog"))
@click.argument("plan", type=click.Path(path_type=Path))
@click.option("--limit", type=click.IntRange(1), metavar="N", help=t("cli.limit_help"))
@click.option("--epochs", type=click.IntRange(1), metavar="N", help=t("cli.epochs_help"))
@click.option("-j", "--jobs", type=click.IntRange(1), metavar="N", help=t("cli.jobs_help"))
@click.option("--out", type=click.Path(path_type=Path), help=t("cli.out_help"))
@click.option("--scorecard", metavar="NAME|FILE", help=t("cli.scorecard_help"))
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help=t("cli.set_help"))
@click.option("--summary", is_flag=True, help=t("junit.summary_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
@click.option("--plugin", "plugins", multiple=True, metavar="FILE", help=t("cli.plugin_help"))
def command(plan: Path, **options: Any) -> None:
    """Run a plan."""
    from steelyard.bundle.layout import default_directory
    from steelyard.cli.outcome import show_outcome
    from steelyard.cli.plugins import load_plugin_files
    from steelyard.cli.progress import choose_progress
    from steelyard.errors import before_first_request
    from steelyard.pipeline import Options, run
    from steelyard.plan import load_plan
    from steelyard.scorecards import from_here

    load_plugin_files(options["plugins"])
    sets = list(options["sets"])
    if options["epochs"] is not None:
        sets.append(f"run.epochs={options['epochs']}")
    if options["jobs"] is not None:
        sets.append(f"run.concurrency={options['jobs']}")
    if options["scorecard"]:
        # A file on the command line is meant from here, one in the plan from the plan's folder.
        sets.append(f"scorecard={json.dumps(from_here(options['scorecard']))}")
    with before_first_request():
        loaded = load_plan(plan, sets)
    out = options["out"] or default_directory(loaded.name)
    progress = choose_progress(as_json=options["as_json"])
    chosen = Options(limit=options["limit"], progress=progress)
    bundle = run(loaded, plan.resolve().parent, out, chosen)
    show_outcome(bundle, as_json=options["as_json"], summary=options["summary"])
