"""`steelyard scorecard`: make, check and show scorecards, and find their weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand, LocalGroup
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.scorecards import Weighing

_PATH = click.Path(path_type=Path)
_INDICATOR = click.option(
    "--indicator",
    "indicators",
    multiple=True,
    type=_PATH,
    metavar="FILE",
    help=t("cli.indicator_help"),
)
_JSON = click.option("--json", "as_json", is_flag=True, help=t("cli_indicators.json_help"))


@click.group(
    cls=LocalGroup,
    help=t("cli_scorecard.help"),
    epilog=t("cli_scorecard.epilog"),
    no_args_is_help=True,
)
def command() -> None:
    """Make, check, show and weigh scorecards."""


@command.command(
    "new",
    cls=LocalCommand,
    help=t("cli_scorecard.new_help"),
    short_help=t("cli_scorecard.new_short"),
)
@click.option(
    "--template", default="default", metavar="NAME", help=t("cli_scorecard.template_help")
)
@click.option("-o", "--output", type=_PATH, metavar="FILE", help=t("cli_scorecard.output_help"))
def new(template: str, output: Path | None) -> None:
    """Write a template to begin from."""
    from steelyard.errors import UserError
    from steelyard.scorecards import template_text

    text = template_text(template)
    if output is None:
        click.echo(text, nl=False)
        return
    if output.exists():
        raise UserError(t("cli_scorecard.exists", path=output))
    text = text.replace(f"\nid: {template}\n", f"\nid: {output.stem}\n", 1)
    output.write_text(text, encoding="utf-8")
    click.echo(t("cli_scorecard.written", path=output), err=True)


@command.command(
    "check",
    cls=LocalCommand,
    help=t("cli_scorecard.check_help"),
    short_help=t("cli_scorecard.check_short"),
)
@click.argument("file", type=_PATH)
@_INDICATOR
@_JSON
def check(file: Path, indicators: tuple[Path, ...], as_json: bool) -> None:  # noqa: FBT001
    """Check a scorecard's file."""
    card = _weighing(str(file), indicators).card
    count = len(card.indicators())
    if as_json:
        _print_json({"ok": True, "id": card.id, "version": card.version, "hash": card.hash})
        return
    click.echo(
        t("cli_scorecard.good", id=card.id, version=card.version, n=count, hash=card.hash[:12])
    )


@command.command(
    "show",
    cls=LocalCommand,
    help=t("cli_scorecard.show_help"),
    short_help=t("cli_scorecard.show_short"),
    epilog=t("cli_scorecard.show_epilog"),
)
@click.argument("target", default="default", metavar="[NAME|FILE|RUN]")
@_INDICATOR
@_JSON
def show(target: str, indicators: tuple[Path, ...], as_json: bool) -> None:  # noqa: FBT001
    """Show a scorecard as a tree; with a run, what it came to."""
    from steelyard.cli.scorecard_tree import show_card, show_run

    if Path(target).is_dir():
        from steelyard.bundle import Bundle
        from steelyard.errors import UserError

        summary = Bundle(target).summary()
        if "tree" not in summary:
            raise UserError(t("cli_scorecard.no_tree", path=target))
        wanted = {key: summary[key] for key in ("scorecard", "tree", "overall", "gates")}
        _print_json(wanted) if as_json else show_run(wanted)
        return
    card = _weighing(target, indicators).card
    if as_json:
        _print_json(card.as_dict() | {"hash": card.hash})
    else:
        show_card(card)


@command.command(
    "weights",
    cls=LocalCommand,
    help=t("cli_scorecard.weights_help"),
    short_help=t("cli_scorecard.weights_short"),
    epilog=t("cli_scorecard.weights_epilog"),
)
@click.argument("sources", nargs=-1, type=_PATH, metavar="[MATRIX.csv|RUN]...")
@click.option(
    "--ahp", "matrices", multiple=True, type=_PATH, metavar="FILE", help=t("cli_scorecard.ahp_help")
)
@click.option("--entropy", is_flag=True, help=t("cli_scorecard.entropy_help"))
@click.option("--critic", is_flag=True, help=t("cli_scorecard.critic_help"))
@click.option(
    "--combine",
    type=click.Choice(["linear", "multiplicative", "game"]),
    help=t("cli_scorecard.combine_help"),
)
@click.option("--node", metavar="ID", help=t("cli_scorecard.node_help"))
@click.option("--write", type=_PATH, metavar="FILE", help=t("cli_scorecard.write_help"))
@_JSON
@click.pass_context
def weights(ctx: click.Context, /, sources: tuple[Path, ...], **options: Any) -> None:
    """Find weights by judgement, by spread, or by both."""
    from steelyard.cli.scorecard_weights import find_weights, show_weights, write_weights

    found = find_weights(sources, options)
    if options["write"] is not None and found.accepted:
        write_weights(options["write"], options["node"] or "overall", found)
    if options["as_json"]:
        _print_json(found.as_dict())
    else:
        show_weights(found)
        if options["write"] is not None and found.accepted:
            click.echo(t("cli_scorecard.written", path=options["write"]), err=True)
    ctx.exit(0 if found.accepted else 1)


def _weighing(scorecard: str, indicators: tuple[Path, ...]) -> Weighing:
    from steelyard.scorecards import load_weighing

    return load_weighing(scorecard, [str(path) for path in indicators])


def _print_json(content: Any) -> None:
    import orjson

    click.echo(orjson.dumps(content, option=orjson.OPT_INDENT_2).decode())
