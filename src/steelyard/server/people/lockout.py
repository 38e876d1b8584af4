"""Wrong passwords: counted by login and place, whether or not there is such an account.

Counted by account alone, anyone could keep anyone out by guessing wrongly on purpose. Told only of
logins that exist, the lock would tell which ones do. A lock on the login as a whole comes much
later: it is for those who guess from many places at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Throttle
from steelyard.server.errors import TooManyError
from steelyard.server.people import throttle
from steelyard.server.settings import Settings

_ALL_PLACES = 20  # times as many wrong passwords are allowed from all places together
_WRONG = "wrong "
_KEPT_SECONDS = 24 * 3600.0


def is_locked(session: Session, settings: Settings, login: str, address: str | None) -> bool:
    """Whether there were too many wrong passwords for a login from this place, or from all."""
    since = now() - timedelta(minutes=settings.lock_minutes)
    here, all_places = _keys(login, address)
    query = select(Throttle.key, Throttle.count).where(Throttle.since > since)
    rows = session.execute(query.where(Throttle.key.in_((here, all_places))))
    found = {key: count for key, count in rows}  # noqa: C416 - typed, unlike dict(rows)
    attempts = settings.login_attempts
    return found.get(here, 0) >= attempts or found.get(all_places, 0) >= attempts * _ALL_PLACES


def locked_among(session: Session, settings: Settings, logins: Iterable[str]) -> set[str]:
    """Return those of the logins that are locked somewhere, or everywhere."""
    since = now() - timedelta(minutes=settings.lock_minutes)
    query = select(Throttle.key).where(Throttle.since > since, Throttle.key.startswith(_WRONG))
    rows = session.scalars(query.where(Throttle.count >= settings.login_attempts))
    # The count of all places together has its own, wider limit; each place stands beside it.
    kept = {key.rpartition(" ")[0] for key in rows if key.count(" ") > 1}
    return {login for login in logins if _keys(login, None)[1] in kept}


def count_wrong(session: Session, settings: Settings, login: str, address: str | None) -> None:
    """Count a wrong password."""
    throttle.clear_old(session, max(_KEPT_SECONDS, settings.lock_minutes * 60))
    for key in _keys(login, address):
        throttle.add(session, key, seconds=settings.lock_minutes * 60)


def forget_wrong(session: Session, login: str, address: str | None = None) -> None:
    """Begin to count anew after a right password: at its place, or, after another one, at all."""
    here, all_places = _keys(login, address)
    chosen = Throttle.key == here
    if address is None:
        chosen = func.substr(Throttle.key, 1, len(all_places)) == all_places
    session.execute(delete(Throttle).where(chosen))


def locked(settings: Settings) -> TooManyError:
    """Return what is said to who comes while it is locked, also with the right password."""
    return TooManyError(t("people.locked", minutes=f"{settings.lock_minutes:g}"))


def _keys(login: str, address: str | None) -> tuple[str, str]:
    # Hashed: people type passwords into the wrong field, and a login may be longer than a key.
    folded = login.strip().casefold().encode(errors="replace")
    whose = f"{_WRONG}{hashlib.sha256(folded).hexdigest()[:32]}"
    return f"{whose} {throttle.place(address)}", whose
