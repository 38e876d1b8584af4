"""Secrets of the project: set and replaced here, never shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import Secret
from steelyard.server.library import secrets
from steelyard.server.library.keys import open_keys
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import (
    Field,
    Values,
    action,
    ask_form,
    confirm,
    icon_action,
    label,
    moment,
    panel,
    row,
)
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


async def show_secrets(visit: Visit) -> None:
    """Show the names of the secrets, with what a manager may do to them."""
    place = ui.element("div")

    async def show() -> None:
        found = await visit.ask(lambda s, _: secrets.secrets_of(s, visit.here.id))
        place.clear()
        with place, panel(t("ui_agents.secrets")) as corner:
            with corner:
                action(t("ui_agents.set_secret"), lambda: change(""), icon="key")
            label(t("ui_agents.secrets_explained"), "sy-quiet sy-small", tag="p")
            if not found:
                label(t("ui_agents.no_secrets"), "sy-quiet")
            for one in found:
                _show_secret(one)

    def _show_secret(one: Secret) -> None:
        with row():
            label(one.name, "sy-mono sy-clip")
            ui.element("div").classes("sy-grow")
            moment(one.changed_at)
            icon_action(t("ui_agents.replace_secret"), "edit", lambda: change(one.name))
            icon_action(t("ui.remove"), "close", lambda: remove(one.name))

    async def change(name: str) -> None:
        if await _ask(visit, name):
            with place:
                await show()

    async def remove(name: str) -> None:
        question = t("ui_agents.remove_secret_question", name=name)
        consequence = t("ui_agents.remove_secret_consequence")
        if not await confirm(question, consequence, t("ui.remove")):
            return
        await visit.act(Role.MANAGER, lambda s, a: secrets.remove_secret(s, a, visit.here.id, name))
        with place:
            ui.notify(t("ui_agents.secret_removed", name=name))
            await show()

    await show()


async def _ask(visit: Visit, name: str) -> bool:
    async def do(values: Values) -> None:
        given = values.get("name") or name

        def set_secret(session: Session, actor: Actor) -> None:
            keys = open_keys(visit.settings)
            secrets.set_secret(session, actor, keys, visit.here.id, given, values["value"])

        await visit.act(Role.MANAGER, set_secret)
        ui.notify(t("ui_agents.secret_saved", name=given), type="positive")

    value = Field("value", t("ui_agents.secret_value"), "password", required=True, wide=True)
    named = Field(
        "name", t("ui_agents.secret_name"), required=True, placeholder="AGENT_KEY", wide=True
    )
    heading = t("ui_agents.set_secret") if not name else f"{t('ui_agents.replace_secret')}: {name}"
    return await ask_form(heading, [value] if name else [named, value], t("ui.save"), do)
