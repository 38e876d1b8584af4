"""What is done to an agent as a whole: archive, restore, remove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import AgentRow
from steelyard.server.library import agents
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import confirm, icon_action
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def offer_acts(visit: Visit, agent: AgentRow) -> None:
    """Show a menu of what a manager may do."""
    if not visit.may(Role.MANAGER):
        return
    with icon_action(t("ui.more"), "more_vert"), ui.menu():
        if agent.archived_at is None:
            ui.menu_item(t("ui.archive"), lambda: _archive(visit, agent))
        else:
            ui.menu_item(t("ui.restore"), lambda: _set_archived(visit, agent, archived=False))
            ui.menu_item(t("ui.remove"), lambda: _remove(visit, agent))


async def _archive(visit: Visit, agent: AgentRow) -> None:
    question, consequence = t("ui_agents.archive_question"), t("ui_agents.archive_consequence")
    if await confirm(question, consequence, t("ui.archive"), danger=False):
        await _set_archived(visit, agent, archived=True)


async def _set_archived(visit: Visit, agent: AgentRow, *, archived: bool) -> None:
    def change(session: Session, actor: Actor) -> None:
        found = agents.find_agent(session, visit.here.id, agent.id)
        agents.change_agent(session, actor, visit.settings, found, archived=archived)

    await visit.act(Role.MANAGER, change)
    ui.navigate.reload()


async def _remove(visit: Visit, agent: AgentRow) -> None:
    question, consequence = t("ui_agents.remove_question"), t("ui_agents.remove_consequence")
    if not await confirm(question, consequence, t("ui.remove")):
        return

    def remove(session: Session, actor: Actor) -> bool:
        found = agents.find_agent(session, visit.here.id, agent.id)
        return agents.remove_agent(session, actor, found)

    gone = await visit.act(Role.MANAGER, remove)
    said = "ui_agents.removed" if gone else "ui_agents.stays_archived"
    ui.notify(t(said, name=agent.name))
    ui.navigate.to(visit.url("agents"))
