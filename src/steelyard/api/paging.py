"""Lists in pages: a cursor instead of a number, so that what is added meanwhile moves nothing."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Query
from pydantic import BaseModel
from sqlalchemy import Integer, Select
from sqlalchemy.orm import InstrumentedAttribute

from steelyard.errors import InputError
from steelyard.i18n import t

T = TypeVar("T")
Q = TypeVar("Q", bound=Select[Any])
MOST = 500
_KEY = re.compile(r"[0-9a-z]{22}|[0-9]{1,18}")  # an identity of ours, or a number


class Page(BaseModel, Generic[T]):
    """Some of a list, and where it goes on; `next` is None at the end."""

    items: list[T]
    next: str | None = None


class Paging(BaseModel):
    """Which part of a list is wanted."""

    limit: int = 50
    after: str | None = None


async def paging(
    limit: Annotated[int, Query(ge=1, le=MOST)] = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Paging:
    """Read the paging of a request."""
    return Paging(limit=limit, after=None if cursor is None else _decode(cursor))


def part_of(
    query: Q, key: InstrumentedAttribute[Any], wanted: Paging, *, newest: bool = False
) -> Q:
    """Return a query for a page and one row more, in the order of a key, or against it."""
    query = query.order_by(key.desc() if newest else key).limit(wanted.limit + 1)
    if wanted.after is None:
        return query
    after = _as_kept(key, wanted.after)
    return query.where(key < after if newest else key > after)


def page_of(rows: Sequence[T], wanted: Paging, key: Callable[[T], str]) -> Page[T]:
    """Return a page of `rows`, which were read with one more than the limit."""
    more = len(rows) > wanted.limit
    items = list(rows[: wanted.limit])
    return Page(items=items, next=_encode(key(items[-1])) if more else None)


def _as_kept(key: InstrumentedAttribute[Any], after: str) -> str | int:
    """Return what a cursor holds as the column of the key has it."""
    if not isinstance(key.type, Integer):
        return after
    if not after.isdecimal():
        raise InputError(t("api.cursor"))
    return int(after)


def _encode(key: str) -> str:
    return base64.urlsafe_b64encode(key.encode()).decode().rstrip("=")


def _decode(cursor: str) -> str:
    try:
        key = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode()
    except ValueError:
        key = ""
    if not _KEY.fullmatch(key):
        raise InputError(t("api.cursor"))
    return key
