"""Sessions that ended while a page is open: its socket is closed within seconds."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from nicegui import Client, background_tasks

from steelyard.i18n import Language
from steelyard.server.people.sign_ins import alive
from steelyard.ui.visitor import Service, Visitor

_EVERY_S = 5.0
_open: dict[str, Visitor] = {}  # by client


def remember(client: Client, who: Visitor) -> None:
    """Keep whose page this is until it is closed."""
    _open[client.id] = who
    client.on_delete(lambda: _open.pop(client.id, None))


def spoken_on(client_id: str) -> Language | None:
    """Return the language of an open page; None when there is no such page."""
    who = _open.get(client_id)
    return None if who is None else who.language


def watch() -> None:
    """Begin to look after open pages."""
    background_tasks.create(_watch(), name="watch sessions")


async def _watch() -> None:
    while True:
        await asyncio.sleep(_EVERY_S)
        await close_revoked()


async def close_revoked() -> None:
    """Send every page whose session has ended to the sign-in page."""
    by_service: dict[int, dict[str, Visitor]] = defaultdict(dict)
    for id_, who in list(_open.items()):
        by_service[id(who.service)][id_] = who
    for pages in by_service.values():
        service = next(iter(pages.values())).service
        keys = {who.key for who in pages.values()}
        living = await asyncio.to_thread(_living, service, keys)
        for id_, who in pages.items():
            client = Client.instances.get(id_)
            if who.key not in living and client is not None:
                client.open("/login")
                _open.pop(id_, None)


def _living(service: Service, keys: set[str]) -> set[str]:
    with service.database.reading() as session:
        return alive(session, keys)
