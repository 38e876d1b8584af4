"""One's own tokens: made, shown once, revoked."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Token
from steelyard.server.people import projects, tokens
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import (
    Field,
    Values,
    action,
    ask_form,
    badge,
    confirm,
    label,
    moment,
    panel,
    raw,
    row,
)
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_DAYS = (7, 30, 90, 365)


async def show_tokens(visit: Visit) -> None:
    """Show the tokens; a new one's text is shown this once."""
    await _Tokens(visit).show()


class _Tokens:
    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._fresh = ""
        self._place = ui.element("div")

    async def show(self) -> None:
        found = await self._visit.ask(lambda s, a: tokens.live_tokens(s, a.user_id or ""))
        self._place.clear()
        with self._place, panel(t("ui_system.own_tokens")) as corner:
            with corner:
                action(t("ui_system.new_token"), self._make, icon="add")
            label(t("ui_system.tokens_explained"), "sy-quiet sy-small", tag="p")
            if self._fresh:
                _show_once(self._fresh)
            if not found:
                label(t("ui_system.no_tokens"), "sy-quiet")
            for one in found:
                self._show_token(one)

    def _show_token(self, one: Token) -> None:
        with row():
            with ui.element("div").classes("sy-column sy-tight sy-grow"):
                with row():
                    label(one.name, "sy-clip sy-strong")
                    badge(t(f"ui_system.role_{one.role}"))
                with row("sy-quiet sy-small"):
                    label(f"{one.shown}…", "sy-mono")
                    label(f"{t('ui_system.used')}:")
                    moment(one.used_at)
                    label(f"{t('ui_system.expires')}:")
                    if one.expires_at is None:
                        label(t("ui_system.never"))
                    else:
                        moment(one.expires_at)
            action(t("ui_system.revoke"), lambda: self._revoke(one), weight="danger")

    async def _make(self) -> None:
        text = await _ask_token(self._visit)
        if text:
            self._fresh = text
            with self._place:  # what was pressed is gone once the list is built anew
                await self.show()

    async def _revoke(self, one: Token) -> None:
        question = t("ui_system.revoke_question", name=one.name)
        if await confirm(question, t("ui_system.revoke_consequence"), t("ui_system.revoke")):
            await self._visit.act(None, lambda s, a: tokens.revoke_token(s, a, one.id))
            self._fresh = ""
            with self._place:
                ui.notify(t("ui_system.revoked"))
                await self.show()


def _show_once(text: str) -> None:
    label(t("ui_system.token_made"), "sy-strong")
    with row():
        raw(text, "sy-once")
        action(t("ui_system.copy"), lambda: _copy(text), icon="content_copy")


def _copy(text: str) -> None:
    ui.clipboard.write(text)
    ui.notify(t("ui_system.copied"))


async def _ask_token(visit: Visit) -> str:
    found = await visit.ask(lambda session, actor: projects.projects_of(session, actor))
    made = ""

    async def do(values: Values) -> None:
        nonlocal made
        days = values["days"]
        end = now() + timedelta(days=int(days)) if days else None

        def create(session: Session, actor: Actor) -> str:
            _, text = tokens.create_token(
                session,
                actor,
                values["name"],
                role=Role.of(values["role"]),
                project_id=values["project"] or None,
                expires_at=end,
            )
            return text

        made = await visit.act(None, create)

    roles = [role for role in Role if role is not Role.ADMIN or visit.visitor.actor.is_admin]
    fields = [
        Field("name", t("ui_system.token_name"), required=True, wide=True),
        Field(
            "role",
            t("ui_system.token_role"),
            "select",
            "evaluator",
            options=[(role.word, t(f"ui_system.role_{role.word}")) for role in roles],
        ),
        Field(
            "project",
            t("ui_system.token_project"),
            "select",
            "",
            options=[("", t("ui_system.every_project")), *((one.id, one.name) for one in found)],
        ),
        Field(
            "days",
            t("ui_system.expires"),
            "select",
            "90",
            options=[
                *((str(n), t("ui_system.days", n=n)) for n in _DAYS),
                ("", t("ui_system.never")),
            ],
        ),
    ]
    await ask_form(t("ui_system.new_token"), fields, t("ui_system.new_token"), do)
    return made
