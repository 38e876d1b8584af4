"""What stands out in a run, in a terminal and in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from steelyard.i18n import pick
from steelyard.report.correlation.table import word
from steelyard.report.markdown_text import escaped
from steelyard.report.terminal_style import title
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.analysis.findings import Finding
    from steelyard.report.content import RunReport

_SHOWN = 3
_MARKS = {"bad": ("!", "yellow"), "good": ("✓", "green"), "neutral": ("·", "")}


def print_findings(report: RunReport, console: Console, *, everything: bool) -> None:
    """Print what stands out, the most important first; without `everything` only a few."""
    if not report.findings:
        return
    shown = report.findings if everything else report.findings[:_SHOWN]
    more = len(report.findings) - len(shown)
    hint = word("more_findings", n=more) if more else word("findings_hint")
    title(console, pick(word("findings")), hint=pick(hint))
    lines = Table.grid(padding=(0, 1))
    for finding in shown:
        mark, style = _MARKS[finding.tone]
        line = Text(one_line(pick(finding.sentence), 600))
        # Where to look matters most where something is to be done.
        if (everything or finding.tone == "bad") and (where := _where(finding)):
            line.append(f"  → {where}", style="dim")
        lines.add_row(Text(mark, style=style), line)
    console.print(Padding(lines, (0, 0, 0, 2), expand=False))


def finding_lines(report: RunReport) -> list[str]:
    """Return the section of a Markdown report; nothing when nothing stands out."""
    if not report.findings:
        return []
    lines = [f"## {pick(word('findings'))}", "", pick(word("findings_hint")), ""]
    for finding in report.findings:
        where = _where(finding)
        look = f" → {escaped(where)}" if where else ""
        lines.append(f"- {_MARKS[finding.tone][0]} {escaped(pick(finding.sentence), 600)}{look}")
    return lines


def _where(finding: Finding) -> str:
    """Return where to look: cases if there are any, else indicators."""
    named = finding.cases or finding.indicators[:2]
    return one_line(", ".join(named), 120)
