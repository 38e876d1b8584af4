"""About 关于: what runs here, and the licences of everything it is made of."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.about import describe
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    csv_action,
    facts,
    grid,
    label,
    panel,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.visit import Visit


async def build(visit: Visit) -> None:
    """Show versions and licences."""
    database = visit.visitor.service.database
    found = await visit.ask(lambda session, _: describe(database, session))
    with title(t("ui_system.about")):
        pass
    columns = [
        Column("package", t("ui_system.package"), "mono"),
        Column("version", t("ui_system.version")),
        Column("licence", t("ui_system.licence")),
    ]
    rows = [Row(one.name, [one.name, one.version, one.licence]) for one in found.parts]
    with grid():
        with ui.element("div").classes("sy-span-4"), panel(t("ui.product")):
            label(t("ui.tagline"), "sy-quiet", tag="p")
            facts(
                [
                    (t("ui_system.version"), found.version),
                    (t("ui_system.licence"), found.licence),
                    (t("ui_system.python"), found.python),
                    (t("ui_system.platform"), found.platform),
                    (t("ui_system.database"), f"{found.database} {found.database_version}"),
                ]
            )
        with panel(t("ui_system.parts"), span=8, flush=True) as corner:
            with corner:
                csv_action("packages", [one.label for one in columns], [row.cells for row in rows])
            DataTable(t("ui_system.parts"), columns).show(rows)


PAGE = Page("/about", "ui_system.about", build, role=None, icon="info", group="system")
