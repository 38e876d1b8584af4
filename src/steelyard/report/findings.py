"""What stands out in a run, in a terminal and in Markdown, and the comparisons behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from steelyard.i18n import pick
from steelyard.model import Words
from steelyard.report.correlation.markdown import table_lines
from steelyard.report.correlation.table import Table, chance
from steelyard.report.correlation.terminal import print_table
from steelyard.report.markdown_text import escaped
from steelyard.report.numbers import count_text, points_text, significant, value_text
from steelyard.report.terminal_style import say, title
from steelyard.report.text import one_line
from steelyard.report.wording import words

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.analysis.findings import DifferenceTest, Finding
    from steelyard.report.content import RunReport

_SHOWN = 3
_NAME = 60
_MARKS = {"bad": ("!", "yellow"), "good": ("✓", "green"), "neutral": ("·", "")}


def harm(report: RunReport) -> list[Finding]:
    """Return the harm that was done: the first sentences of every report."""
    return [finding for finding in report.findings if finding.group == "harm"]


def beyond_harm(report: RunReport) -> list[Finding]:
    """Return the other findings."""
    return [finding for finding in report.findings if finding.group != "harm"]


def comparisons_made(report: RunReport) -> Words | None:
    """Return how many comparisons could have accused the agent; None when there was none."""
    made = sum(test.p is not None for test in report.difference_tests)
    if not made:
        return None
    return words(
        "findings.one_comparison_made" if made == 1 else "findings.comparisons_made",
        n=count_text(made),
    )


def met_mark(report: RunReport) -> str:
    """Return the mark of a gate that is met: nothing is ticked off while the level is bad."""
    level = [finding.tone for finding in report.findings if finding.group == "level"]
    return "·" if "bad" in level else "✓"


def print_harm(report: RunReport, console: Console) -> None:
    """Print the harm that was done, before anything else."""
    for finding in harm(report):
        line = Text(f"! {one_line(pick(finding.sentence), 600)}", style="red bold")
        line.append(f"  → {_where(finding)}", style="not bold")
        console.print(line)


def print_findings(report: RunReport, console: Console, *, everything: bool) -> None:
    """Print what stands out beyond harm; without `everything` only a few."""
    found = beyond_harm(report)
    if not found:
        return
    shown = found if everything else found[:_SHOWN]
    more = len(found) - len(shown)
    hint = words("findings.more", n=more) if more else words("findings.hint")
    title(console, pick(words("findings.title")), hint=pick(hint))
    lines = Grid.grid(padding=(0, 1))
    for finding in shown:
        mark, style = _MARKS[finding.tone]
        line = Text(one_line(pick(finding.sentence), 600))
        # Where to look matters most where something is to be done.
        if (everything or finding.tone == "bad") and (where := _where(finding)):
            line.append(f"  → {where}", style="dim")
        lines.add_row(Text(mark, style=style), line)
    console.print(Padding(lines, (0, 0, 0, 2), expand=False))
    if (made := comparisons_made(report)) is not None:
        say(console, pick(made))


def print_difference_tests(report: RunReport, console: Console, *, everything: bool) -> None:
    """Print every comparison, for readers who want everything."""
    if everything and (table := difference_table(report)) is not None:
        print_table(table, console)


def harm_lines(report: RunReport) -> list[str]:
    """Return the harm that was done, for the top of a Markdown report."""
    lines = []
    for finding in harm(report):
        said, where = escaped(pick(finding.sentence), 600), escaped(_where(finding))
        lines += [f"> **! {said}** → {where}", ""]
    return lines


def finding_lines(report: RunReport) -> list[str]:
    """Return the section of a Markdown report; nothing when nothing stands out."""
    found = beyond_harm(report)
    if not found:
        return []
    lines = [f"## {pick(words('findings.title'))}", "", pick(words("findings.hint")), ""]
    for finding in found:
        where = _where(finding)
        look = f" → {escaped(where)}" if where else ""
        lines.append(f"- {_MARKS[finding.tone][0]} {escaped(pick(finding.sentence), 600)}{look}")
    made = comparisons_made(report)
    return lines if made is None else [*lines, "", pick(made)]


def difference_lines(report: RunReport) -> list[str]:
    """Return the table of comparisons in Markdown; nothing without one."""
    table = difference_table(report)
    return [] if table is None else table_lines(table, "##", None)


def difference_table(report: RunReport) -> Table | None:
    """Return every comparison with its outcome; None when there was none."""
    if not report.difference_tests:
        return None
    headings = ["compared", "value_here", "reference", "difference", "n", "adjusted_p"]
    return Table(
        words("findings.difference_tests"),
        [
            *(words(f"findings.test_{heading}") for heading in headings),
            words("findings.test_outcome"),
        ],
        [_cells(test) for test in report.difference_tests],
        "lrrrrrl",
        hint=words("findings.difference_tests_hint"),
    )


def _cells(test: DifferenceTest) -> list[str | Words]:
    if test.kind.endswith("_time"):
        numbers = [f"× {significant(test.value)}", "× 1", f"{points_text(test.value - 1)} %"]
    else:
        numbers = [value_text(test.value, "%"), value_text(test.reference, "%")]
        numbers.append(points_text(test.value - test.reference))
    name = Words(*(one_line(text, _NAME) for text in test.name))
    if test.kind not in ("unseen", "abnormal", "slow"):  # which are one group each, and named so
        name = words(f"findings.test_{test.kind}", name=name)
    return [name, *numbers, count_text(test.n), chance(test.adjusted), _outcome(test)]


def _outcome(test: DifferenceTest) -> Words:
    if test.p is None:
        return words("findings.test_not_tested", groups=significant(test.effective, 2))
    return words("findings.test_worse" if test.established else "findings.not_established")


def _where(finding: Finding) -> str:
    """Return where to look: cases if there are any, else indicators."""
    named = finding.cases or finding.indicators[:2]
    return one_line(", ".join(named), 120)
