"""Data 数据接入: the datasets of a project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import count_text, size_text
from steelyard.server.library import seen
from steelyard.server.people.policy import Role
from steelyard.ui.components import Column, Listing, Nothing, Row, Slice, action, panel, title
from steelyard.ui.page import Page
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAGE_SIZE = 50


async def build(visit: Visit) -> None:
    """Show the datasets."""
    may_upload = visit.may(Role.EVALUATOR)
    upload = visit.url("data", "upload")
    with title(t("ui_data.data")):
        ui.element("div").classes("sy-grow")
        if may_upload:
            action(
                t("ui_data.upload"), lambda: ui.navigate.to(upload), icon="upload", weight="primary"
            )
    with panel(flush=True):
        listing = Listing(
            t("ui_data.data"),
            [
                Column("name", t("ui.name")),
                Column("version", t("ui_data.version"), "number"),
                Column("cases", t("ui_data.cases"), "number"),
                Column("aside", t("ui_data.set_aside"), "number"),
                Column("size", t("ui_data.size"), "number"),
                Column("changed", t("ui_data.changed"), "time"),
                Column("description", t("ui.description")),
            ],
            lambda query, cursor: visit.ask(
                lambda session, _: _find(session, visit, query, cursor)
            ),
            query=visit.query,
            nothing=Nothing(
                t("ui_data.no_datasets"), [(t("ui_data.upload"), upload)] if may_upload else []
            ),
            on_open=lambda id_: ui.navigate.to(visit.url("data", id_)),
            filters={"shelf": {"": t("ui.in_use"), "archived": t("ui_data.show_archived")}},
        )
    await listing.refresh()


def _find(session: Session, visit: Visit, query: Mapping[str, str], cursor: str | None) -> Slice:
    found, following = seen.list_datasets(
        session,
        visit.here.id,
        text=query.get("text", ""),
        archived=query.get("shelf") == "archived",
        after=cursor,
        limit=_PAGE_SIZE,
    )
    return Slice([_row(one) for one in found], following)


def _row(one: seen.DatasetSeen) -> Row:
    newest = one.newest
    cells = [one.dataset.name, None, None, None, None, one.dataset.created_at.isoformat()]
    if newest is not None:
        cells[1:] = [
            t("ui_data.version_n", n=newest.number),
            count_text(newest.rows),
            count_text(newest.rejected),
            size_text(newest.size),
            newest.created_at.isoformat(),
        ]
    return Row(one.dataset.id, [*cells, one.dataset.description or None])


PAGE = Page("/p/{project}/data", "ui_data.data", build, icon="dataset", group="build")
