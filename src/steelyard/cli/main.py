"""`steelyard`: finds the command, loads only its file, and turns errors into sentences.

Exit codes: 0 fine, 1 the user can fix it, 2 usage or a refused run, 3 a gate failed or a run is not
verified, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module

import click

from steelyard import __version__
from steelyard.cli.frame import LocalGroup, echo_error, explain_usage, language_option
from steelyard.cli.terminal import tolerate_encoding
from steelyard.errors import SteelyardError
from steelyard.i18n import say, t
from steelyard.machine import trouble_of

# In the order a newcomer needs them.
COMMANDS = (
    "demo",
    "init",
    "validate",
    "audit",
    "perturb",
    "run",
    "resume",
    "import",
    "score",
    "report",
    "figures",
    "compare",
    "power",
    "leaderboard",
    "correlate",
    "export",
    "sign",
    "verify",
    "retrieval",
    "judge",
    "trace",
    "indicators",
    "scorecard",
    "probe",
    "checklist",
    "chaos",
    "list",
    "explain",
    "compute",
    "schema",
    "login",
    "push",
    "task",
    "serve",
    "worker",
    "admin",
    "doctor",
)


class Commands(LocalGroup):
    """Loads a command's file when it is called, so that `--help` stays light."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return every command in teaching order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import the file of one command."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"steelyard.cli.{name}_command").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Say what is close to a mistyped command."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            close = get_close_matches(name, COMMANDS, n=1)
            key = "cli.no_command_close" if close else "cli.no_command"
            raise click.UsageError(t(key, name=name, close="".join(close)), ctx)
        return super().resolve_command(ctx, args)

    def line_about(self, ctx: click.Context, name: str) -> str:
        """Return the one-line help of a command without importing it."""
        return t(f"cli.{name}_short")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language_option(given)
    tolerate_encoding()
    debug = "--debug" in given or bool(os.environ.get("STEELYARD_DEBUG"))
    given = [word for word in given if word != "--debug"]
    try:
        code = _group().main(given, prog_name="steelyard", standalone_mode=False)
    except click.UsageError as error:
        explain_usage(error)
        code = 2
    except (KeyboardInterrupt, click.Abort):
        echo_error(t("cli.interrupted"))
        code = 130
    except SteelyardError as error:
        if debug:
            raise
        report_error(error, as_event="--json" in given)
        code = error.exit_code
    except BrokenPipeError:  # the reader of our output has gone; that is its right
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        if debug:
            raise
        if (trouble := trouble_of(error)) is not None:
            report_error(trouble, as_event="--json" in given)
            sys.exit(trouble.exit_code)
        echo_error(t("cli.bug", error=f"{type(error).__name__}: {error}"))
        code = 1
    sys.exit(code if isinstance(code, int) else 0)


def report_error(error: SteelyardError, *, as_event: bool) -> None:
    """Say what is wrong: a sentence for people, or an event for programs."""
    if not as_event:
        echo_error(say(error))
        return
    from steelyard.cli.progress import emit

    emit("error", code=error.code, message=say(error), exit_code=error.exit_code)


def _group() -> Commands:
    return Commands(
        name="steelyard",
        help=t("cli.help"),
        epilog=t("cli.epilog"),
        no_args_is_help=True,
        params=[
            click.Option(
                ["--version"],
                is_flag=True,
                expose_value=False,
                is_eager=True,
                callback=_print_version,
                help=t("cli.version_help"),
            ),
            click.Option(["--lang"], metavar="en|zh", expose_value=False, help=t("cli.lang_help")),
            click.Option(["--debug"], is_flag=True, expose_value=False, help=t("cli.debug_help")),
        ],
    )


def _print_version(ctx: click.Context, _param: click.Parameter, value: object) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"steelyard {__version__}")
        ctx.exit()
