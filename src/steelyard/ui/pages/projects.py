"""Projects 项目: those somebody may see; administrators make new ones."""

from __future__ import annotations

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.people import projects
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import (
    Column,
    DataTable,
    Field,
    Row,
    Values,
    action,
    ask_form,
    empty,
    panel,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.visit import Visit


async def build(visit: Visit) -> None:
    """Show the projects."""
    is_admin = visit.may(Role.ADMIN)
    found = await visit.ask(
        lambda session, actor: projects.projects_of(session, actor, archived=is_admin)
    )
    with title(t("ui_system.projects")):
        ui.element("div").classes("sy-grow")
        if is_admin:
            action(t("ui_system.new_project"), lambda: _make(visit), icon="add", weight="primary")
    if not found:
        show_no_projects(visit)
        return
    actor = visit.visitor.actor
    with panel(flush=True):
        table = DataTable(
            t("ui_system.projects"),
            [
                Column("name", t("ui.name")),
                Column("slug", t("ui_system.slug"), "mono"),
                Column("description", t("ui.description")),
                Column("role", t("ui_system.your_role")),
                Column("state", t("ui.state"), "badges"),
                Column("created", t("ui.created"), "time"),
            ],
            on_open=lambda slug: ui.navigate.to(f"/p/{slug}"),
        )
        table.show(
            [
                Row(
                    one.slug,
                    [
                        one.name,
                        one.slug,
                        one.description or None,
                        role_word(actor, one.id),
                        [(t("ui_data.archived"), "warn")] if one.archived_at else None,
                        one.created_at.isoformat(),
                    ],
                )
                for one in found
            ]
        )


def show_no_projects(visit: Visit) -> None:
    """Say what to do when there is no project to see."""
    with panel():
        if visit.may(Role.ADMIN):
            empty(
                t("ui_system.no_projects_admin"),
                [] if visit.path == "/projects" else [(t("ui_system.new_project"), "/projects")],
            )
        else:
            empty(t("ui_system.no_projects"))


def role_word(actor: Actor, project_id: str | None) -> str | None:
    """Return what somebody is in a project."""
    role = actor.role_in(project_id)
    return None if role is None else t(f"ui_system.role_{role.word}")


async def _make(visit: Visit) -> None:
    async def do(values: Values) -> None:
        made = await visit.act(
            Role.ADMIN,
            lambda session, actor: (
                projects.create_project(
                    session, actor, values["slug"], values["name"], values["description"]
                ).name
            ),
        )
        ui.notify(t("ui_system.project_made", name=made), type="positive")
        ui.navigate.to(f"/p/{values['slug']}/settings")

    fields = [
        Field("name", t("ui.name"), required=True),
        Field(
            "slug",
            t("ui_system.slug"),
            required=True,
            hint=t("ui_system.slug_hint"),
            placeholder="convoy-2026",
        ),
        Field("description", t("ui.description"), "area", rows=2),
    ]
    await ask_form(t("ui_system.new_project"), fields, t("ui_system.new_project"), do)


PAGE = Page("/projects", "ui_system.projects", build, role=None, icon="folder", group="system")
