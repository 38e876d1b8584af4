"""My account 我的账号: profile, password, how pages look, sessions, tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.tables import User
from steelyard.server.people import accounts, directory, sign_ins
from steelyard.server.people.policy import Actor
from steelyard.server.people.sign_ins import shown_id
from steelyard.ui.components import (
    Field,
    Form,
    Values,
    action,
    badge,
    grid,
    label,
    moment,
    panel,
    row,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.pages.account_tokens import show_tokens
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

# Marks in the order in which they tell: most say that they are several others too.
_BROWSERS = (
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("Windows", "Windows"), ("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iPadOS"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


async def build(visit: Visit) -> None:
    """Show the account of whoever is signed in."""
    user = await visit.ask(lambda session, actor: accounts.find_user(session, actor.user_id or ""))
    with title(t("ui_system.account")):
        label(user.login, "sy-mono sy-quiet")
        if user.is_admin:
            badge(t("ui_system.role_admin"), "accent")
    with grid():
        with ui.element("div").classes("sy-column sy-sections sy-span-5"):
            _show_profile(visit, user)
            if user.password_hash is not None:
                _show_password(visit)
        with ui.element("div").classes("sy-column sy-sections sy-span-7"):
            await show_tokens(visit)
            await _show_sessions(visit)


def _show_profile(visit: Visit, user: User) -> None:
    who = visit.visitor

    async def save(values: Values) -> None:
        def change(session: Session, actor: Actor) -> None:
            own = accounts.find_user(session, actor.user_id or "")
            accounts.change_user(session, actor, own, name=values["name"])
            likes = {"language": values["language"], "theme": values["theme"]}
            accounts.prefer(session, actor, **likes)

        await visit.act(None, change)
        ui.navigate.reload()

    languages = [("zh", "中文"), ("en", "English")]
    themes = [("light", t("ui_system.light")), ("dark", t("ui_system.dark"))]
    fields = [
        Field("name", t("ui_system.name"), value=user.name, required=True, wide=True),
        Field("language", t("ui_system.language"), "select", who.language, options=languages),
        Field("theme", t("ui_system.theme"), "select", who.theme, options=themes),
    ]
    with panel(t("ui_system.profile")):
        Form(t("ui_system.profile"), fields, verb=t("ui.save"), on_send=save)


def _show_password(visit: Visit) -> None:
    async def change(values: Values) -> None:
        if values["password"] != values["again"]:
            raise InputError(t("ui.passwords_differ"))
        now = values["now"]
        if not await visit.act(None, lambda s, a: directory.has_own_password(s, a, now)):
            raise InputError(t("ui_system.password_wrong"))

        def set_password(session: Session, actor: Actor) -> None:
            own = accounts.find_user(session, actor.user_id or "")
            accounts.set_password(session, actor, visit.settings, own, values["password"])

        await visit.act(None, set_password)
        ui.navigate.to("/login")

    hint = t("ui_system.password_hint", n=visit.settings.password_length)
    fields = [
        Field("now", t("ui_system.password_now"), "password", required=True, wide=True),
        Field("password", t("ui_system.password_new"), "password", required=True, hint=hint),
        Field("again", t("ui_system.password_again"), "password", required=True),
    ]
    with panel(t("ui_system.change_password")):
        label(t("ui_system.password_changes"), "sy-quiet sy-small", tag="p")
        verb = t("ui_system.change_password")
        Form(verb, fields, verb=verb, on_send=change)


async def _show_sessions(visit: Visit) -> None:
    place = ui.element("div")

    async def show() -> None:
        found = await visit.ask(lambda s, a: sign_ins.sign_ins_of(s, a.user_id or ""))
        place.clear()
        with place, panel(t("ui_system.sessions")):
            for one in found:
                with row():
                    with ui.element("div").classes("sy-column sy-tight sy-grow"):
                        label(browser_name(one.browser), "sy-clip")
                        with row("sy-quiet sy-small"):
                            label(one.address or "–")
                            label(f"{t('ui_system.since')}:")
                            moment(one.created_at)
                            label(f"{t('ui_system.seen')}:")
                            moment(one.seen_at)
                    if one.hash == visit.visitor.key:
                        badge(t("ui_system.this_session"), "accent")
                    else:
                        action(t("ui_system.end_session"), lambda one=one: end(shown_id(one)))

    async def end(key: str) -> None:
        await visit.act(None, lambda s, a: sign_ins.end_sign_in(s, a, key))
        with place:
            ui.notify(t("ui_system.session_ended"))
            await show()

    await show()


def browser_name(said: str | None) -> str:
    """Return the browser and system that a user agent names, or what it says."""
    said = said or "–"
    browser = next((name for mark, name in _BROWSERS if mark in said), None)
    system = next((name for mark, name in _SYSTEMS if mark in said), None)
    if browser is None:
        return said
    return browser if system is None else f"{browser} · {system}"


PAGE = Page("/account", "ui_system.account", build, role=None)
