"""How measures go together, in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.i18n import pick
from steelyard.model import Words
from steelyard.report.correlation.document import headline, notes, parts
from steelyard.report.correlation.matrix import pair_table
from steelyard.report.correlation.relations import relation_table
from steelyard.report.correlation.table import Cell, Table, word
from steelyard.report.markdown_text import escaped, table

if TYPE_CHECKING:
    from steelyard.analysis.correlation import Correlation
    from steelyard.report.content import RunReport


def markdown(found: Correlation) -> str:
    """Return the analysis in the current language."""
    lines = [f"# {pick(word('title'))}", "", escaped(pick(headline(found)))]
    for note in notes(found):
        lines += ["", f"> {escaped(pick(note), 600)}"]
    for heading, part in parts(found, everything=True):
        if isinstance(part, Table):
            lines += ["", *table_lines(part, "##", heading)]
            continue
        if heading is not None:
            lines += ["", f"## {escaped(pick(heading))}"]
        lines += ["", *(f"- {escaped(pick(remark), 600)}" for remark in part)]
    return "\n".join(lines) + "\n"


def correlation_lines(report: RunReport) -> list[str]:
    """Return the section of a run's report; nothing when there is nothing to relate."""
    found = report.correlation
    if found is None:
        return []
    lines = [f"## {pick(word('title'))}", "", escaped(pick(headline(found)))]
    for relations in found.relations:
        lines += ["", *table_lines(relation_table(relations), "###")]
    if (pairs := pair_table(found)) is not None:
        lines += ["", *table_lines(pairs, "###")]
    return lines


def table_lines(part: Table, level: str, heading: Words | None = None) -> list[str]:
    """Return a table under its title."""
    named = escaped(pick(part.title))
    if heading is not None:
        named = f"{named} · {escaped(pick(heading), 60)}"
    lines = [f"{level} {named}", ""]
    if part.hint is not None:
        lines += [escaped(pick(part.hint), 400), ""]
    head = [_cell(cell) for cell in part.headings]
    lines += table(head, [[_cell(cell) for cell in row] for row in part.rows], part.sides)
    if part.more is not None:
        lines += ["", f"*{escaped(pick(part.more))}*"]
    return lines


def _cell(cell: Cell) -> str:
    return escaped(pick(cell) if isinstance(cell, Words) else cell, 300)
