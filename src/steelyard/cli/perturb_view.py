"""How `steelyard perturb` shows variants: the text with what was changed in it standing out."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import orjson

from steelyard.cli.console import ResultConsole
from steelyard.conditions.perturbations import PERTURBATIONS, Perturbation, Skipped
from steelyard.conditions.perturbations.content import find_text
from steelyard.i18n import pick, t

if TYPE_CHECKING:
    from rich.text import Text

    from steelyard.cli.perturb_command import Tally

_LONGEST = 240  # characters of one text that are shown
_AROUND = 40
_PLAIN_SECONDS = 5.0


class CaseView:
    """Shows a case and its variants below each other."""

    def __init__(self, field: str | None) -> None:
        self._console = ResultConsole()
        self._field = field
        self._coloured = self._console.is_terminal and not self._console.no_color

    def show(
        self,
        record: dict[str, Any],
        made: Sequence[dict[str, Any]],
        skipped: Sequence[Skipped],
    ) -> None:
        """Print one case."""
        from rich.table import Table
        from rich.text import Text

        found = find_text(record["input"], self._field)
        text = found.text if found else ""
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        table.add_row(Text(t("cli_perturb.clean"), "dim"), Text(visible(_clip(text, 0))))
        for variant in made:
            name = variant["case_id"].removeprefix(f"{record['case_id']}~")
            changes = variant["condition_proof"]["changes"]
            table.add_row(name, self._marked(text, changes))
        for item in skipped:
            line = t("cli_perturb.not_applied", reason=item.reason)
            table.add_row(Text(item.kind, "dim"), Text(line, "dim"))
        self._console.print(Text(str(record["case_id"]), "bold"))
        self._console.print(table)
        self._console.print()

    def _marked(self, text: str, changes: Sequence[dict[str, Any]]) -> Text:
        """Return the text as it is now, what is new between « » or coloured."""
        from rich.text import Text

        first = max(0, changes[0]["start"] - _AROUND)
        if len(text) <= _LONGEST:
            first = 0
        line = Text("…" if first else "")
        at = first
        for change in changes:
            if change["start"] > first + _LONGEST:
                break
            line.append(visible(text[at : change["start"]]))
            self._mark(line, change["before"], change["after"])
            at = change["end"]
        line.append(visible(_clip(text[at:], len(line))))
        return line

    def _mark(self, line: Text, before: str, after: str) -> None:
        said = visible(_clip(after, 0))
        if not after:
            gone = t("cli_perturb.removed", text=visible(_clip(before, _LONGEST - _AROUND)))
            line.append(gone if self._coloured else f"«{gone}»", "red dim")
        else:
            line.append(said if self._coloured else f"«{said}»", "bold red")


def visible(text: str) -> str:
    """Return text for the terminal: what cannot be seen or would move the cursor is named."""
    return "".join(
        "⏎" if c == "\n" else c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text
    )


def show_list(*, as_json: bool) -> None:
    """Print every perturbation."""
    if as_json:
        click.echo(orjson.dumps([_facts(record) for record in PERTURBATIONS]).decode())
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("id", "languages", "kind", "strength", "meaning"):
        table.add_column(t(f"cli_perturb.col_{name}"), no_wrap=name != "meaning")
    for record in PERTURBATIONS:
        stays = "stays" if record.behavior is None else f"then_{record.behavior}"
        strength = f"{record.strength.name} {record.strength.default:g}"
        table.add_row(
            record.id,
            " ".join(record.languages),
            t(f"cli_perturb.{stays}"),
            strength,
            pick(record.meaning),
        )
    ResultConsole().print(table)


def _facts(record: Perturbation) -> dict[str, Any]:
    return {
        "id": record.id,
        "version": record.version,
        "title": pick(record.title),
        "meaning": pick(record.meaning),
        "kind": record.kind,
        "languages": record.languages,
        "needs": pick(record.needs),
        "strength": {
            "name": record.strength.name,
            "default": record.strength.default,
            "minimum": record.strength.minimum,
            "maximum": record.strength.maximum,
        },
        "expected_behavior": record.behavior,
        "attack": record.attack,
    }


def summarise(tally: Tally, *, as_json: bool, path: Path | None) -> None:
    """Say how many variants there are and what did not apply."""
    if as_json:
        from steelyard.cli.progress import emit

        emit(
            "done",
            cases=tally.cases,
            variants=tally.variants,
            rejected=tally.rejected,
            skipped=dict(tally.skipped),
            output=None if path is None else str(path),
        )
        return
    made = t("cli_perturb.made", n=tally.variants, cases=tally.cases)
    click.echo(made if path is None else t("cli_perturb.written", made=made, path=path))
    if tally.skipped and path is not None:
        kinds = ", ".join(f"{kind} × {count}" for kind, count in sorted(tally.skipped.items()))
        click.echo(t("cli_perturb.skipped", kinds=kinds))
    if tally.rejected:
        note = t("cli_perturb.rejected", n=tally.rejected)
        click.echo(f"{t('cli.warning')} {note}", err=True)


@contextmanager
def counting(tally: Tally) -> Iterator[Callable[[], None]]:
    """Show how far the writing is: live on a terminal, a line every few seconds elsewhere."""
    if sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status("") as status:
            yield lambda: status.update(_progress(tally))
        return
    said_at = time.monotonic()

    def tick() -> None:
        nonlocal said_at
        if time.monotonic() - said_at >= _PLAIN_SECONDS:
            said_at = time.monotonic()
            click.echo(f"  {_progress(tally)}", err=True)

    yield tick


def _progress(tally: Tally) -> str:
    return t("cli_perturb.reading", cases=tally.cases, n=tally.variants)


def _clip(text: str, used: int) -> str:
    room = max(_AROUND, _LONGEST - used)
    return text if len(text) <= room else text[: room - 1] + "…"
