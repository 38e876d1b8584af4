"""Idempotency-Key: a creating request that is sent again makes nothing new.

The answer is kept with the key in the transaction of the request itself. Sent again, the same
request gets the same answer; another request with the same key is refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, TypeVar

import orjson
from fastapi import Depends, Header, Request
from pydantic import BaseModel
from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Idempotency
from steelyard.server.errors import ConflictError
from steelyard.server.people.policy import Actor

M = TypeVar("M", bound=BaseModel)
_KEPT = timedelta(days=2)


class Once:
    """Makes something once per key of an account."""

    def __init__(self, request: Request, key: str | None) -> None:
        self._request = request
        self._key = key

    def __call__(
        self,
        session: Session,
        actor: Actor,
        given: BaseModel | None,
        kind: type[M],
        make: Callable[[], M],
    ) -> M:
        """Return what `make` makes, or made when this request was sent before.

        Raises:
            ConflictError: the key belongs to another request, or to one that is under way.
        """
        if self._key is None:
            return make()
        identity = (self._key, actor.user_id or "")
        print_ = self._fingerprint(given)
        found = session.get(Idempotency, identity)
        if found is not None:
            if found.request != print_:
                raise ConflictError(t("api.key_used"))
            return kind.model_validate(found.body)
        kept = Idempotency(
            key=self._key, user_id=identity[1], request=print_, status=201, body=None
        )
        session.add(kept)
        try:
            session.flush()
        except IntegrityError:
            session.rollback()
            raise ConflictError(t("api.key_under_way")) from None
        made = make()
        kept.body = orjson.loads(made.model_dump_json())
        session.execute(delete(Idempotency).where(Idempotency.created_at < now() - _KEPT))
        return made

    def _fingerprint(self, given: BaseModel | None) -> str:
        said = f"{self._request.method} {self._request.url.path}\n".encode()
        body = b"" if given is None else given.model_dump_json().encode()
        return hashlib.sha256(said + body).hexdigest()


async def _once(
    request: Request,
    idempotency_key: Annotated[str | None, Header(min_length=1, max_length=200)] = None,
) -> Once:
    return Once(request, idempotency_key)


Repeatable = Annotated[Once, Depends(_once)]
