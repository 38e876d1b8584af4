"""How fast the answers came, and which failed for which reason."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.report import RunReport, wording
from steelyard.report.content import Example, FailureGroup
from steelyard.report.figures.latency import latency
from steelyard.report.numbers import count_text, seconds_text, value_text
from steelyard.report.told import retold
from steelyard.server.db.tables import Run
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    badge,
    column,
    empty,
    figure,
    grid,
    label,
    link,
    panel,
    row,
    table_action,
)
from steelyard.ui.visit import Visit

_QUANTILES = ("mean", "p50", "p95", "p99", "max")


async def fill(visit: Visit, run: Run, report: RunReport) -> None:
    """Show failures first: they are what can be mended."""
    with grid():
        _failures(visit, run, report)
        drawn = latency(report)
        if drawn is not None:
            figure(drawn, span=8)
        _quantiles(report)
        _slowest(visit, run, report)


def _failures(visit: Visit, run: Run, report: RunReport) -> None:
    with panel(t("report.failures")) as corner:
        with corner:
            link(t("ui_runs.see_failures"), visit.url("runs", run.id, "cases", passed="false"))
        if not report.failures:
            empty(t("report.no_failures"))
        for group in report.failures:
            _group(visit, run, report, group)


def _group(visit: Visit, run: Run, report: RunReport, group: FailureGroup) -> None:
    with column():
        with row("sy-row-wrap"):
            label(pick(wording.failure_words(group)), "sy-strong")
            label(count_text(group.count))
            if report.counts.rows:
                share = value_text(group.count / report.counts.rows, "%")
                label(share, "sy-quiet")
            badge(pick(wording.known_words("blame", group.blame)))
        for example in group.examples:
            _example(visit, run, example)


def _example(visit: Visit, run: Run, example: Example) -> None:
    with ui.element("div").classes("sy-example"):
        with row("sy-row-wrap sy-small"):
            to = visit.url("runs", run.id, "cases", case=str(example.row))
            link(str(example.case_id or example.row)[:120], to)
            for place in (example.domain, example.scene):
                if place:
                    label(place[:80], "sy-quiet")
        pairs = (
            (t("report.input"), example.input),
            (t("report.expected"), example.expected),
            (t("report.output"), example.output),
        )
        with ui.element("dl").classes("sy-facts sy-small"):
            for name, said in pairs:
                if said is not None and said.text:
                    label(name, tag="dt")
                    _passage(said.text)
            if example.error is not None and example.error.text:
                label(t("report.error"), tag="dt")
                _passage(retold(example.error.text))


def _passage(text: str) -> None:
    with ui.element("dd"):
        ui.label(text[:600]).classes("sy-lines")


def _quantiles(report: RunReport) -> None:
    total, first = report.latency.total, report.latency.first_token
    if total is None:
        return
    names = {"mean": t("report.mean"), "max": t("report.slowest_of_all")}
    columns = [Column("what", ""), Column("total", t("report.whole_answer"), "number")]
    if first is not None:
        columns.append(Column("first", t("report.first_token"), "number"))
    rows = []
    for name in _QUANTILES:
        cells = [names.get(name, name.upper()), seconds_text(getattr(total, name))]
        if first is not None:
            cells.append(seconds_text(getattr(first, name)))
        rows.append(Row(name, cells))
    numbers = [count_text(total.n)] + ([] if first is None else [count_text(first.n)])
    rows.append(Row("n", ["n", *numbers]))
    with panel(t("report.latency"), span=4, flush=True) as corner:
        table = DataTable(t("report.latency"), columns)
    table.show(rows)
    with corner:
        table_action(table)


def _slowest(visit: Visit, run: Run, report: RunReport) -> None:
    if not report.latency.slowest:
        return
    columns = [
        Column("case", t("report.case")),
        Column("seconds", t("report.latency"), "number"),
        Column("status", t("report.status")),
        Column("input", t("report.input")),
    ]
    rows = [
        Row(
            str(one.row),
            [
                str(one.case_id or one.row),
                seconds_text(one.latency_s),
                t(f"ui_runs.status_{one.status}")
                if one.status in ("ok", "error", "timeout")
                else None,
                None if one.input is None else one.input.text[:200],
            ],
        )
        for one in report.latency.slowest
    ]

    def look(key: str) -> None:
        ui.navigate.to(visit.url("runs", run.id, "cases", case=key))

    with panel(t("report.slowest"), flush=True) as corner:
        table = DataTable(t("report.slowest"), columns, on_open=look)
    table.show(rows)
    with corner:
        table_action(table)
