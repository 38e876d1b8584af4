"""Home: what needs somebody, what runs, what came out, over all their projects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.people import projects
from steelyard.server.people.policy import Actor
from steelyard.ui.components import Column, DataTable, Row, panel, table_action, title
from steelyard.ui.page import Page
from steelyard.ui.pages.home_parts import Seen, read_seen, show_seen
from steelyard.ui.pages.projects import role_word, show_no_projects
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from steelyard.server.db.tables import Project


async def build(visit: Visit) -> None:
    """Show the home of whoever is signed in."""
    found, seen = await visit.ask(lambda session, actor: _find(session, actor, visit))
    with title(t("ui_home.hello", name=visit.visitor.actor.name)):
        pass
    if not found:
        show_no_projects(visit)
        return
    show_seen(visit, seen)
    with panel(t("ui_home.projects"), flush=True) as corner:
        table = DataTable(
            t("ui_home.projects"),
            [
                Column("name", t("ui.name")),
                Column("description", t("ui.description")),
                Column("role", t("ui_system.your_role")),
            ],
            on_open=lambda slug: ui.navigate.to(f"/p/{slug}"),
        )
        actor = visit.visitor.actor
        table.show(
            [
                Row(one.slug, [one.name, one.description or None, role_word(actor, one.id)])
                for one in found
            ]
        )
        with corner:
            table_action(table)


def _find(session: Session, actor: Actor, visit: Visit) -> tuple[list[Project], Seen]:
    found = projects.projects_of(session, actor)
    named = {one.id: (one.slug, one.name) for one in found}
    return found, read_seen(session, actor, visit, named)


PAGE = Page("/", "ui.home", build, role=None, icon="home", group="evaluate")
