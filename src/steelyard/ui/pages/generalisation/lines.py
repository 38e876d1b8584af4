"""Perturbations, phases of a load and faults, line by line; each leads to its cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nicegui import ui

from steelyard.analysis.conditions import Conditions
from steelyard.analysis.generalisation import Rate
from steelyard.i18n import pick, t
from steelyard.report import conditions as said
from steelyard.report.numbers import count_text, seconds_text, significant, value_text
from steelyard.report.sources import success_source
from steelyard.report.wording import known_words
from steelyard.server.db.tables import Run
from steelyard.ui.components import Column, DataTable, Row, csv_action, label, panel
from steelyard.ui.pages.run.places import rate_cell, rate_text
from steelyard.ui.visit import Visit


def kinds_table(visit: Visit, run: Run, found: Conditions) -> None:
    """Show every perturbation at every strength, those that cost most first."""
    kinds = [*said.answering(found), *said.reacting(found)]
    columns = [
        Column("kind", t("report.kind")),
        Column("id", t("tables.id"), "mono"),
        Column("strength", t("report.strength"), "number"),
        Column("wants", t("report.reaction")),
        Column("n", "n", "number"),
        Column("success", t("report.under_it"), "interval"),
        Column("plain", t("report.plainly"), "number"),
        Column("kept", t("report.kept")),
    ]
    rows = [
        Row(
            str(n),
            [
                pick(said.kind_words(one.kind)),
                one.kind,
                said.level_text(one.strength),
                pick(known_words("wants", one.wants)),
                count_text(one.asked),
                rate_cell(one.success),
                value_text(one.plain, "%"),
                rate_text(one.kept),
            ],
        )
        for n, one in enumerate(kinds)
    ]

    def look(key: str) -> None:
        _open(visit, run, "perturb", f"perturbation = {kinds[int(key)].kind}")

    _table(t("report.table_kinds"), columns, rows, look, _source(one.success for one in kinds))


def phases_table(visit: Visit, run: Run, found: Conditions) -> None:
    """Show the phases of the load, and up to where its ramp was carried."""
    if not found.phases:
        return
    level = t("report.users" if found.arrivals == "closed" else "report.per_second")
    columns = [
        Column("phase", t("report.phase")),
        Column("level", level, "number"),
        Column("n", "n", "number"),
        Column("success", t("report.completion"), "interval"),
        Column("p50", "P50", "number"),
        Column("p95", "P95", "number"),
        Column("delay", t("report.start_delay"), "number"),
    ]
    rows = [
        Row(
            str(n),
            [
                pick(known_words("phase", one.phase)),
                said.level_text(one.level),
                count_text(one.asked),
                rate_cell(one.success),
                seconds_text(one.p50),
                seconds_text(one.p95),
                said.delay_text(one.delay_p95),
            ],
        )
        for n, one in enumerate(found.phases)
    ]

    def look(key: str) -> None:
        _open(visit, run, "load", f"phase = {found.phases[int(key)].phase}")

    notes = _source(one.success for one in found.phases)
    if found.knee is not None:
        notes += [pick(said.knee_words(found.knee)), pick(said.knee_rule(found.knee))]
    _table(t("report.table_phases"), columns, rows, look, notes)


def faults_table(visit: Visit, run: Run, found: Conditions) -> None:
    """Show each kind of fault, and what was left of the answers it landed on."""
    if not found.faults:
        return
    columns = [
        Column("fault", t("report.fault")),
        Column("asked", t("report.asked"), "number"),
        Column("landed", t("report.landed"), "number"),
        Column("success", t("report.under_it"), "interval"),
        Column("plain", t("report.plainly"), "number"),
        Column("kept", t("report.kept")),
        Column("timed_out", t("report.timed_out"), "number"),
        Column("attempts", t("report.attempts"), "number"),
    ]
    rows = [
        Row(
            str(n),
            [
                pick(said.fault_words(one.fault)),
                count_text(one.asked),
                count_text(one.landed),
                rate_cell(one.success),
                value_text(one.plain, "%"),
                rate_text(one.kept),
                count_text(one.timed_out),
                None if one.attempts is None else significant(one.attempts),
            ],
        )
        for n, one in enumerate(found.faults)
    ]

    def look(key: str) -> None:
        _open(visit, run, "fault", f"fault = {found.faults[int(key)].fault}")

    notes = [t("report.table_faults_hint"), *_source(one.success for one in found.faults)]
    _table(t("report.table_faults"), columns, rows, look, notes)


def _source(rates: Iterable[Rate]) -> list[str]:
    line = success_source(rates)
    return [] if line is None else [pick(line)]


def _open(visit: Visit, run: Run, condition: str, where: str) -> None:
    ui.navigate.to(visit.url("runs", run.id, "cases", condition=condition, where=where))


def _table(
    name: str,
    columns: Sequence[Column],
    rows: Sequence[Row],
    on_open: Callable[[str], None],
    notes: Sequence[str] = (),
) -> None:
    with panel(name, flush=True) as corner:
        with corner:
            csv_action("lines", [one.label for one in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(name, columns, on_open=on_open).show(rows)
        for one in notes:
            label(one, "sy-quiet sy-small sy-panel-text", tag="p")
