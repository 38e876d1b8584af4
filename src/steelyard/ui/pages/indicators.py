"""Custom indicators 自定义指标: files of indicators that the project wrote itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.library import documents
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import Field, Nothing, Values, action, ask_form, panel, title
from steelyard.ui.page import Page
from steelyard.ui.pages.papers.shelf import show_shelf
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_FIRST = Path(__file__).parent / "indicator" / "first.yaml"
_NAME = "mine.first"


async def build(visit: Visit) -> None:
    """Show the files of indicators."""
    may = visit.may(Role.EVALUATOR)
    crumbs = [(t("ui_algorithms.algorithms"), visit.url("algorithms"))]
    with title(t("ui_algorithms.indicators"), crumbs):
        ui.element("div").classes("sy-grow")
        if may:
            new = t("ui_algorithms.new_indicator")
            action(new, lambda: _begin(visit), icon="add", weight="primary")
    with panel(flush=True):
        key = "no_indicators" if may else "no_indicators_viewer"
        nothing = Nothing(t(f"ui_algorithms.{key}"))
        await show_shelf(visit, "indicator", t("ui_algorithms.indicators"), ["indicators"], nothing)


def first_text(name: str) -> str:
    """Return a file of indicators to begin with."""
    id_ = re.sub(r"[^a-z0-9_]+", "_", name.lower()).strip("_") or "first"
    return _FIRST.read_text("utf-8").replace(_NAME, f"mine.{id_}")


async def _begin(visit: Visit) -> None:
    made = ""

    async def send(values: Values) -> None:
        nonlocal made

        def create(session: Session, actor: Actor) -> str:
            return documents.create_document(
                session,
                actor,
                visit.here.id,
                "indicator",
                values["name"],
                first_text(values["name"]),
                description=values["description"],
            ).id

        made = await visit.act(Role.EVALUATOR, create)

    fields = [
        Field("name", t("ui_algorithms.file_name"), required=True, wide=True,
              hint=t("ui_algorithms.file_hint")),
        Field("description", t("ui.description"), "area", rows=2),
    ]  # fmt: skip
    question = t("ui_algorithms.new_indicator")
    if await ask_form(question, fields, t("ui_scorecards.create"), send):
        ui.navigate.to(visit.url("indicators", made))


PAGE = Page(
    "/p/{project}/indicators",
    "ui_algorithms.indicators",
    build,
    parent="/p/{project}/algorithms",
)
