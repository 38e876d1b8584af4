"""Browser sessions: a random cookie, its hash in the database, and a CSRF token beside it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import SignIn, User
from steelyard.server.errors import NotFoundError
from steelyard.server.people import audit
from steelyard.server.people.accounts import actor_of
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

COOKIE = "steelyard_session"
CSRF_COOKIE = "steelyard_csrf"
_TOUCH = timedelta(minutes=1)  # how exactly the last use is known
_LONGEST = timedelta(days=7)  # used or not: a stolen cookie must not live for ever


class Issued(NamedTuple):
    """What the browser gets; neither is kept here."""

    cookie: str
    csrf: str


def sign_in(
    session: Session,
    settings: Settings,
    user: User,
    *,
    address: str | None,
    browser: str | None,
    means: str = "password",
) -> Issued:
    """Begin a session; `means` is how the account was proven, for the audit trail."""
    clear_old(session)
    issued = Issued(secrets.token_urlsafe(32), secrets.token_urlsafe(24))
    session.add(
        SignIn(
            hash=hashed(issued.cookie),
            csrf_hash=hashed(issued.csrf),
            user_id=user.id,
            expires_at=now() + min(timedelta(hours=settings.session_hours), _LONGEST),
            address=address,
            browser=(browser or "")[:300] or None,
        )
    )
    actor = Actor(user.id, user.name, address=address)
    subject = audit.Subject(user.id, user.login)
    audit.record(session, actor, "session.create", subject, after={"by": means})
    return issued


def signed_in(session: Session, cookie: str, **facts: str | None) -> tuple[Actor, SignIn] | None:
    """Return who a cookie belongs to; None when it is unknown, old, or its account disabled."""
    found = session.get(SignIn, hashed(cookie))
    if found is None or found.expires_at < now():
        return None
    user = session.get(User, found.user_id)
    if user is None or user.disabled_at is not None:
        return None
    return actor_of(session, user, **facts), found


def is_stale(found: SignIn) -> bool:
    """Whether its last use is not known exactly enough any more."""
    return now() - found.seen_at > _TOUCH


def touch(session: Session, settings: Settings, found: SignIn) -> None:
    """Move the end of a session that is used, to a week after it began at most."""
    end = min(now() + timedelta(hours=settings.session_hours), found.created_at + _LONGEST)
    values = {"seen_at": now(), "expires_at": end}
    session.execute(update(SignIn).where(SignIn.hash == found.hash).values(values))


def has_csrf(found: SignIn, given: str | None) -> bool:
    """Whether a request that changes something carries the session's own token."""
    return given is not None and hmac.compare_digest(found.csrf_hash, hashed(given))


def sign_out(session: Session, actor: Actor) -> None:
    """End the session that the actor came with."""
    session.execute(delete(SignIn).where(SignIn.hash == actor.sign_in))
    audit.record(session, actor, "session.end", audit.Subject(actor.user_id, actor.name))


def end(session: Session, actor: Actor, found: SignIn) -> None:
    """End this session."""
    sign_out(session, replace(actor, sign_in=found.hash))


def cookies_of(settings: Settings, issued: Issued) -> list[dict[str, Any]]:
    """Return the cookies of a session as responses set them.

    The second is one that pages of ours read: it holds what a request that changes something
    carries in X-CSRF-Token. Who comes back from another site's sign-on has no answer to read it
    from. Other sites can neither read nor send it.
    """
    secure = settings.is_https
    kept = {"key": COOKIE, "value": issued.cookie, "httponly": True, "samesite": "lax"}
    read = {"key": CSRF_COOKIE, "value": issued.csrf, "samesite": "strict"}
    return [{**one, "secure": secure} for one in (kept, read)]


def sign_ins_of(session: Session, user_id: str) -> list[SignIn]:
    """Return the sessions of an account that have not ended, the newest first."""
    query = select(SignIn).where(SignIn.user_id == user_id, SignIn.expires_at >= now())
    return list(session.scalars(query.order_by(SignIn.created_at.desc(), SignIn.hash)))


def shown_id(found: SignIn) -> str:
    """Return what a session is called when it is shown."""
    return found.hash[:22]


def end_sign_in(session: Session, actor: Actor, shown: str) -> None:
    """End one of one's own sessions.

    Raises:
        NotFoundError: there is none that is called so.
    """
    assert actor.user_id is not None
    for found in sign_ins_of(session, actor.user_id):
        if shown_id(found) == shown:
            session.delete(found)
            audit.record(session, actor, "session.end", audit.Subject(actor.user_id, actor.name))
            return
    raise NotFoundError(t("people.no_session", id=shown[:22]))


def clear_old(session: Session) -> None:
    """Remove sessions that have ended by themselves."""
    session.execute(delete(SignIn).where(SignIn.expires_at < now()))


def hashed(secret: str) -> str:
    """Return what is kept of a random secret; long and random, it needs no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()
