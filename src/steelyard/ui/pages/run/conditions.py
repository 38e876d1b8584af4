"""What was done to the agent beside asking it plainly, and how it bore that."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.model import Words
from steelyard.report import RunReport
from steelyard.report.figures import figures_of
from steelyard.report.numbers import count_text, interval_text, significant, value_text
from steelyard.report.tables import Quantity, Span, tables_of
from steelyard.server.db.tables import Run
from steelyard.ui.components import Column, DataTable, Row, csv_action, figure, grid, label, panel
from steelyard.ui.visit import Visit

_DRAWN = ("perturbations", "severity", "load", "faults", "environments")


async def fill(visit: Visit, run: Run, report: RunReport) -> None:
    """Show the table of all conditions and their figures."""
    drawn = await visit.work(
        visit.role, lambda: [one for one in figures_of(report) if one.id in _DRAWN]
    )
    with grid():
        for one in drawn:
            figure(one, span=6)
        _table(report)


def _table(report: RunReport) -> None:
    found = next((table for table in tables_of(report) if table.id == "conditions"), None)
    if found is None:
        return
    columns = [
        Column(str(n), pick(head.title), "text" if head.kind == "text" else "number")
        for n, head in enumerate(found.columns)
    ]
    rows = [Row(str(n), [cell_text(cell) for cell in row]) for n, row in enumerate(found.rows)]
    with panel(t("ui_runs.conditions"), flush=True) as corner:
        with corner:
            csv_action("conditions", [one.label for one in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(t("ui_runs.conditions"), columns).show(rows)
        if report.conditions and report.conditions.phases:
            label(t("report.load_compared"), "sy-quiet sy-small sy-panel-text", tag="p")


def cell_text(cell: object) -> str | None:
    """Return a cell of a report's table as text."""
    match cell:
        case None:
            return None
        case Words():
            return pick(cell)
        case Quantity():
            return None if cell.value is None else value_text(cell.value, cell.unit)
        case Span():
            return interval_text(cell.low, cell.high, cell.unit) or None
        case bool():
            return "✓" if cell else "✗"
        case int():
            return count_text(cell)
        case float():
            return significant(cell)
        case _:
            return str(cell)
