"""Accounts 用户管理: who may sign in, and as what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import User
from steelyard.server.people import accounts, directory
from steelyard.server.people.policy import Role
from steelyard.ui.address import replace_query
from steelyard.ui.components import (
    Column,
    Drawer,
    Field,
    Listing,
    Nothing,
    Row,
    Slice,
    Values,
    action,
    ask_form,
    panel,
    title,
)
from steelyard.ui.components.badge import Tone
from steelyard.ui.page import Page
from steelyard.ui.pages.user_drawer import show_user
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAGE_SIZE = 50
_STATES = ("active", "disabled", "locked", "admin")


async def build(visit: Visit) -> None:
    """Show the accounts; `?user=` opens one."""

    async def make() -> None:
        if await _make(visit):
            await listing.refresh()

    with title(t("ui_system.users")):
        ui.element("div").classes("sy-grow")
        action(t("ui_system.new_user"), make, icon="person_add", weight="primary")
    drawer = Drawer(t("ui_system.user"), lambda: replace_query(listing.query))

    async def open_user(id_: str) -> None:
        await show_user(visit, id_, drawer, listing.refresh)
        replace_query({**listing.query, "user": id_})

    with panel(flush=True):
        listing = Listing(
            t("ui_system.users"),
            [
                Column("login", t("ui_system.login"), "mono"),
                Column("name", t("ui_system.name")),
                Column("email", t("ui_system.email")),
                Column("state", t("ui_system.state"), "status"),
                Column("role", t("ui_system.role"), "badges"),
                Column("seen", t("ui_system.last_login"), "time"),
                Column("created", t("ui.created"), "time"),
            ],
            lambda query, cursor: visit.ask(lambda s, _: _find(s, visit, query, cursor)),
            query={name: value for name, value in visit.query.items() if name != "user"},
            nothing=Nothing(t("ui_system.no_users")),
            on_open=open_user,
            filters={"state": {one: t(f"ui_system.state_{one}") for one in _STATES}},
        )
    await listing.refresh()
    if id_ := visit.query.get("user"):
        await open_user(id_)


def _find(session: Session, visit: Visit, query: Mapping[str, str], cursor: str | None) -> Slice:
    found, following = directory.list_users(
        session,
        visit.settings,
        text=query.get("text", ""),
        state=query.get("state", ""),
        after=cursor,
        limit=_PAGE_SIZE,
    )
    locked = {one.id for one in directory.locked_users(session, visit.settings)}
    return Slice([_row(one, locked=one.id in locked) for one in found], following)


def _row(user: User, *, locked: bool) -> Row:
    seen = user.last_login_at
    return Row(
        user.id,
        [
            user.login,
            user.name,
            user.email,
            state_cell(user, locked=locked),
            [(t("ui_system.role_admin"), "accent")] if user.is_admin else None,
            None if seen is None else seen.isoformat(),
            user.created_at.isoformat(),
        ],
    )


def state_cell(user: User, *, locked: bool) -> tuple[str, Tone, bool]:
    """Return whether an account can sign in."""
    if user.disabled_at is not None:
        return t("ui_system.state_disabled"), "idle", False
    if locked:
        return t("ui_system.state_locked"), "warn", False
    return t("ui_system.state_active"), "good", False


async def _make(visit: Visit) -> bool:
    async def do(values: Values) -> None:
        fields = {"name": values["name"], "email": values["email"] or None}
        await visit.act(
            Role.ADMIN,
            lambda session, actor: (
                accounts.create_user(
                    session,
                    actor,
                    visit.settings,
                    values["login"],
                    values["password"],
                    is_admin=values["is_admin"],
                    **fields,
                ).id
            ),
        )
        ui.notify(t("ui_system.user_made", login=values["login"]), type="positive")

    hint = t("ui_system.password_hint", n=visit.settings.password_length)
    may = t("ui_system.is_admin_hint")
    fields = [
        Field("login", t("ui_system.login"), required=True),
        Field("name", t("ui_system.name"), required=True),
        Field("email", t("ui_system.email"), "email"),
        Field("password", t("ui_system.password"), "password", required=True, hint=hint),
        Field("is_admin", t("ui_system.is_admin"), "switch", value=False, hint=may),
    ]
    return await ask_form(t("ui_system.new_user"), fields, t("ui_system.new_user"), do)


PAGE = Page(
    "/system/users",
    "ui_system.users",
    build,
    role=Role.ADMIN,
    icon="group",
    group="system",
)
