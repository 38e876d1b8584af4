"""`steelyard init`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click
import orjson

from steelyard.cli.frame import LocalCommand
from steelyard.errors import UserError
from steelyard.i18n import t

_FILES = ("plan.yaml", "cases.jsonl", "agent.py")


@click.command(cls=LocalCommand, help=t("cli.init_help"))
@click.argument("directory", default="my-eval", type=click.Path(path_type=Path))
def command(directory: Path) -> None:
    """Write a plan, cases and an agent to start from."""
    from steelyard.plan import plan_schema

    names = [*_FILES, "plan.schema.json"]
    if taken := [name for name in names if (directory / name).exists()]:
        message = t("cli.init_exists", path=directory / taken[0])
        raise UserError(message, hint=t("cli.init_exists_hint"))
    directory.mkdir(parents=True, exist_ok=True)
    template = files("steelyard.cli") / "template"
    for name in _FILES:
        (directory / name).write_bytes((template / name).read_bytes())
    schema = orjson.dumps(plan_schema(), option=orjson.OPT_INDENT_2)
    (directory / "plan.schema.json").write_bytes(schema)
    click.echo(t("cli.init_done", files=", ".join(names), path=directory))
