"""Rows in pieces: all of a query without holding them, or page by page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from sqlalchemy import Select
from sqlalchemy.orm import InstrumentedAttribute, Session

from steelyard.server.db.base import Base

T = TypeVar("T", bound=Base)
_SIZE = 1000


def page(
    session: Session,
    query: Select[T],
    key: InstrumentedAttribute[Any],
    after: Any = None,
    limit: int = 50,
    *,
    newest: bool = False,
) -> tuple[list[T], Any]:
    """Return a page of a query in the order of a key, and the key it goes on after.

    Args:
        session: of the catalogue.
        query: what is listed.
        key: that no two rows share.
        after: of the last row of the page before.
        limit: most rows.
        newest: against the order: by a key that rises with time, the newest first.
    """
    if after is not None:
        query = query.where(key < after if newest else key > after)
    query = query.order_by(key.desc() if newest else key)
    rows = list(session.scalars(query.limit(limit + 1)))
    return rows[:limit], getattr(rows[limit - 1], key.key) if len(rows) > limit else None


def in_pieces(session: Session, query: Select[T], key: InstrumentedAttribute[Any]) -> Iterator[T]:
    """Yield every row that a query finds, in the order of a key that no two of them share."""
    query = query.order_by(key).limit(_SIZE)
    found = session.scalars(query).all()
    while found:
        yield from found
        last = getattr(found[-1], key.key)
        found = session.scalars(query.where(key > last)).all() if len(found) == _SIZE else []
