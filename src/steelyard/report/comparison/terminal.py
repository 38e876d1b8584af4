"""A comparison in a terminal: the verdict first, then tables, readable without colour.

Untrusted text is made visible first and enters as plain `Text`: it is never read as markup and
carries no escape sequence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from steelyard.i18n import t
from steelyard.report.comparison import rows
from steelyard.report.comparison.sentences import (
    basis,
    flips_lines,
    headline,
    own_reports,
    pairing_lines,
    trouble_line,
)
from steelyard.report.numbers import count_text, gate_text
from steelyard.report.terminal_style import say, table_of, title
from steelyard.report.text import one_line, visible

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.analysis.comparison import AgainstBase, Comparison, Flip
    from steelyard.report.comparison.rows import Section

_STYLES = {"better": "green", "worse": "red", "same": "dim", "untested": "dim"}
_SHOWN_FLIPS = 6
_PARTS = ("input", "expected", "base", "new")
_TEXT = 300


def terminal(comparison: Comparison, console: Console, *, everything: bool = False) -> None:
    """Print the comparison on `console` in the current language.

    Args:
        comparison: the comparison.
        console: where to.
        everything: all indicators, groups and flips that are there; otherwise a first look.
    """
    if own := own_reports(comparison):
        say(console, own)
    for run in comparison.runs:
        style = _STYLES.get(run.first.verdict, "") if not run.first.sources.differ else ""
        console.print(Text(headline(comparison, run), style=f"bold {style}".strip()))
    _gates(comparison, console)
    overview = rows.overview(comparison)
    if overview is not None:
        _table(overview, console)
    for run in comparison.runs:
        _against(comparison, run, console, everything=everything)


def _against(
    comparison: Comparison, run: AgainstBase, console: Console, *, everything: bool
) -> None:
    if len(comparison.runs) > 1:
        console.print()
        console.rule(Text(one_line(run.run.label, 60), style="bold"), align="left", style="dim")
    say(console, basis(comparison, run))
    for line in (*pairing_lines(run), *(one_line(note, 400) for note in run.notes)):
        say(console, line, style="yellow")
    sections = [
        rows.scores(comparison, run),
        rows.indicators(comparison, run, everything=everything),
        rows.passes(comparison, run),
        *rows.slices(comparison, run, everything=everything),
        rows.usage(comparison, run),
    ]
    for section in sections:
        if section is not None and section.rows:
            _table(section, console)
    trouble = trouble_line(run)
    if trouble is not None:
        say(console, trouble)
    _flips(run, console, everything=everything)


def _table(section: Section, console: Console) -> None:
    title(console, section.title, hint=section.hint)
    table = table_of(section.head[0])
    for heading, right in zip(section.head[1:], section.right[1:], strict=True):
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    for row, verdict in zip(section.rows, section.verdicts, strict=True):
        *cells, last = row
        table.add_row(*(Text(cell) for cell in cells), Text(last, style=_STYLES.get(verdict, "")))
    console.print(table)
    for line in (section.source, section.below):
        if line:
            say(console, line)


def _gates(comparison: Comparison, console: Console) -> None:
    for gate in comparison.gates:
        mark = "✓" if gate["passed"] else "✗"
        seen = gate["reason"] or t("comparison.gate_seen", value=gate_text(gate["observed"]))
        said = f"{mark} {one_line(str(gate['text']))} · {one_line(str(seen), 400)}"
        if len(comparison.runs) > 1:
            said += f" · {one_line(str(gate.get('run') or ''), 60)}"
        console.print(Text(said, style="green" if gate["passed"] else "red"))


def _flips(run: AgainstBase, console: Console, *, everything: bool) -> None:
    flips = run.flips
    if flips is None:
        return
    title(console, t("comparison.flips"))
    for line in flips_lines(flips):
        say(console, line)
    shown = flips.cases if everything else flips.cases[:_SHOWN_FLIPS]
    for flip in shown:
        _flip(flip, console)
    if (more := flips.broken + flips.fixed - len(shown)) > 0:
        say(console, t("comparison.more_flips", n=count_text(more)))


def _flip(flip: Flip, console: Console) -> None:
    broken = flip.change == "broken"
    where = " · ".join(one_line(part, 40) for part in (flip.scene, flip.domain) if part)
    head = Text.assemble(
        ("✗ " if broken else "✓ ", "red" if broken else "green"),
        (t(f"comparison.flip_{flip.change}"), "red" if broken else "green"),
        f"  {one_line(flip.case_id, 60)}",
        (f"  {where}" if where else "", "dim"),
    )
    console.print()
    console.print(head)
    _line(console, t("comparison.flip_input"), Text(one_line(flip.input, _TEXT)))
    if flip.expected is not None:
        _line(console, t("comparison.flip_expected"), Text(one_line(flip.expected, _TEXT)))
    _line(console, t("comparison.flip_base"), _answer(flip, "base"))
    _line(console, t("comparison.flip_new"), _answer(flip, "new"))


def _line(console: Console, name: str, text: Text) -> None:
    widest = max(cell_len(t(f"comparison.flip_{one}")) for one in _PARTS)
    line = Text.assemble((f"    {name}{' ' * (widest - cell_len(name))}  ", "dim"), text)
    line.truncate(max(console.width, 40) * 2, overflow="ellipsis")
    console.print(line)


def _answer(flip: Flip, side: str) -> Text:
    """Return one answer with what the other lacks set off."""
    output = flip.base_output if side == "base" else flip.new_output
    error = flip.base_error if side == "base" else flip.new_error
    if output is None:
        return Text(one_line(error or "–", _TEXT), style="italic")
    found = Text()
    for piece in flip.diff:
        if piece.where in ("both", side):
            style = "" if piece.where == "both" else "red" if side == "base" else "green"
            found.append(" ".join(visible(piece.text).split("\n")), style=style)
        if len(found) > _TEXT:
            break
    return found
