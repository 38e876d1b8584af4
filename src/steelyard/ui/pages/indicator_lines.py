"""The indicators of one family as a table: value with interval, n, source, or why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.report import RunReport, wording
from steelyard.report.content import Indicator
from steelyard.report.labels import label as named
from steelyard.report.numbers import (
    NOTHING,
    count_text,
    interval_text,
    is_proportion,
    value_text,
)
from steelyard.report.outline import lack_of
from steelyard.report.sources import source_words
from steelyard.ui.components import Column, DataTable, Row, csv_action, kpi, label, panel
from steelyard.ui.components.badge import source_mark


def indicator_table(report: RunReport, families: Iterable[str], heading: str) -> None:
    """Show every indicator of these families (`port`, `adapt`), computed or not."""
    columns = [
        Column("name", t("report.indicator")),
        Column("id", t("tables.id"), "mono"),
        Column("value", t("report.value"), "interval"),
        Column("n", "n", "number"),
        Column("source", t("report.source"), "badges"),
        Column("why", t("report.notes")),
    ]
    rows = list(_rows(report, tuple(f"{family}." for family in families)))
    if not rows:
        return
    with panel(heading, flush=True) as corner:
        with corner:
            csv_action("indicators", [one.label for one in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(heading, columns).show(rows)


def indicator_kpi(report: RunReport, id_: str, *, span: int = 3) -> None:
    """Show one indicator as a headline; of one without a value, why."""
    found = next((one for one in report.indicators if one.id == id_), None)
    lack = lack_of(report).get(id_)
    if found is None or found.value is None:
        name = id_ if found is None else pick(found.name)
        why = "" if found is None else pick(wording.reason(found))
        if lack is not None:
            name = next(
                (pick(named(one.name, id_)) for one in lack.indicators if one.id == id_), name
            )
            why = pick(wording.need_words(lack))
        kpi(name, NOTHING, note=why, span=span)
        return
    value, _, unit = value_text(found.value, found.unit).partition(" ")
    interval = interval_text(found.ci_low, found.ci_high, found.unit)
    source = pick(source_words(found.provenance))
    note = f"{interval or t('report.no_interval')} · n = {count_text(found.n)} · {source}"
    share = is_proportion(found.unit) and found.value >= 0
    bar = (found.value, found.ci_low, found.ci_high) if share else None
    kpi(pick(found.name), value, unit=unit, note=note, bar=bar, span=span)


def value_cell(found: Indicator, *, sourced: bool = False) -> tuple[Any, ...] | None:
    """Return the value of an indicator as a cell; drawn when it is a share.

    With `sourced`, a weaker source than measured is said in the cell.
    """
    if found.value is None:
        return None
    interval = interval_text(found.ci_low, found.ci_high, found.unit)
    text = f"{value_text(found.value, found.unit)} {interval}".strip()
    if sourced and found.provenance != "measured":
        text = f"{text} · {pick(source_words(found.provenance))}"
    if not is_proportion(found.unit) or found.value < 0:  # a gap has no place from 0 to 1
        return text, None, None, None
    return text, found.value, found.ci_low, found.ci_high


def note(text: str) -> None:
    """Show how to read what stands above."""
    label(text, "sy-quiet sy-small sy-wrap", tag="p")


def _rows(report: RunReport, prefixes: tuple[str, ...]) -> Iterator[Row]:
    lacks = lack_of(report)
    for found in report.indicators:
        if not found.id.startswith(prefixes):
            continue
        why = "" if found.value is not None else pick(wording.reason(found))
        if found.value is None and found.id in lacks:
            why = pick(wording.need_words(lacks[found.id]))
        key, tone = source_mark(found.provenance)
        source = (t(f"ui.{key}"), tone)
        cells = [pick(found.name), found.id, value_cell(found), count_text(found.n)]
        yield Row(found.id, [*cells, [source] if found.value is not None else None, why or None])
    known = {found.id for found in report.indicators}
    for id_, lack in lacks.items():
        if id_.startswith(prefixes) and id_ not in known:
            name = next(pick(named(one.name, id_)) for one in lack.indicators if one.id == id_)
            yield Row(id_, [name, id_, None, None, None, pick(wording.need_words(lack))])
