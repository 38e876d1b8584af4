"""`steelyard score`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("cli.score_help"))
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--scorer", "scorers", multiple=True, metavar="ID", help=t("cli.scorer_help"))
@click.option("--verdict", metavar="ID", help=t("cli.verdict_help"))
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help=t("cli.set_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
@click.option("--plugin", "plugins", multiple=True, metavar="FILE", help=t("cli.plugin_help"))
def command(directory: Path, **options: Any) -> None:
    """Score a run anew."""
    from steelyard.bundle import Bundle
    from steelyard.cli.outcome import show_outcome
    from steelyard.cli.plugins import load_plugin_files
    from steelyard.cli.progress import choose_progress
    from steelyard.pipeline import Options, rescore
    from steelyard.plan import apply_override, make_plan

    load_plugin_files(options["plugins"])
    bundle = Bundle(directory)
    content = dict(bundle.manifest.values["plan"])
    if options["scorers"]:
        content["scorers"] = list(options["scorers"])
    if options["verdict"]:
        content["verdict"] = options["verdict"]
    for override in options["sets"]:
        apply_override(content, override)
    plan = make_plan(content, source=str(directory))
    progress = choose_progress(as_json=options["as_json"])
    show_outcome(rescore(bundle, plan, Options(progress=progress)), as_json=options["as_json"])
