"""Where it is strong and where weak: known and other scenes, scenes, domains, other slices."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from steelyard.analysis.generalisation import Place, Rate
from steelyard.i18n import pick, t
from steelyard.model import Words
from steelyard.report import RunReport, outline, wording
from steelyard.report.figures.scenes import scene_kinds
from steelyard.report.numbers import NOTHING, count_text, interval_text, value_text
from steelyard.report.sources import breakdown_source, group_source, source_words
from steelyard.report.tables import Quantity, Span
from steelyard.server.db.tables import Run
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    csv_action,
    empty,
    figure,
    grid,
    label,
    panel,
)
from steelyard.ui.components.report_table import cell_text
from steelyard.ui.visit import Visit


async def fill(visit: Visit, run: Run, report: RunReport) -> None:
    """Show every breakdown."""
    found = report.generalisation
    slices = outline.breakdowns(report)
    if not found.places and not found.kinds and not slices:
        empty(t("report.no_breakdowns"))
        return
    with grid():
        if found.kinds:
            _kinds(report, span=12)
        span = 6 if len(found.places) > 1 else 12
        for column, places in found.places.items():
            _places(visit, run, column, places, span=span)
        for one in slices:
            _slices(one, span=6)
        drawn = scene_kinds(report)
        if drawn is not None:
            figure(drawn, span=6)


def _kinds(report: RunReport, *, span: int) -> None:
    columns = [
        Column("kind", t("report.scenes")),
        Column("scenes", t("report.scenes_count"), "number"),
        Column("n", "n", "number"),
        Column("completion", t("report.completion"), "interval"),
        Column("gap", t("report.gap")),
        Column("kept", t("report.kept")),
        Column("accuracy", t("report.accuracy")),
    ]
    rows = [
        Row(
            kind.kind,
            [
                pick(wording.known_words("scenes", kind.kind)),
                count_text(kind.scenes),
                count_text(kind.completion.n),
                rate_cell(kind.completion),
                _points_text(kind.gap),
                rate_text(kind.retention),
                rate_text(kind.accuracy),
            ],
        )
        for kind in report.generalisation.kinds
    ]
    with panel(t("report.kinds"), span=span, flush=True) as corner:
        _table(corner, ("kinds", t("report.kinds")), columns, rows)
        source_note(group_source(report.generalisation.kinds))


def _places(visit: Visit, run: Run, column: str, places: Sequence[Place], *, span: int) -> None:
    columns = [
        Column("group", t("report.group")),
        Column("n", "n", "number"),
        Column("completion", t("report.completion"), "interval"),
        Column("accuracy", t("report.accuracy")),
    ]
    rows = [
        Row(
            str(n),
            [
                pick(outline.group_words(place.name)),
                f"△ {count_text(place.completion.n)}"
                if place.few
                else count_text(place.completion.n),
                rate_cell(place.completion),
                rate_text(place.accuracy),
            ],
        )
        for n, place in enumerate(places)
    ]

    def look(key: str) -> None:
        name = places[int(key)].name
        if name is not None and column in ("scene", "domain"):
            ui.navigate.to(visit.url("runs", run.id, "cases", **{column: name}))

    name = pick(outline.column_words(column))
    with panel(name, span=span, flush=True) as corner:
        _table(corner, (column, name), columns, rows, on_open=look)
        source_note(group_source(places))


def _slices(broken: outline.Breakdown, *, span: int) -> None:
    columns = [
        Column("group", t("report.group")),
        Column("n", "n", "number"),
        Column("indicator", t("report.indicator")),
        Column("value", t("report.value"), "interval"),
    ]
    rows = []
    for n, one in enumerate(broken.slices):
        shown = one.shown
        value = None
        if shown is not None and shown.value is not None:
            span_text = interval_text(shown.ci_low, shown.ci_high, shown.unit)
            text = f"{value_text(shown.value, shown.unit)} {span_text}".strip()
            text = _sourced(text, shown.provenance)
            value = (text, shown.value, shown.ci_low, shown.ci_high)
        name = NOTHING if shown is None else pick(shown.name)
        group = pick(outline.group_words(one.group.group))
        rows.append(Row(str(n), [group, count_text(one.n), name, value]))
    said = pick(outline.column_words(broken.column))
    with panel(said, span=span, flush=True) as corner:
        _table(corner, (broken.column, said), columns, rows)
        source_note(breakdown_source(broken))


def _table(
    corner: ui.element,
    names: tuple[str, str],
    columns: Sequence[Column],
    rows: Sequence[Row],
    *,
    on_open: object = None,
) -> None:
    file, name = names
    with corner:
        csv_action(file, [column.label for column in columns], [row.cells for row in rows])
    with ui.element("div").classes("sy-scroll"):
        DataTable(name, columns, on_open=on_open).show(rows)  # type: ignore[arg-type]


def source_note(line: Words | None) -> None:
    """Show where the numbers of a table come from, below it."""
    if line is not None:
        label(pick(line), "sy-quiet sy-small sy-panel-text", tag="p")


def rate_text(rate: Rate | None) -> str | None:
    """Return a rate with its interval and a weaker source in words; None when there is none."""
    if rate is None or rate.value is None:
        return None
    text = f"{value_text(rate.value, '%')} {interval_text(rate.ci_low, rate.ci_high, '%')}".strip()
    return _sourced(text, rate.provenance)


def _sourced(text: str, provenance: str) -> str:
    """Return a number with its source unless it was measured; the line below says that once."""
    return text if provenance == "measured" else f"{text} · {pick(source_words(provenance))}"


def _points_text(rate: Rate | None) -> str | None:
    """Return by how many points two shares differ: it is percent of nothing."""
    if rate is None or rate.value is None:
        return None
    between = cell_text(Span(rate.ci_low, rate.ci_high, "%", signed=True))
    return f"{cell_text(Quantity(rate.value, '%', signed=True))} {between or ''}".strip()


def rate_cell(rate: Rate | None) -> tuple[str, float, float | None, float | None] | None:
    """Return a rate as a cell with its interval drawn."""
    if rate is None or rate.value is None:
        return None
    return rate_text(rate) or "", rate.value, rate.ci_low, rate.ci_high
