"""Help pages and usage errors in the user's language; what click itself says only in English."""

from __future__ import annotations

import re
import sys
from gettext import gettext
from typing import Any

import click

from steelyard.i18n import LANGUAGES, set_language, t


def language_option(arguments: list[str]) -> None:
    """Take `--lang` out of the arguments, before anything is said."""
    for number, word in enumerate(arguments):
        name, equals, value = word.partition("=")
        if name != "--lang":
            continue
        if not equals:
            value = arguments[number + 1] if number + 1 < len(arguments) else ""
        if value not in LANGUAGES:
            echo_error(f"--lang: en | zh ({value!r})")
            sys.exit(2)
        del arguments[number : number + (1 if equals else 2)]
        set_language(value)
        return


class LocalCommand(click.Command):
    """A command whose help page has headings in the user's language."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage line."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=t("cli.usage"))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their heading; arguments are in the text above."""
        options = [p for p in self.get_params(ctx) if isinstance(p, click.Option)]
        records = [record for option in options if (record := option.get_help_record(ctx))]
        if records:
            with formatter.section(t("cli.options")):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the epilog as it stands: it holds examples."""
        if self.epilog:
            formatter.write_paragraph()
            for line in self.epilog.splitlines():
                formatter.write(f"{line}\n")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Describe `--help` in the user's language."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = t("cli.help_help")
        return option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Say [OPTIONS] in the user's language."""
        pieces = super().collect_usage_pieces(ctx)
        return [t("cli.options_piece") if piece == "[OPTIONS]" else piece for piece in pieces]


class LocalGroup(LocalCommand, click.Group):
    """A group whose commands are listed with their short help."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options."""
        names = self.list_commands(ctx)
        with formatter.section(t("cli.commands")):
            formatter.write_dl([(name, self.line_about(ctx, name)) for name in names])
        super().format_options(ctx, formatter)

    def line_about(self, ctx: click.Context, name: str) -> str:
        """Return the one-line help of a command."""
        command = self.get_command(ctx, name)
        return command.get_short_help_str() if command else ""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Already written by `format_options`."""


def explain_usage(error: click.UsageError) -> None:
    """Print a usage error: what is wrong, and where the help is."""
    echo_error(_usage_sentence(error))
    if error.ctx is not None:
        click.echo(t("cli.see_help", command=error.ctx.command_path), err=True)


def echo_error(message: str) -> None:
    """Print an error to stderr."""
    click.echo(f"{click.style(t('cli.error'), fg='red', bold=True)} {message}", err=True)


def _usage_sentence(error: click.UsageError) -> str:
    match error:
        case click.NoSuchOption():
            close = ", ".join(error.possibilities or ())
            key = "cli.no_option_close" if close else "cli.no_option"
            return t(key, name=error.option_name, close=close)
        case click.MissingParameter() if error.param is not None:
            return t("cli.missing", name=_shown(error.param))
        case click.BadParameter() if error.param is not None:
            found = _told_again(error.param.type, error.message)
            return t("cli.bad_parameter", name=_shown(error.param), message=found)
        case click.BadOptionUsage():
            return t("cli.bad_parameter", name=error.option_name, message=error.message)
        case _:
            return gettext(error.message)


def _told_again(kind: click.ParamType[Any], message: str) -> str:
    """Return what click says of a value in the user's language: what was found, what is allowed."""
    quoted = re.match(r"(?s)'(.*)' is not ", message)
    if isinstance(kind, click.Choice) and quoted:
        allowed = ", ".join(str(choice) for choice in kind.choices)
        return t("cli.not_a_choice", found=quoted[1], allowed=allowed)
    if isinstance(kind, click.IntRange | click.FloatRange):
        beyond = re.match(r"(\S+) is not in the range", message)
        if beyond:
            low = "-∞" if kind.min is None else kind.min
            high = "∞" if kind.max is None else kind.max
            return t("cli.out_of_range", found=beyond[1], low=low, high=high)
    if quoted and kind.name.startswith(("integer", "float")):
        whole = kind.name.startswith("integer")
        return t("cli.not_whole" if whole else "cli.not_a_number", found=quoted[1])
    return message


def _shown(param: click.Parameter) -> str:
    return param.opts[0] if isinstance(param, click.Option) else param.make_metavar(_context())


def _context() -> Any:
    return click.get_current_context(silent=True) or click.Context(click.Command("steelyard"))
