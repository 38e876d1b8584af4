"""`steelyard indicators`: what can be measured, and indicators of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand, LocalGroup
from steelyard.i18n import pick, t

if TYPE_CHECKING:
    from steelyard.indicators import Indicator
    from steelyard.indicators.sandbox import Problem

_PATH = click.Path(path_type=Path)


@click.group(
    cls=LocalGroup,
    help=t("cli_indicators.help"),
    epilog=t("cli_indicators.epilog"),
    no_args_is_help=True,
)
def command() -> None:
    """List, explain, check and try indicators."""


@command.command(
    "list",
    cls=LocalCommand,
    help=t("cli_indicators.list_help"),
    short_help=t("cli_indicators.list_short"),
)
@click.option("--json", "as_json", is_flag=True, help=t("cli_indicators.json_help"))
def list_(as_json: bool) -> None:  # noqa: FBT001 - click passes by name
    """List the catalog."""
    from steelyard.cli.list_command import indicator_rows, print_rows

    print_rows(indicator_rows(), as_json=as_json)


@command.command(
    "explain",
    cls=LocalCommand,
    help=t("cli_indicators.explain_help"),
    short_help=t("cli_indicators.explain_short"),
)
@click.argument("id_", metavar="ID")
def explain(id_: str) -> None:
    """Explain one indicator."""
    from steelyard.cli.explain_command import explain_id
    from steelyard.indicators import get_indicator

    get_indicator(id_)  # an id of something else is no indicator
    click.echo("\n".join(explain_id(id_)))


@command.command(
    "check",
    cls=LocalCommand,
    help=t("cli_indicators.check_help"),
    short_help=t("cli_indicators.check_short"),
)
@click.argument("file", type=_PATH)
@click.option("--json", "as_json", is_flag=True, help=t("cli_indicators.json_help"))
@click.pass_context
def check(ctx: click.Context, file: Path, as_json: bool) -> None:  # noqa: FBT001
    """Check a file of indicators."""
    from steelyard.indicators import using_indicators
    from steelyard.indicators.sandbox import check_files, read_file
    from steelyard.indicators.sandbox.files import read_one

    content = read_file(file)
    problems = check_files([content])
    wrong = {problem.id for problem in problems}
    good = {
        str(id_): read_one(content, str(id_), raw)
        for id_, raw in content["indicators"].items()
        if str(id_) not in wrong
    }
    with using_indicators(good):
        needs = {id_: _needs(id_) for id_ in good}
    if as_json:
        _print_json(
            {
                "ok": not problems,
                "indicators": [{"id": id_, "needs": needs[id_]} for id_ in good],
                "problems": [problem._asdict() for problem in problems],
            }
        )
    else:
        _print_checked(good, needs, problems)
    ctx.exit(1 if problems else 0)


@command.command(
    "try",
    cls=LocalCommand,
    help=t("cli_indicators.try_help"),
    short_help=t("cli_indicators.try_short"),
    epilog=t("cli_indicators.try_epilog"),
)
@click.argument("file", type=_PATH)
@click.argument("source", type=_PATH, metavar="RUN|DATA.jsonl")
@click.option("--by", multiple=True, metavar="COLUMN", help=t("cli_indicators.by_help"))
@click.option("--params", default="{}", metavar="JSON", help=t("cli_indicators.params_help"))
@click.option(
    "--seconds",
    default=30.0,
    type=click.FloatRange(0.01),
    metavar="S",
    help=t("cli_indicators.seconds_help"),
)
@click.option(
    "--memory",
    default=1024,
    type=click.IntRange(1),
    metavar="MB",
    help=t("cli_indicators.memory_help"),
)
@click.option("--json", "as_json", is_flag=True, help=t("cli_indicators.json_help"))
def try_(file: Path, source: Path, **options: Any) -> None:
    """Compute a file of indicators on a run or on rows."""
    from steelyard.cli.compute_command import read_object
    from steelyard.errors import InputError
    from steelyard.indicators.sandbox import Limits, read_file, records_of, try_indicator

    files = [read_file(file)]
    limits = Limits(seconds=options["seconds"], memory_mb=options["memory"])
    params = read_object("--params", options["params"])
    problems, found = try_indicator(files, source, limits, params=params, by=options["by"])
    if problems:
        raise InputError("\n".join(problem.message for problem in problems))
    if options["as_json"]:
        groups = {
            column: [
                {"group": group, "indicators": [value.as_dict() for value in values.values()]}
                for group, values in groups.items()
            ]
            for column, groups in found.groups.items()
        }
        values = [value.as_dict() for value in found.values.values()]
        _print_json({"indicators": values, "groups": groups})
        return
    from steelyard.cli.indicator_tables import show

    show(found, records_of(files))


def _needs(id_: str) -> list[str]:
    from steelyard.indicators import indicator_needs

    needs = indicator_needs(id_)
    return [*needs["required"], *(t("indicators.or").join(group) for group in needs["any_of"])]


def _print_checked(
    good: dict[str, Indicator], needs: dict[str, list[str]], problems: list[Problem]
) -> None:
    for id_, record in good.items():
        fields = ", ".join(needs[id_]) or "–"
        click.echo(t("cli_indicators.good", id=id_, name=pick(record.name), fields=fields))
    for problem in problems:
        click.echo(f"{click.style('✗', fg='red')} {problem.message}")


def _print_json(content: Any) -> None:
    import orjson

    click.echo(orjson.dumps(content, option=orjson.OPT_INDENT_2).decode())
