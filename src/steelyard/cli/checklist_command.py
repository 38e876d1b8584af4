"""`steelyard checklist`: environments against what an agent needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.frame import LocalCommand, echo_error
from steelyard.errors import GateError, InputError
from steelyard.i18n import t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.conditions.environments import Checklist

_PATH = click.Path(path_type=Path)
_COLOURS = {"pass": "green", "fail": "red", "unknown": "yellow"}


@click.command(
    cls=LocalCommand,
    help=t("environments.checklist_help"),
    epilog=t("environments.checklist_epilog"),
)
@click.argument("requirements", type=_PATH)
@click.argument("probes", nargs=-1, type=_PATH, metavar="[PROBE]...")
@click.option(
    "-o", "--output", type=_PATH, metavar="FILE", help=t("environments.checklist_output_help")
)
@click.option("--json", "as_json", is_flag=True, help=t("environments.checklist_json_help"))
@click.option("--strict", is_flag=True, help=t("environments.strict_help"))
def command(requirements: Path, probes: tuple[Path, ...], **options: Any) -> None:
    """Write the checklist of one or more environments."""
    from steelyard.conditions.environments.say import markdown

    output: Path | None = options["output"]
    if output is not None and output.suffix not in (".md", ".json"):
        raise InputError(t("environments.bad_ending", path=output))
    checklists = _checklists(requirements, probes)
    if output is not None:
        page = output.suffix == ".md"
        content = markdown(checklists, requirements.name) if page else _json(checklists)
        output.write_text(content, encoding="utf-8")
        click.echo(t("environments.written", path=output), err=True)
    if options["as_json"]:
        click.echo(_json(checklists), nl=False)
    elif output is None:
        _show(checklists)
    problems = _problems(checklists, strict=options["strict"])
    if problems and options["as_json"]:  # standard output stays one document
        echo_error("\n".join(problems))
        click.get_current_context().exit(GateError.exit_code)
    if problems:
        raise GateError("\n".join(problems))


def _checklists(requirements: Path, probes: tuple[Path, ...]) -> list[Checklist]:
    from steelyard.conditions.environments import (
        check_environment,
        load_requirements,
        named_items,
        read_probe,
        take_probe,
    )

    needs = load_requirements(requirements)
    if not probes:
        name = t("environments.here")
        return [check_environment(needs, take_probe(named_items(needs)), name=name)]
    taken = [read_probe(path) for path in probes]
    return [check_environment(needs, probe, name=probe.name or "") for probe in taken]


def _json(checklists: Sequence[Checklist]) -> str:
    import orjson

    from steelyard.conditions.environments.checklist import SCHEMA

    content = {"schema": SCHEMA, "environments": [one.as_dict() for one in checklists]}
    return orjson.dumps(content, option=orjson.OPT_INDENT_2).decode() + "\n"


def _show(checklists: Sequence[Checklist]) -> None:
    from rich.markup import escape
    from rich.table import Table

    from steelyard.cli.console import ResultConsole
    from steelyard.conditions.environments.say import (
        say_check,
        say_note,
        say_requirement,
        say_severity,
        summary,
    )

    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in (t("environments.requirement"), t("environments.severity")):
        table.add_column(head)
    for checklist in checklists:
        table.add_column(escape(checklist.name), overflow="fold")
    for checks in zip(*(one.checks for one in checklists), strict=True):
        asked = checks[0].requirement
        cells = [f"[{_COLOURS[one.status]}]{escape(say_check(one))}[/]" for one in checks]
        table.add_row(escape(say_requirement(asked)), say_severity(asked), *cells)
    for label, values in summary(checklists):
        table.add_row(f"[bold]{label}[/bold]", "", *values)
    console = ResultConsole()
    console.print(table)
    for checks in zip(*(one.checks for one in checklists), strict=True):
        note = say_note(checks[0].requirement.note)
        if note and any(one.status != "pass" for one in checks):
            console.print(escape(f"{checks[0].requirement.key}: {note}"))


def _problems(checklists: Sequence[Checklist], *, strict: bool) -> list[str]:
    """Return what fails the check, as a gate does: after everything has been shown and written."""
    problems = []
    for one in checklists:
        fail, unknown = one.count("fail"), one.count("unknown")
        if keys := ", ".join(one.failed_critical):
            problems.append(t("environments.critical_failed", name=one.name, keys=keys))
        elif strict and (fail or unknown):
            said = t("environments.strict_failed", name=one.name, fail=fail, unknown=unknown)
            problems.append(said)
    return problems
