"""Versions of a dataset: where each comes from, and how two of them differ."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import count_text, size_text
from steelyard.server.db.tables import DatasetVersion
from steelyard.server.library import pooled_reading
from steelyard.server.library.history import History
from steelyard.ui.components import (
    Column,
    DataTable,
    Field,
    Form,
    Row,
    Values,
    csv_action,
    facts,
    grid,
    kpi,
    panel,
)
from steelyard.ui.pages.processing.steps import step_title
from steelyard.ui.visit import Visit


async def show_versions(visit: Visit, history: History, shown: DatasetVersion) -> None:
    """Show all versions, the lineage of the one that is looked at, and a comparison."""
    columns = [
        Column("version", t("ui_data.version")),
        Column("cases", t("ui_data.cases"), "number"),
        Column("aside", t("ui_data.set_aside"), "number"),
        Column("size", t("ui_data.size"), "number"),
        Column("from", t("ui_data.lineage")),
        Column("by", t("ui_data.by")),
        Column("created", t("ui.created"), "time"),
        Column("file", t("ui_data.file")),
    ]
    rows = [_row(history, one) for one in reversed(history.versions)]
    with panel(t("ui_data.versions"), flush=True) as corner:
        with corner:
            csv_action("versions", [one.label for one in columns], [row.cells for row in rows])
        table = DataTable(
            t("ui_data.versions"),
            columns,
            on_open=lambda n: ui.navigate.to(visit.url("data", shown.dataset_id, v=n)),
        )
        table.show(rows)
        table.choose([str(shown.number)])
    with grid():
        _show_facts(history, shown)
        if len(history.versions) > 1:
            _show_diff(visit, history, shown)


def origin(history: History, version: DatasetVersion) -> str:
    """Say where a version comes from."""
    parent = history.parents.get(version.parent_id or "")
    if parent is None:
        return t("ui_data.uploaded")
    if not version.steps:
        return t("ui_data.corrected_from", n=parent.number)
    steps = " → ".join(step_title(step_name(step)) for step in version.steps)
    return t("ui_data.made_by", n=parent.number, steps=steps)


def step_name(step: object) -> str:
    """Return the name of a step as a plan writes it."""
    name = step if isinstance(step, str) else next(iter(step), "") if isinstance(step, dict) else ""
    return str(name)


def _row(history: History, one: DatasetVersion) -> Row:
    return Row(
        str(one.number),
        [
            t("ui_data.version_n", n=one.number),
            count_text(one.rows),
            count_text(one.rejected),
            size_text(one.size),
            origin(history, one),
            history.people.get(one.created_by or ""),
            one.created_at.isoformat(),
            one.file_name,
        ],
    )


def _show_facts(history: History, shown: DatasetVersion) -> None:
    heading = f"{t('ui_data.version_n', n=shown.number)} · {t('ui_data.lineage')}"
    with panel(heading, span=6):
        pairs = []
        at: DatasetVersion | None = shown
        while at is not None:
            pairs.append((t("ui_data.version_n", n=at.number), origin(history, at)))
            at = history.parents.get(at.parent_id or "")
        pairs.append((t("ui_data.file"), f"{shown.file_name} ({shown.spec.get('format', '')})"))
        pairs.append((t("ui_data.checksum"), shown.sha256))
        facts(pairs)


def _show_diff(visit: Visit, history: History, shown: DatasetVersion) -> None:
    others = [one for one in reversed(history.versions) if one.id != shown.id]
    with panel(t("ui_data.compare"), span=6):

        async def compare(values: Values) -> None:
            old = next(one for one in others if str(one.number) == values["against"])
            found = await visit.work(
                visit.role, lambda: pooled_reading.diff_versions(visit.settings, old, shown)
            )
            place.clear()
            with place, grid():
                kpi(t("ui_data.diff_same"), count_text(found.same))
                kpi(t("ui_data.diff_changed"), count_text(found.changed))
                kpi(t("ui_data.diff_added"), count_text(found.added))
                kpi(t("ui_data.diff_removed"), count_text(found.removed))

        choices = [(str(one.number), t("ui_data.version_n", n=one.number)) for one in others]
        field = Field(
            "against", t("ui_data.compare_with"), "select", choices[0][0], options=choices
        )
        Form(t("ui_data.compare"), [field], verb=t("ui_data.compare_now"), on_send=compare)
        place = ui.element("div")
