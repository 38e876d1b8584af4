"""How often something may be tried: counted in the database, so that it holds over processes."""

from __future__ import annotations

from datetime import timedelta
from ipaddress import IPv4Address, IPv6Network, ip_address

from sqlalchemy import case, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Throttle
from steelyard.server.errors import TooManyError


def count(session: Session, key: str, *, most: int, seconds: float) -> None:
    """Count one try of `key`.

    Raises:
        TooManyError: there were more than `most` in the last `seconds`.
    """
    if add(session, key, seconds=seconds) > most:
        raise TooManyError(t("people.too_many", seconds=f"{seconds:g}"))


def add(session: Session, key: str, *, seconds: float) -> int:
    """Count one try of `key`; return how many there were since the first, `seconds` ago at most."""
    moment = now()
    over = Throttle.since < moment - timedelta(seconds=seconds)
    # One statement, so that two tries at the same time are two.
    insert = postgresql.insert if session.get_bind().dialect.name == "postgresql" else sqlite.insert
    counted = (
        insert(Throttle)
        .values(key=key, count=1, since=moment)
        .on_conflict_do_update(
            index_elements=[Throttle.key],
            set_={
                "count": case((over, 1), else_=Throttle.count + 1),
                "since": case((over, moment), else_=Throttle.since),
            },
        )
        .returning(Throttle.count)
    )
    return session.execute(counted).scalar_one()


def take_back(session: Session, key: str) -> None:
    """Count one try of `key` less: it was a good one."""
    counted = update(Throttle).where(Throttle.key == key, Throttle.count > 0)
    session.execute(counted.values(count=Throttle.count - 1))


def place(address: str | None) -> str:
    """Return where an address is: whoever has one of IPv6 has 2^64 of them."""
    try:
        found = ip_address(address or "")
    except ValueError:
        return (address or "–")[:64]
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def clear_old(session: Session, seconds: float) -> None:
    """Forget what was counted longer ago than that."""
    session.execute(delete(Throttle).where(Throttle.since < now() - timedelta(seconds=seconds)))
