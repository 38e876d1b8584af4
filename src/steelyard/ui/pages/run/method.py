"""What was weighed and how: every indicator with its signature, what is missing, versions."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.report import RunReport, outline, wording
from steelyard.report.numbers import count_text, interval_text, value_text
from steelyard.report.outline import Fact
from steelyard.server.db.tables import Run
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    csv_action,
    empty,
    facts,
    grid,
    label,
    panel,
    table_action,
)
from steelyard.ui.components.badge import source_mark
from steelyard.ui.visit import Visit


async def fill(visit: Visit, run: Run, report: RunReport) -> None:
    """Show the method."""
    with grid():
        _facts(t("report.agent"), outline.agent_facts(report), span=4)
        _facts(t("report.dataset"), outline.dataset_facts(report), span=4)
        _facts(t("report.run"), outline.run_facts(report), span=4)
        _indicators(report)
        _lacking(report)
        _notes(report)
        made = [*outline.version_facts(report), *outline.hash_facts(report)]
        _facts(t("report.versions"), made, span=6)


def _facts(name: str, found: Sequence[Fact], *, span: int) -> None:
    with panel(name, span=span):
        facts((pick(one.label), one.text) for one in found)


def _indicators(report: RunReport) -> None:
    confidence = wording.confidence_text(report)
    columns = [
        Column("name", t("report.indicator")),
        Column("value", t("report.value"), "number"),
        Column("interval", t("report.interval", confidence=confidence), "number"),
        Column("n", "n", "number"),
        Column("missing", t("report.missing"), "number"),
        Column("status", t("report.status")),
        Column("source", t("report.source"), "badges"),
        Column("signature", t("report.signature"), "mono"),
    ]
    rows = []
    for found in report.indicators:
        said = pick(wording.known_words("provenance", found.provenance))
        cells = [
            pick(found.name),
            value_text(found.value, found.unit),
            interval_text(found.ci_low, found.ci_high, found.unit) or None,
            count_text(found.n),
            count_text(found.n_missing),
            pick(wording.known_words("status", found.status)),
            [(said, source_mark(found.provenance)[1])],
            found.signature,
        ]
        rows.append(Row(found.id, cells))
    with panel(t("report.indicators"), flush=True) as corner:
        if not rows:
            empty(t("report.no_indicators"))
            return
        with corner:
            csv_action("indicators", [one.label for one in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(t("report.indicators"), columns).show(rows)


def _lacking(report: RunReport) -> None:
    weighed, others = outline.lacks(report)
    columns = [
        Column("part", t("report.part")),
        Column("indicator", t("report.indicator")),
        Column("needs", t("report.needs_column")),
    ]
    rows = [
        Row(
            str(n),
            [
                pick(outline.lack_part(lack)),
                pick(outline.lack_names(lack)),
                pick(wording.lack_words(lack)),
            ],
        )
        for n, lack in enumerate([*weighed, *others])
    ]
    with panel(t("report.not_computed"), flush=True) as corner:
        if not rows:
            empty(t("report.nothing_missing"))
            return
        with ui.element("div").classes("sy-scroll"):
            table = DataTable(t("report.not_computed"), columns)
        table.show(rows)
        with corner:
            table_action(table)


def _notes(report: RunReport) -> None:
    notes = [pick(note) for note in outline.warnings(report)]
    if rejected := outline.rejected(report):
        notes = [t("report.rejected_line", n=count_text(rejected)), *notes]
    with panel(t("report.data_notes"), span=6):
        if not notes:
            label(t("report.no_data_notes"), "sy-quiet", tag="p")
        with ui.element("div").classes("sy-column sy-scroll"):
            for note in notes[:100]:
                label(note, "sy-wrap sy-small", tag="p")
