"""Rights that end while a page is open: its socket is closed within seconds.

The server redirects the page and closes its socket, even if the browser ignores the redirect. It
also deletes the state of the page, so that a later connection cannot resume it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from nicegui import Client, background_tasks, core

from steelyard.i18n import Language
from steelyard.server.people.page_rights import PageRight, rights_left
from steelyard.ui.visit import Visit
from steelyard.ui.visitor import Service, Visitor

_EVERY_S = 2.0
_LOGIN = "/login"


@dataclass(frozen=True, slots=True)
class _OpenPage:
    """A page in a browser: who opened it, and what it shows now."""

    visitor: Visitor
    right: PageRight
    address: str = "/"


_open: dict[str, _OpenPage] = {}  # by client


def remember(client: Client, who: Visitor) -> None:
    """Keep whose page this is until it is closed."""
    _open[client.id] = _OpenPage(who, PageRight(who.key))
    client.on_delete(lambda: _open.pop(client.id, None))


async def remember_visit(client: Client, visit: Visit, address: str) -> None:
    """Keep which right the page needs that a client shows now."""
    who = visit.visitor
    role = await visit.ask(lambda _, actor: actor.role_in(visit.project_id))
    archived = visit.project is not None and visit.project.archived
    if client.id in _open:
        right = PageRight(who.key, visit.project_id, role, archived=archived)
        _open[client.id] = _OpenPage(who, right, address)


def spoken_on(client_id: str) -> Language | None:
    """Return the language of an open page; None when there is no such page."""
    found = _open.get(client_id)
    return None if found is None else found.visitor.language


def watch() -> None:
    """Begin to look after open pages."""
    background_tasks.create(_watch(), name="watch sessions")


async def _watch() -> None:
    while True:
        await asyncio.sleep(_EVERY_S)
        try:
            await close_revoked()
        except Exception as error:  # noqa: BLE001 - a database that is away comes back
            core.app.handle_exception(error)


async def close_revoked() -> None:
    """Close every page whose right has ended, and send its browser where it may be."""
    by_service: dict[int, dict[str, _OpenPage]] = defaultdict(dict)
    for id_, page in list(_open.items()):
        by_service[id(page.visitor.service)][id_] = page
    for pages in by_service.values():
        service = next(iter(pages.values())).visitor.service
        left = await asyncio.to_thread(_left, service, {page.right for page in pages.values()})
        for id_, page in pages.items():
            if left[page.right] is not True and _open.get(id_) is page:
                await _close(id_, _LOGIN if left[page.right] is None else page.address)


def _left(service: Service, rights: Collection[PageRight]) -> dict[PageRight, bool | None]:
    with service.database.reading() as session:
        return rights_left(session, rights)


async def _close(client_id: str, address: str) -> None:
    _open.pop(client_id, None)
    client = Client.instances.get(client_id)
    if client is None:
        return
    # Not through the outbox: it ends with the client.
    await core.sio.emit("open", {"path": address, "new_tab": False}, room=client_id)
    for socket, _ in list(core.sio.manager.get_participants("/", client_id)):
        await core.sio.disconnect(socket)
    if client_id in Client.instances:
        client.delete()
