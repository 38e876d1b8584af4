"""What is done to a thing of a list as a whole: rename, archive, restore, remove."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import Field, Values, ask_form, confirm
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Whole:
    """A thing and the ways to it.

    Attributes:
        row: of the catalogue: its id, name, description and whether it is archived.
        area: of the words that are said about it.
        list_page: the page that lists its like.
        find: finds it anew by project and id.
        change: changes fields of it.
        remove: removes it; False when it was used and stays archived.
        consequence: of removing it.
    """

    row: Any
    area: str
    list_page: str
    find: Callable[[Session, str, str], Any]
    change: Callable[..., Any]
    remove: Callable[[Session, Actor, Any], bool]
    consequence: str


def offer_whole(visit: Visit, thing: Whole) -> None:
    """Show in a menu what evaluators and managers may do."""
    archived = thing.row.archived_at is not None
    ui.menu_item(t(f"{thing.area}.rename"), lambda: _rename(visit, thing))
    if archived:
        ui.menu_item(t("ui.restore"), lambda: _set_archived(visit, thing, archived=False))
    else:
        ui.menu_item(t("ui.archive"), lambda: _archive(visit, thing))
    if archived and visit.may(Role.MANAGER):
        ui.menu_item(t("ui.remove"), lambda: _remove(visit, thing))


async def _rename(visit: Visit, thing: Whole) -> None:
    async def do(values: Values) -> None:
        await _change(visit, thing, name=values["name"], description=values["description"])

    fields = [
        Field("name", t("ui.name"), value=thing.row.name, required=True, wide=True),
        Field("description", t("ui.description"), "area", thing.row.description, rows=3),
    ]
    if await ask_form(t(f"{thing.area}.rename"), fields, t("ui.save"), do):
        ui.navigate.reload()


async def _archive(visit: Visit, thing: Whole) -> None:
    question = t(f"{thing.area}.archive_question")
    consequence = t(f"{thing.area}.archive_consequence")
    if await confirm(question, consequence, t("ui.archive"), danger=False):
        await _set_archived(visit, thing, archived=True)


async def _set_archived(visit: Visit, thing: Whole, *, archived: bool) -> None:
    await _change(visit, thing, archived=archived)
    ui.navigate.reload()


async def _remove(visit: Visit, thing: Whole) -> None:
    if not await confirm(t(f"{thing.area}.remove_question"), thing.consequence, t("ui.remove")):
        return

    def remove(session: Session, actor: Actor) -> bool:
        return thing.remove(session, actor, thing.find(session, visit.here.id, thing.row.id))

    gone = await visit.act(Role.MANAGER, remove)
    said = "removed" if gone else "stays_archived"
    ui.notify(t(f"{thing.area}.{said}", name=thing.row.name))
    ui.navigate.to(visit.url(thing.list_page))


async def _change(visit: Visit, thing: Whole, **fields: object) -> None:
    def change(session: Session, actor: Actor) -> None:
        found = thing.find(session, visit.here.id, thing.row.id)
        thing.change(session, actor, found, **fields)

    await visit.act(Role.EVALUATOR, change)
