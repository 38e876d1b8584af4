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
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=t("promptfoo.from_help"),
)
def command(directory: Path, source: Path | None) -> None:
    """Write a plan, cases and an agent to start from."""
    from steelyard.plan import plan_schema

    if source is not None:
        _convert(source, directory)
        return

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


def _convert(source: Path, directory: Path) -> None:
    """Make plans of a promptfoo configuration, and say what could not be taken over."""
    from steelyard.interop import plans_from_promptfoo

    made = plans_from_promptfoo(source)
    if taken := [name for name in made.files if (directory / name).exists()]:
        message = t("cli.init_exists", path=directory / taken[0])
        raise UserError(message, hint=t("cli.init_exists_hint"))
    directory.mkdir(parents=True, exist_ok=True)
    for name, content in made.files.items():
        (directory / name).write_bytes(content)
    names, first = ", ".join(made.plans), made.plans[0]
    known = {"plans": len(made.plans), "cases": made.cases, "names": names}
    click.echo(t("promptfoo.made", path=directory, **known))
    if lines := made.left_out.sentences():
        click.echo("\n".join([t("promptfoo.left_out_head"), *lines]), err=True)
    click.echo(t("promptfoo.made_hint", path=directory, name=first), err=True)
