"""Settings of a project: its name, its limits, its members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.tables import Project, User
from steelyard.server.people import accounts, directory, projects
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import (
    Column,
    DataTable,
    Field,
    Form,
    Row,
    Values,
    action,
    ask_form,
    badge,
    confirm,
    empty,
    grid,
    panel,
    reload_saying,
    table_action,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_ROLES = (Role.VIEWER, Role.EVALUATOR, Role.MANAGER)
_MOST = 1000


async def build(visit: Visit) -> None:
    """Show the settings."""
    project = await visit.ask(lambda s, _: projects.find_project(s, visit.here.id))
    with title(t("ui_system.project_settings")):
        if project.archived_at is not None:
            badge(t("ui_data.archived"), "warn")
        ui.element("div").classes("sy-grow")
        if project.archived_at is None:
            action(t("ui_system.archive_project"), lambda: _archive(visit), weight="danger")
        else:
            action(t("ui.restore"), lambda: _set_archived(visit, archived=False))
    with grid():
        _show_general(visit, project)
        place = ui.element("div").classes("sy-span-7")
    await _show_members(visit, place)


def _show_general(visit: Visit, project: Project) -> None:
    async def save(values: Values) -> None:
        fields = {
            "name": values["name"],
            "description": values["description"],
            "concurrency": _count(values["concurrency"]),
            "own_agents": bool(values["own_agents"]),
        }
        await _change(visit, **fields)
        reload_saying(t("ui_system.saved"))

    concurrency = "" if project.concurrency is None else str(project.concurrency)
    fields = [
        Field("name", t("ui.name"), value=project.name, required=True, wide=True),
        Field("description", t("ui.description"), "area", project.description, rows=3),
        Field(
            "concurrency",
            t("ui_system.project_concurrency"),
            "number",
            concurrency,
            hint=t("ui_system.project_concurrency_hint"),
        ),
        Field(
            "own_agents",
            t("ui_system.own_agents"),
            "switch",
            project.own_agents,
            hint=t("ui_system.own_agents_hint"),
        ),
    ]
    with panel(t("ui_system.project"), span=5):
        form = Form(t("ui_system.project"), fields, verb=t("ui.save"), on_send=save)
        form.ask_before_leaving()


async def _show_members(visit: Visit, place: ui.element) -> None:
    async def show() -> None:
        found = await visit.ask(lambda s, _: _members(s, visit.here.id))
        place.clear()
        with place, panel(t("ui_system.members"), flush=True) as corner:
            with corner:
                action(t("ui_system.add_member"), add, icon="person_add")
            if not found:
                empty(t("ui_system.no_members"))
                return
            table = DataTable(
                t("ui_system.members"),
                [
                    Column("name", t("ui_system.name")),
                    Column("login", t("ui_system.login"), "mono"),
                    Column("role", t("ui_system.role")),
                ],
                on_open=lambda id_: change(id_, found),
            )
            table.show(
                [
                    Row(user.id, [user.name, user.login, t(f"ui_system.role_{role.word}")])
                    for user, role in found
                ]
            )
            with corner:
                table_action(table)

    async def add() -> None:
        if await _ask_member(visit):
            with place:
                await show()

    async def change(id_: str, found: list[tuple[User, Role]]) -> None:
        user, role = next(pair for pair in found if pair[0].id == id_)
        if await _ask_role(visit, user, role):
            with place:
                await show()

    await show()


async def _ask_member(visit: Visit) -> bool:
    # Who is not an administrator adds people they know; nobody else sees all accounts.
    known: list[str] = []
    if visit.may(Role.ADMIN):
        known = await visit.ask(lambda s, _: _candidates(s, visit))

    async def do(values: Values) -> None:
        login = values["login"]
        user = await visit.ask(lambda s, _: directory.find_by_login(s, login))
        await _set_member(visit, user.id, Role.of(values["role"]))

    fields = [
        Field("login", t("ui_system.login"), required=True, suggest=known, wide=True),
        _role_field(Role.EVALUATOR, removable=False),
    ]
    return await ask_form(t("ui_system.add_member"), fields, t("ui_system.add_member"), do)


async def _ask_role(visit: Visit, user: User, role: Role) -> bool:
    done = False

    async def do(values: Values) -> None:
        nonlocal done
        if values["role"] != "none":
            await _set_member(visit, user.id, Role.of(values["role"]))
            done = True

    wanted = [_role_field(role, removable=True)]
    answered = await ask_form(user.name, wanted, t("ui.save"), do)
    if not answered or done:
        return done
    question = t("ui_system.remove_member_question", name=user.name)
    consequence = t("ui_system.remove_member_consequence")
    if await confirm(question, consequence, t("ui_system.remove_member")):
        await _set_member(visit, user.id, None)
        return True
    return False


def _role_field(role: Role, *, removable: bool) -> Field:
    options = [
        (one.word, f"{t(f'ui_system.role_{one.word}')}: {t(f'ui_system.role_{one.word}_may')}")
        for one in _ROLES
    ]
    if removable:
        options.append(("none", t("ui_system.remove_member")))
    return Field("role", t("ui_system.role"), "select", role.word, options=options, wide=True)


async def _set_member(visit: Visit, user_id: str, role: Role | None) -> None:
    def change(session: Session, actor: Actor) -> str:
        project = projects.find_project(session, visit.here.id)
        user = accounts.find_user(session, user_id)
        projects.set_member(session, actor, project, user, role)
        return user.name

    name = await visit.act(Role.MANAGER, change)
    if role is None:
        ui.notify(t("ui_system.member_removed", name=name))
    else:
        word = t(f"ui_system.role_{role.word}")
        ui.notify(t("ui_system.member_saved", name=name, role=word), type="positive")


def _members(session: Session, project_id: str) -> list[tuple[User, Role]]:
    return projects.members_of(session, projects.find_project(session, project_id))


def _candidates(session: Session, visit: Visit) -> list[str]:
    inside = {user.id for user, _ in _members(session, visit.here.id)}
    found, _ = directory.list_users(session, visit.settings, state="active", limit=_MOST)
    return [user.login for user in found if user.id not in inside]


async def _archive(visit: Visit) -> None:
    question = t("ui_system.archive_project_question")
    consequence = t("ui_system.archive_project_consequence")
    if await confirm(question, consequence, t("ui_system.archive_project")):
        await _set_archived(visit, archived=True)


async def _set_archived(visit: Visit, *, archived: bool) -> None:
    await _change(visit, archived=archived)
    ui.navigate.reload()


async def _change(visit: Visit, **fields: Any) -> None:
    def change(session: Session, actor: Actor) -> None:
        project = projects.find_project(session, visit.here.id)
        projects.change_project(session, actor, project, **fields)

    await visit.act(Role.MANAGER, change)


def _count(text: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal() or not 0 < int(text) <= 10_000:
        raise InputError(t("ui_system.bad_number", field=t("ui_system.project_concurrency")))
    return int(text)


PAGE = Page(
    "/p/{project}/settings",
    "ui_system.project_settings",
    build,
    role=Role.MANAGER,
    icon="settings",
    group="system",
)
