"""Overview of one project: the same as at home, of this project alone."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.people.policy import Role
from steelyard.ui.components import action, title
from steelyard.ui.page import Page
from steelyard.ui.pages.home_parts import read_seen, show_first_steps, show_seen
from steelyard.ui.visit import Visit


async def build(visit: Visit) -> None:
    """Show the project."""
    here = visit.here
    named = {here.id: (here.slug, here.name)}
    seen = await visit.ask(lambda session, actor: read_seen(session, actor, visit, named))
    with title(here.name):
        ui.element("div").classes("sy-grow")
        if visit.may(Role.EVALUATOR):
            new = visit.url("tasks", "new")
            action(t("ui.new_task"), lambda: ui.navigate.to(new), icon="add", weight="primary")
    if not seen.recent and not seen.active:
        show_first_steps(visit.url)
        if not seen.agents:
            return
    show_seen(visit, seen)


PAGE = Page("/p/{project}", "ui_home.project_home", build, icon="space_dashboard", group="evaluate")
