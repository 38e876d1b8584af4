"""`steelyard probe`: what this environment is, or another one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.conditions.environments import Probe

_PATH = click.Path(path_type=Path)


@click.command(
    cls=LocalCommand, help=t("environments.probe_help"), epilog=t("environments.probe_epilog")
)
@click.option("-o", "--output", type=_PATH, metavar="FILE", help=t("environments.output_help"))
@click.option("--json", "as_json", is_flag=True, help=t("environments.probe_json_help"))
@click.option("--python", metavar="PATH", help=t("environments.python_help"))
@click.option("--command", "through", metavar="LINE", help=t("environments.command_help"))
@click.option("--name", metavar="NAME", help=t("environments.name_help"))
@click.option("--for", "needs", type=_PATH, metavar="REQUIREMENTS", help=t("environments.for_help"))
@click.option("--port", multiple=True, metavar="N", help=t("environments.port_help"))
@click.option("--reach", multiple=True, metavar="HOST:PORT", help=t("environments.reach_help"))
@click.option("--path", "writable", multiple=True, metavar="DIR", help=t("environments.path_help"))
@click.option("--program", multiple=True, metavar="NAME", help=t("environments.program_help"))
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=120.0,
    metavar="S",
    help=t("environments.timeout_help"),
)
def command(output: Path | None, **options: Any) -> None:
    """Probe an environment."""
    import orjson

    from steelyard.conditions.environments import Where, take_probe

    ask = _ask(options)
    where = Where(options["python"], options["through"], timeout=options["timeout"])
    name = options["name"] or (output.stem if output else None)
    probe = take_probe(ask, where, name=name)
    content = orjson.dumps(probe.as_dict(), option=orjson.OPT_INDENT_2).decode()
    if output is not None:
        output.write_text(content + "\n", encoding="utf-8")
        click.echo(t("environments.written", path=output), err=True)
    if options["as_json"]:
        click.echo(content)
    elif output is None:
        _show(probe)


def _ask(options: dict[str, Any]) -> dict[str, list[str]]:
    """Return the items asked for by name, on the command line and in a requirements file."""
    from steelyard.conditions.environments import load_requirements, named_items
    from steelyard.conditions.environments.requirements import name_problem
    from steelyard.errors import InputError

    ask: dict[str, list[str]] = {}
    if options["needs"]:
        ask.update(named_items(load_requirements(options["needs"])))
    for prefix in ("port", "reach", "writable", "program"):
        for name in options[prefix]:
            if problem := name_problem(prefix, name):
                option = "path" if prefix == "writable" else prefix
                raise InputError(t("environments.bad_name", option=f"--{option}", problem=problem))
            ask.setdefault(prefix, []).append(name)
    return ask


def _show(probe: Probe) -> None:
    from rich.markup import escape
    from rich.table import Table

    from steelyard.cli.console import ResultConsole
    from steelyard.conditions.environments.say import say_reason, say_value

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(t("environments.item"), no_wrap=True)
    table.add_column(t("environments.value"), overflow="fold")
    for key, item in probe.items.items():
        if item["value"] is None:
            said = f"[dim]– {escape(say_reason(item.get('reason'), item.get('detail', '')))}[/dim]"
        else:
            said = escape(say_value(item["value"]))
        table.add_row(escape(key), said)
    ResultConsole().print(table)
