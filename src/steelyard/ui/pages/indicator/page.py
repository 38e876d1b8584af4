"""A file of custom indicators: an editor that checks as you type, and what it gives on a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.library import papers
from steelyard.server.library.papers import DocumentRead, RunChoice
from steelyard.server.people.policy import Role
from steelyard.ui.components import Section, action, label, sections, title
from steelyard.ui.page import Page
from steelyard.ui.pages.indicator.writing import IndicatorWriting
from steelyard.ui.pages.papers.acts import ask_publish, offer_acts
from steelyard.ui.pages.papers.versions import show_versions
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


async def build(visit: Visit, indicator: str) -> None:
    """Show a file of indicators; `?run=` is the run on which it is tried."""
    found, runs = await visit.ask(lambda session, _: _find(session, visit, indicator))
    writing = IndicatorWriting(visit, found, runs)
    _show_title(visit, writing, found)
    if found.document.description:
        label(found.document.description, "sy-quiet sy-wrap", tag="p")
    parts = {
        "edit": Section(t("ui_algorithms.edit"), writing.build),
        "versions": Section(t("ui_papers.versions"), lambda: show_versions(visit, indicator)),
    }
    await sections(parts, visit.query)


def _find(session: Session, visit: Visit, document_id: str) -> tuple[DocumentRead, list[RunChoice]]:
    found = papers.read_document(session, visit.here.id, document_id)
    return found, papers.runs_to_try(session, visit.here.id)


def _show_title(visit: Visit, writing: IndicatorWriting, found: DocumentRead) -> None:
    document = found.document
    crumbs = [
        (t("ui_algorithms.algorithms"), visit.url("algorithms")),
        (t("ui_algorithms.indicators"), visit.url("indicators")),
    ]
    with title(document.name, crumbs):
        writing.show_kept()
        ui.element("div").classes("sy-grow")
        if visit.may(Role.MANAGER) and document.archived_at is None:

            async def publish() -> None:
                await writing.flush()
                if await ask_publish(visit, document):
                    ui.navigate.reload()

            action(t("ui_papers.publish"), publish, icon="publish", weight="primary")
        offer_acts(visit, found, "indicators")


PAGE = Page(
    "/p/{project}/indicators/{indicator}",
    "ui_algorithms.indicator",
    build,
    parent="/p/{project}/indicators",
)
