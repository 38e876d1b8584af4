"""One account beside the list, with what an administrator may do to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import User
from steelyard.server.people import accounts, directory, tokens
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import (
    Drawer,
    Field,
    Form,
    Values,
    action,
    ask_form,
    badge,
    confirm,
    facts,
    icon_action,
    label,
    row,
    title,
)
from steelyard.ui.pages.user_identity import find_identity, show_identity
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

Refresh = Callable[[], Awaitable[None]]


async def show_user(visit: Visit, user_id: str, drawer: Drawer, refresh: Refresh) -> None:
    """Open an account in the drawer."""
    found = await visit.ask(lambda session, _: directory.see_user(session, visit.settings, user_id))
    subject = await find_identity(visit, found.user)
    acts = _Acts(visit, found.user, drawer, refresh)
    place = drawer.open()
    place.clear()
    with place:
        with title(found.user.name):
            label(found.user.login, "sy-mono sy-quiet")
            ui.element("div").classes("sy-grow")
            icon_action(t("ui.close"), "close", drawer.close)
        acts.show_buttons(locked=found.locked)
        acts.show_form()
        show_identity(visit, found.user, subject, acts.again)
        label(t("ui_system.roles_in"), tag="h2")
        if found.roles:
            facts((name, t(f"ui_system.role_{role}")) for name, role in found.roles.items())
        else:
            label(t("ui_system.no_roles"), "sy-quiet")
        label(f"{t('ui_system.open_sessions')}: {found.sessions}", "sy-quiet")
        label(t("ui_system.tokens"), tag="h2")
        if not found.tokens:
            label(t("ui_system.no_tokens"), "sy-quiet")
        for token in found.tokens:
            with row():
                label(token.name, "sy-clip")
                label(f"{token.shown}…", "sy-mono sy-quiet")
                badge(t(f"ui_system.role_{token.role}"))
                ui.element("div").classes("sy-grow")
                action(
                    t("ui_system.revoke"),
                    lambda id_=token.id, name=token.name: acts.revoke(id_, name),
                    weight="danger",
                )


class _Acts:
    def __init__(self, visit: Visit, user: User, drawer: Drawer, refresh: Refresh) -> None:
        self._visit, self._user, self._drawer, self._refresh = visit, user, drawer, refresh
        self._around = ui.context.slot.parent

    def show_buttons(self, *, locked: bool) -> None:
        user = self._user
        with row("sy-row-wrap"):
            action(t("ui_system.set_password"), self._set_password, icon="password")
            if locked:
                action(t("ui_system.unlock"), self._unlock, icon="lock_open")
            if user.disabled_at is None:
                action(t("ui_system.disable"), self._disable, weight="danger")
            else:
                action(t("ui_system.enable"), lambda: self._change(disabled=False))

    def show_form(self) -> None:
        user = self._user

        async def save(values: Values) -> None:
            await self._change(
                name=values["name"], email=values["email"] or None, is_admin=values["is_admin"]
            )

        hint = t("ui_system.is_admin_hint")
        fields = [
            Field("name", t("ui_system.name"), value=user.name, required=True),
            Field("email", t("ui_system.email"), "email", user.email or ""),
            Field("is_admin", t("ui_system.is_admin"), "switch", user.is_admin, hint=hint),
        ]
        Form(t("ui_system.user"), fields, verb=t("ui.save"), on_send=save)

    async def revoke(self, token_id: str, name: str) -> None:
        question = t("ui_system.revoke_question", name=name)
        consequence = t("ui_system.revoke_consequence")
        if await confirm(question, consequence, t("ui_system.revoke")):
            await self._visit.act(Role.ADMIN, lambda s, a: tokens.revoke_token(s, a, token_id))
            await self.again(t("ui_system.revoked"))

    async def _disable(self) -> None:
        question = t("ui_system.disable_question", login=self._user.login)
        consequence = t("ui_system.disable_consequence")
        if await confirm(question, consequence, t("ui_system.disable")):
            await self._change(disabled=True)

    async def _change(self, **fields: Any) -> None:
        def change(session: Session, actor: Actor) -> None:
            user = accounts.find_user(session, self._user.id)
            accounts.change_user(session, actor, user, **fields)

        await self._visit.act(Role.ADMIN, change)
        await self.again(t("ui_system.user_saved", login=self._user.login))

    async def _unlock(self) -> None:
        def unlock(session: Session, actor: Actor) -> None:
            directory.unlock_user(session, actor, accounts.find_user(session, self._user.id))

        await self._visit.act(Role.ADMIN, unlock)
        await self.again(t("ui_system.user_saved", login=self._user.login))

    async def _set_password(self) -> None:
        settings = self._visit.settings

        async def do(values: Values) -> None:
            def change(session: Session, actor: Actor) -> None:
                user = accounts.find_user(session, self._user.id)
                accounts.set_password(session, actor, settings, user, values["password"])

            await self._visit.act(Role.ADMIN, change)

        hint = t("ui_system.password_hint", n=settings.password_length)
        field = Field(
            "password", t("ui_system.password_new"), "password", required=True, hint=hint, wide=True
        )
        explained = t("ui_system.set_password_explained")
        verb = t("ui_system.set_password")
        if await ask_form(verb, [field], verb, do, explain=explained):
            await self.again(t("ui_system.password_set"))

    async def again(self, said: str) -> None:
        """Say what was done and show the account as it is now."""
        with self._around:  # the drawer is built anew, with what was pressed in it
            ui.notify(said, type="positive")
            await self._refresh()
            await show_user(self._visit, self._user.id, self._drawer, self._refresh)
