"""The page of the command line: what `--help` says of every command.

python scripts/reference_commands.py LANGUAGE   prints it
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import click
from reference_words import pick

from steelyard.cli.main import COMMANDS, Commands
from steelyard.i18n import Language
from steelyard.model import Words

TITLE = Words("Commands", "命令")
ABOUT = Words(
    "What `steelyard COMMAND --help` prints, made by `scripts/reference.py`. With examples and "
    "outputs: [command line](../guide/command-line.md).",
    "即 `steelyard 命令 --help` 的输出，由 `scripts/reference.py` 生成。"
    "示例与输出见[命令行](../guide/command-line.zh.md)。",
)
WIDTH = 88


def command_page(language: Language) -> list[str]:
    """Return the page in one language, from a process that speaks it from its first import."""
    done = subprocess.run(
        [sys.executable, __file__, language],
        env={**os.environ, "STEELYARD_LANG": language, "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        check=True,
        encoding="utf-8",
    )
    return done.stdout.splitlines()


def _lines(language: Language) -> Iterator[str]:
    yield from (f"# {pick(TITLE, language)}", "", pick(ABOUT, language))
    group = Commands(name="steelyard")
    root = click.Context(group, info_name="steelyard", max_content_width=WIDTH)
    for name in COMMANDS:
        command = group.get_command(root, name)
        assert command is not None
        yield from ("", f"## {name}")
        yield from _help(command, click.Context(command, parent=root, info_name=name))


def _help(command: click.Command, context: click.Context) -> Iterator[str]:
    context.terminal_width = WIDTH
    text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    yield from ("", "```text", text, "```")
    for name in getattr(command, "commands", {}):
        inner = command.commands[name]  # type: ignore[attr-defined]
        yield from ("", f"### {context.info_name} {name}")
        yield from _help(inner, click.Context(inner, parent=context, info_name=name))


if __name__ == "__main__":
    sys.stdout.write("\n".join(_lines(sys.argv[1])))  # type: ignore[arg-type]
