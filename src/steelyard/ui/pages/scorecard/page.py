"""A scorecard 指标体系: tree, weights, gates, and the same as YAML; tried as it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.library import papers
from steelyard.server.people.policy import Role
from steelyard.ui.components import Section, action, label, sections, title
from steelyard.ui.page import Page
from steelyard.ui.pages.papers.acts import ask_publish, offer_acts
from steelyard.ui.pages.papers.versions import show_versions
from steelyard.ui.pages.scorecard.editing import show_editing
from steelyard.ui.pages.scorecard.firmness import show_firmness
from steelyard.ui.pages.scorecard.spread import show_spread
from steelyard.ui.pages.scorecard.writing import Writing
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


async def build(visit: Visit, scorecard: str) -> None:
    """Show a scorecard; `?run=` is the run on which it is tried."""
    writing = await visit.ask(lambda session, _: _find(session, visit, scorecard))
    found = writing.found
    _show_title(visit, writing)
    if found.document.description:
        label(found.document.description, "sy-quiet sy-wrap", tag="p")
    if not visit.may(Role.EVALUATOR):
        label(t("ui_papers.viewer"), "sy-quiet sy-small", tag="p")
    parts = {
        "edit": Section(t("ui_scorecards.edit"), lambda: show_editing(writing)),
        "spread": Section(t("ui_scorecards.spread"), lambda: show_spread(writing)),
        "firmness": Section(t("ui_scorecards.firmness"), lambda: show_firmness(writing)),
        "versions": Section(t("ui_papers.versions"), lambda: show_versions(visit, scorecard)),
    }
    await sections(parts, visit.query)


def _find(session: Session, visit: Visit, document_id: str) -> Writing:
    here = visit.here.id
    found = papers.read_document(session, here, document_id)
    runs, own = papers.runs_to_try(session, here), papers.own_indicators(session, here)
    return Writing(visit, found, runs, own)


def _show_title(visit: Visit, writing: Writing) -> None:
    found = writing.found
    with title(found.document.name, [(t("ui_scorecards.scorecards"), visit.url("scorecards"))]):
        writing.show_kept()
        ui.element("div").classes("sy-grow")
        if visit.may(Role.MANAGER) and found.document.archived_at is None:
            action(
                t("ui_papers.publish"), lambda: _publish(writing), icon="publish", weight="primary"
            )
        offer_acts(visit, found, "scorecards")


async def _publish(writing: Writing) -> None:
    await writing.flush()
    if await ask_publish(writing.visit, writing.found.document):
        ui.navigate.reload()


PAGE = Page(
    "/p/{project}/scorecards/{scorecard}",
    "ui_scorecards.scorecard",
    build,
    parent="/p/{project}/scorecards",
)
