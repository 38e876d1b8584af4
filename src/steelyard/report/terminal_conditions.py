"""What was done to the agent, in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from steelyard.i18n import pick
from steelyard.report import conditions as said
from steelyard.report import wording
from steelyard.report.condition_matrices import condition_matrices
from steelyard.report.correlation.terminal import print_table
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    interval_text,
    seconds_text,
    significant,
    value_text,
)
from steelyard.report.terminal_style import WIDE, say, table_of, title, word
from steelyard.report.text import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from steelyard.analysis.conditions import Conditions
    from steelyard.analysis.generalisation import Rate
    from steelyard.report.content import RunReport

_SHOWN = 8
_ROOMY = 100  # columns from which every number fits


class _Grid:
    """A table that leaves out what `*` marks where there is no room for it."""

    def __init__(self, console: Console, *headings: str) -> None:
        roomy = console.width >= _ROOMY
        self._console = console
        self._kept = [roomy or not heading.endswith("*") for heading in headings]
        kept = [h.removesuffix("*") for h, keep in zip(headings, self._kept, strict=True) if keep]
        self._table = table_of(*kept)

    def add(self, *cells: Text | str) -> None:
        """Add a row with a cell for every heading."""
        shown = (cell for cell, keep in zip(cells, self._kept, strict=True) if keep)
        self._table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in shown))

    def show(self) -> None:
        """Print it."""
        self._console.print(self._table)


def print_conditions(report: RunReport, console: Console, *, everything: bool) -> None:
    """Print every condition with what came of it; nothing when there are only baseline cases.

    Without `everything`, only the first few kinds.
    """
    found = report.conditions
    if found is None:
        return
    shown = None if everything else _SHOWN
    _overview(report, found, console)
    _answering(report, found, console, shown)
    _reacting(report, found, console, shown)
    _phases(report, found, console)
    _faults(report, found, console, shown)
    _environments(report, found, console)
    _team(found, console)
    for matrix in condition_matrices(found) if everything else ():
        print_table(matrix, console)


def _overview(report: RunReport, found: Conditions, console: Console) -> None:
    asked, plain = count_text(found.asked), count_text(found.plain)
    title(console, word("conditions"))
    say(console, word("conditions_hint", asked=asked, plain=plain))
    counts = (f"{word('cases')}*", word("asked"), word("landed"))
    rates = (word("under_it"), f"{_interval(report)}*", word("plainly"), word("source"))
    grid = _Grid(console, word("condition"), *counts, *rates)
    for line in found.applied:
        grid.add(
            pick(said.condition_words(line.condition)),
            *(count_text(count) for count in (line.cases, line.asked, line.landed)),
            *_rate_cells(line.success),
            value_text(line.plain, "%"),
            pick(wording.known_words("provenance", line.success.provenance)),
        )
    grid.show()
    for line in found.applied:
        name, done = said.condition_words(line.condition), said.did_words(line, found)
        say(console, word("named", name=name, text=done))
    for flag, n in found.claims.items():
        say(console, word("claims_line", flag=one_line(flag, 60), n=count_text(n)), style="yellow")


def _answering(report: RunReport, found: Conditions, console: Console, shown: int | None) -> None:
    lines = said.answering(found)
    if not lines:
        return
    title(console, word("table_kinds"))
    rates = (word("under_it"), _interval(report), word("plainly"), word("kept"))
    grid = _Grid(console, word("kind"), f"{word('strength')}*", "n", *rates)
    for line in lines[:shown]:
        grid.add(
            _named(pick(said.kind_words(line.kind)), line.kind, console),
            said.level_text(line.strength),
            count_text(line.asked),
            *_rate_cells(line.success),
            value_text(line.plain, "%"),
            _kept(line.kept, console),
        )
    grid.show()
    _more(console, len(lines), shown)


def _reacting(report: RunReport, found: Conditions, console: Console, shown: int | None) -> None:
    lines = said.reacting(found)
    if not lines:
        return
    title(console, word("table_reactions"))
    rates = (word("reacted"), _interval(report))
    grid = _Grid(console, word("kind"), word("reaction"), "n", *rates)
    for line in lines[:shown]:
        grid.add(
            _named(pick(said.kind_words(line.kind)), line.kind, console),
            pick(wording.known_words("wants", line.wants)),
            count_text(line.asked),
            *_rate_cells(line.success),
        )
    grid.show()
    _more(console, len(lines), shown)


def _phases(report: RunReport, found: Conditions, console: Console) -> None:
    if not found.phases:
        return
    title(console, word("table_phases"))
    load = word("users" if found.arrivals == "closed" else "per_second")
    rates = (word("completion"), _interval(report))
    grid = _Grid(console, word("phase"), load, "n", *rates, "P50", "P95", f"{word('start_delay')}*")
    for line in found.phases:
        grid.add(
            pick(wording.known_words("phase", line.phase)),
            said.level_text(line.level),
            count_text(line.asked),
            *_rate_cells(line.success),
            seconds_text(line.p50),
            seconds_text(line.p95),
            said.delay_text(line.delay_p95),
        )
    grid.show()
    if found.knee is not None:
        say(console, pick(said.knee_words(found.knee)), style="bold")
        say(console, pick(said.knee_rule(found.knee)))


def _faults(report: RunReport, found: Conditions, console: Console, shown: int | None) -> None:
    if not found.faults:
        return
    title(console, word("table_faults"), hint=word("table_faults_hint"))
    counts = (word("asked"), word("landed"))
    rates = (word("under_it"), _interval(report), word("plainly"))
    further = (f"{word('timed_out')}*", f"{word('attempts')}*")
    grid = _Grid(console, word("fault"), *counts, *rates, *further)
    for line in found.faults[:shown]:
        grid.add(
            _named(pick(said.fault_words(line.fault)), line.fault, console),
            count_text(line.asked),
            Text(count_text(line.landed), style="" if line.landed == line.asked else "yellow"),
            *_rate_cells(line.success),
            value_text(line.plain, "%"),
            count_text(line.timed_out),
            NOTHING if line.attempts is None else significant(line.attempts),
        )
    grid.show()
    _more(console, len(found.faults), shown)


def _environments(report: RunReport, found: Conditions, console: Console) -> None:
    if not found.environments:
        return
    title(console, word("table_environments"))
    state = (word("deployed"), word("issues"), f"{word('checklist')}*")
    rates = (word("under_it"), f"{_interval(report)}*", word("plainly"), word("kept"))
    grid = _Grid(console, word("environment"), *state, "n", *rates)
    for line in found.environments:
        grid.add(
            one_line(line.name, 24),
            Text(pick(said.deployed_words(line)), style="red" if line.deployed is False else ""),
            count_text(line.compat_issues),
            pick(said.checklist_words(line)),
            count_text(line.asked),
            *_rate_cells(line.success),
            value_text(line.plain, "%"),
            value_text(line.kept.value if line.kept else None, "%"),
        )
    grid.show()
    for line in found.environments:
        if broke := pick(said.broke_words(line)):
            say(console, word("named", name=one_line(line.name, 40), text=broke))


def _team(found: Conditions, console: Console) -> None:
    if found.team is None:
        return
    title(console, word("table_team"), hint=word("team_hint", n=count_text(found.team.cases)))
    facts = [f"{pick(fact.label)} {fact.text}" for fact in said.team_facts(found.team)]
    facts.append(pick(wording.known_words("provenance", found.team.provenance)))
    say(console, " · ".join(facts), style="")


def _named(name: str, id_: str, console: Console) -> Text:
    cell = Text(name)
    return cell.append(f" {one_line(id_, 40)}", "dim") if console.width >= WIDE else cell


def _rate_cells(rate: Rate) -> list[Text]:
    return [
        Text(value_text(rate.value, "%"), style="bold"),
        Text(interval_text(rate.ci_low, rate.ci_high, "%")),
    ]


def _kept(rate: Rate | None, console: Console) -> str:
    if rate is None:
        return NOTHING
    roomy = console.width >= _ROOMY
    interval = interval_text(rate.ci_low, rate.ci_high, "%") if roomy else ""
    return f"{value_text(rate.value, '%')} {interval}".rstrip()


def _interval(report: RunReport) -> str:
    return word("interval", confidence=wording.confidence_text(report))


def _more(console: Console, count: int, shown: int | None) -> None:
    if shown is not None and count > shown:
        say(console, word("more_groups", n=count - shown))
