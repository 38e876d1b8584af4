"""`steelyard doctor --server`: every setting of a service, explained and looked at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from steelyard.cli.server_extra import choose_file
from steelyard.errors import UserError
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.server.operations.explain import Explained

_MARKS = {True: "✓", False: "✗", None: "!"}


def show_settings(config: Path | None, data: Path | None) -> None:
    """Explain every setting, and say what is wrong.

    Raises:
        UserError: something is.
    """
    choose_file(config)
    from steelyard.server.operations.explain import explain, unknown_variables

    given = {} if data is None else {"data_dir": data.resolve()}
    found = explain(given)
    for one in found:
        _show(one)
    wrong = [*(said for one in found for said in one.problems), *unknown_variables()]
    for said in unknown_variables():
        click.echo(f"✗ {said}")
    problems = len(wrong) if wrong else _look(given)
    if problems:
        raise UserError(t("cli.doctor_problems", n=problems))
    click.echo(t("cli.doctor_fine"))


def _show(one: Explained) -> None:
    mark = "✗" if one.problems else "✓"
    click.echo(f"{mark} {one.name} = {one.shown}  ({one.said_origin})")
    if one.meaning:
        click.echo(f"    {one.meaning}")
    for said in one.problems:
        click.echo(f"    ✗ {said}")


def _look(given: dict[str, Path]) -> int:
    """Look at what the settings stand on; return how much of it is wrong."""
    from steelyard.server.operations.examine import examine
    from steelyard.server.settings import load_settings

    problems = 0
    for fine, name, said in examine(load_settings(**given)):
        click.echo(f"{_MARKS[fine]} {name}: {said}")
        problems += fine is False
    return problems
