"""One run against the base: the verdict first, then differences, groups, changed cases."""

from __future__ import annotations

from nicegui import ui

from steelyard.analysis.comparison import AgainstBase, Comparison
from steelyard.i18n import pick, t
from steelyard.report.comparison import sentences
from steelyard.report.comparison.changes import p_said
from steelyard.report.figures import Figure, figures_of
from steelyard.report.headline import number_name
from steelyard.report.numbers import NOTHING, count_text, value_text
from steelyard.report.tables import Quantity, Span, Table, tables_of, verdict_tone
from steelyard.server.tasks.analyses import run_of_path
from steelyard.ui.components import Drawer, badge, column, figure, grid, kpi, label, panel, row
from steelyard.ui.components.badge import Tone
from steelyard.ui.components.report_table import cell_text, report_table
from steelyard.ui.pages.compare.flip import show_flip
from steelyard.ui.visit import Visit

_TONES: dict[str, Tone] = {"good": "good", "bad": "bad", "warn": "warn", "calm": "idle"}


async def show_against(visit: Visit, comparison: Comparison) -> None:
    """Show a comparison of one run with the base."""
    [against] = comparison.runs

    def make() -> tuple[list[Figure], list[Table]]:
        return figures_of(comparison), tables_of(comparison)

    drawn, tables = await visit.work(visit.role, make)
    with grid():
        _verdict(comparison, against)
        _numbers(against)
        _figures(drawn)
        # What changed case by case comes before the numbers that figures have told already.
        for table in sorted(tables, key=lambda table: not table.id.startswith("flips-")):
            _table(visit, comparison, against, table)


def _figures(drawn: list[Figure]) -> None:
    """Show the long one at the left and the others one below the other."""
    first, rest = drawn[:1], drawn[1:]
    with column("sy-span-7 sy-sections"):
        for one in first:
            figure(one)
    with column("sy-span-5 sy-sections"):
        for one in sorted(rest, key=lambda one: one.height):
            figure(one)


def _verdict(comparison: Comparison, against: AgainstBase) -> None:
    said = verdict_tone(against.first.verdict)
    with panel():
        with row("sy-row-wrap"):
            badge(pick(said.said), _TONES[said.tone])
            label(sentences.headline(comparison, against), "sy-strong sy-wrap")
        if own := sentences.own_reports(comparison):
            label(own, "sy-small sy-wrap", tag="p")
        label(sentences.basis(comparison, against), "sy-quiet sy-small", tag="p")
        for line in sentences.pairing_lines(against):
            label(line, "sy-quiet sy-small sy-wrap", tag="p")
        if (trouble := sentences.trouble_line(against)) is not None:
            label(trouble, "sy-quiet sy-small", tag="p")
        for note in (*comparison.notes, *against.notes):
            label(note, "sy-caution sy-wrap", tag="p")


def _numbers(against: AgainstBase) -> None:
    overall, flips, pairing = against.first, against.flips, against.pairing
    change = cell_text(Quantity(overall.value, overall.unit, signed=True))
    reach = cell_text(Span(overall.ci_low, overall.ci_high, overall.unit, signed=True))
    kpi(
        t("ui_analysis.change_of", what=pick(number_name(overall.id))),
        change or NOTHING,
        note=reach or t("report.no_interval"),
    )
    sides = f"{value_text(overall.base, '%')} → {value_text(overall.new, '%')}"
    kpi(t("ui_analysis.overall_sides"), sides, note=p_said(overall.p))
    if flips is None:
        kpi(t("ui_analysis.flips"), NOTHING, note=t("ui_analysis.no_flips"))
    else:
        counts = f"▲ {count_text(flips.fixed)}  ▼ {count_text(flips.broken)}"
        kpi(t("ui_analysis.flips"), counts, note=" · ".join(list(sentences.flips_lines(flips))[1:]))
    kpi(
        t("ui_analysis.matched"),
        count_text(pairing.matched) if pairing.paired else NOTHING,
        note=t("ui_analysis.matched_of", base=pairing.only_base, new=pairing.only_new),
    )


def _table(visit: Visit, comparison: Comparison, against: AgainstBase, table: Table) -> None:
    sides = (comparison.base, against.run)
    if table.id == "runs":
        links = [visit.url("runs", run_of_path(side.path)) for side in sides]
        report_table(table, links=links)
    elif table.id.startswith("flips-"):
        _flips(visit, comparison, against, table)
    elif table.id.startswith("by-"):
        column = next((one for one in against.slices if table.id.startswith(f"by-{one}-")), "")
        _slices(visit, against, table, column)
    else:
        report_table(table)


def _slices(visit: Visit, against: AgainstBase, table: Table, column: str) -> None:
    """Show the groups of a column; opening one leads to its cases in the new run."""
    slices = against.slices.get(column, ())
    run_id = run_of_path(against.run.path)

    def look(number: int) -> None:
        group = slices[number].group
        if group is not None:
            ui.navigate.to(visit.url("runs", run_id, "cases", **{column: group}))

    known = column in ("scene", "domain")
    report_table(table, on_open=look if known else None)


def _flips(visit: Visit, comparison: Comparison, against: AgainstBase, table: Table) -> None:
    """Show the cases that changed; opening one lays both answers beside each other."""
    assert against.flips is not None
    cases = against.flips.cases
    drawer = Drawer(t("ui_analysis.flip"), lambda: None)

    async def look(number: int) -> None:
        place = drawer.open()
        place.clear()
        with place:
            await show_flip(visit, (comparison.base, against.run), cases[number], drawer.close)

    report_table(table, on_open=look)
