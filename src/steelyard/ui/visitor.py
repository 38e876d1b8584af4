"""Who looks at a page: found from the cookie when the page or its socket is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from steelyard.i18n import Language, using_language
from steelyard.server.db import Database
from steelyard.server.people import accounts, sign_ins
from steelyard.server.people.adjust import Adjusted
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

Theme = Literal["light", "dark"]


class Service(Protocol):
    """What pages need of the application: its state."""

    settings: Settings
    database: Database
    adjusted: Adjusted


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody signed in, with how they like to see things."""

    service: Service
    cookie: str
    actor: Actor
    login: str
    language: Language
    theme: Theme

    @property
    def key(self) -> str:
        """Which session this is; what the database keeps of the cookie."""
        return sign_ins.hashed(self.cookie)


_current: ContextVar[Visitor] = ContextVar("steelyard_visitor")


def visitor() -> Visitor:
    """Return who looks at the page that is being built or used.

    Set where the request or the socket comes in (`gate.py`); handlers, timers and builders are
    tasks that begin there and so inherit it.
    """
    return _current.get()


@contextmanager
def visiting(who: Visitor) -> Iterator[None]:
    """Build or use pages as this visitor, in their language."""
    token = _current.set(who)
    try:
        with using_language(who.language):
            yield
    finally:
        _current.reset(token)


def find_visitor(
    service: Service, cookie: str | None, preferred: Language, **facts: str | None
) -> Visitor | None:
    """Return whose cookie this is; None when it is nobody's (any more)."""
    if not cookie:
        return None
    with service.database.reading() as session:
        found = sign_ins.signed_in(session, cookie, **facts)
        if found is None:
            return None
        actor, sign_in = found
        user = accounts.find_user(session, sign_in.user_id)
        likes: dict[str, Any] = user.preferences
    if sign_ins.is_stale(sign_in):
        with service.database.transaction() as session:
            sign_ins.touch(session, service.settings, sign_in)
    return Visitor(
        service=service,
        cookie=cookie,
        actor=replace(actor, sign_in=sign_in.hash),
        login=user.login,
        language="zh" if likes.get("language", preferred) == "zh" else "en",
        theme="dark" if likes.get("theme") == "dark" else "light",
    )
