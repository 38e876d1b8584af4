"""`steelyard compute`: the trial bench. One formula on given inputs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import orjson

from steelyard.cli.frame import LocalCommand
from steelyard.errors import InputError
from steelyard.i18n import t


@click.command(cls=LocalCommand, help=t("cli.compute_help"), epilog=t("cli.compute_epilog"))
@click.argument("id_", metavar="ID")
@click.option("--inputs", default="{}", metavar="JSON", help=t("cli.inputs_help"))
@click.option("--params", default="{}", metavar="JSON", help=t("cli.params_help"))
@click.option("--plugin", "plugins", multiple=True, metavar="FILE", help=t("cli.plugin_help"))
def command(id_: str, inputs: str, params: str, plugins: tuple[str, ...]) -> None:
    """Compute one algorithm."""
    from steelyard.cli.plugins import load_plugin_files
    from steelyard.model import compute

    load_plugin_files(plugins)
    result = compute(id_, read_object("--inputs", inputs), read_object("--params", params))
    options = orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_INDENT_2
    click.echo(orjson.dumps(result, option=options).decode())


def read_object(option: str, text: str) -> dict[str, Any]:
    """Read a JSON object from the text, a file (@path) or standard input (-)."""
    if text == "-":
        text = sys.stdin.read()
    elif text.startswith("@"):
        path = Path(text[1:])
        if not path.is_file():
            raise InputError(t("cli.no_file", path=path))
        text = path.read_text(encoding="utf-8-sig")
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        shown = text if len(text) <= 80 else text[:77] + "..."
        raise InputError(t("cli.bad_json", option=option, error=error, found=shown)) from None
    if not isinstance(value, dict):
        found = type(value).__name__
        raise InputError(t("cli.not_an_object", option=option, found=found))
    return value
