"""`steelyard score`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.bundle import Bundle
    from steelyard.plan import Plan
    from steelyard.scorecards import Weighing


@click.command(cls=LocalCommand, help=t("cli.score_help"))
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--scorer", "scorers", multiple=True, metavar="ID", help=t("cli.scorer_help"))
@click.option("--verdict", metavar="ID", help=t("cli.verdict_help"))
@click.option("--scorecard", metavar="NAME|FILE", help=t("cli.scorecard_help"))
@click.option(
    "--indicator",
    "indicators",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=t("cli.indicator_help"),
)
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help=t("cli.set_help"))
@click.option("--json", "as_json", is_flag=True, help=t("cli.json_help"))
@click.option("--plugin", "plugins", multiple=True, metavar="FILE", help=t("cli.plugin_help"))
def command(directory: Path, **options: Any) -> None:
    """Score a run anew."""
    from steelyard.bundle import Bundle
    from steelyard.cli.outcome import show_outcome
    from steelyard.cli.plugins import load_plugin_files
    from steelyard.cli.progress import choose_progress
    from steelyard.pipeline import Options, rescore, reweigh
    from steelyard.signing import is_signed

    load_plugin_files(options["plugins"])
    bundle = Bundle(directory)
    plan, weighing = _wanted(bundle, options)
    chosen = Options(progress=choose_progress(as_json=options["as_json"]))
    # A scorecard changes nothing about the scores themselves: what is on disk is weighed anew.
    if weighing is not None and _same_scores(bundle, plan):
        reweigh(bundle, plan, weighing, chosen)
    else:
        rescore(bundle, plan, chosen, weighing)
    show_outcome(bundle, as_json=options["as_json"])
    if is_signed(directory):
        click.echo(t("signing.outdated", path=directory), err=True)


def _wanted(bundle: Bundle, options: dict[str, Any]) -> tuple[Plan, Weighing | None]:
    """Return the plan with what the options change, and the weighing if they name another."""
    from steelyard.indicators.sandbox import read_file
    from steelyard.plan import apply_override, make_plan
    from steelyard.scorecards import from_here, thaw_weighing, weighing_of, with_files

    old = bundle.manifest.values
    content = dict(old["plan"])
    for name in ("scorers", "verdict"):
        if options[name]:
            content[name] = _scorers(options[name]) if name == "scorers" else options[name]
    if isinstance(content.get("scorers"), str) and not options["verdict"]:
        content["verdict"] = None  # the verdict of an earlier list; the word says who decides
    if options["scorecard"]:
        content["scorecard"] = from_here(options["scorecard"])
    known = content.get("indicators", [])
    added = [str(path.resolve()) for path in options["indicators"]]
    content["indicators"] = [*known, *(path for path in added if path not in known)]
    for override in options["sets"]:
        apply_override(content, override)
    plan = make_plan(content, source=str(bundle.path))
    other = plan.scorecard != old["plan"].get("scorecard")
    if not (options["scorecard"] or options["indicators"] or other):
        return plan, None
    files = with_files(old.get("indicators", ()), [*map(read_file, options["indicators"])])
    if not (options["scorecard"] or other):
        return plan, thaw_weighing({**old, "indicators": files}, str(bundle.path))
    return plan, weighing_of(plan.scorecard, files, Path(old["base"]))


def _scorers(named: tuple[str, ...]) -> list[str] | str:
    """Return the scorers named, or the one word that lets the data choose them."""
    return named[0] if named in (("auto",), ("documented",)) else list(named)


def _same_scores(bundle: Bundle, plan: Plan) -> bool:
    """Return whether the plan scores the replies as they were scored."""
    old, new = bundle.manifest.values["plan"], plan.model_dump(mode="json")
    return all(old.get(name) == new.get(name) for name in ("scorers", "judges", "verdict"))
