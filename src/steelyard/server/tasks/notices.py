"""Telling others what became of tasks: webhooks, signed, and e-mail; tried until it arrives.

A webhook gets a POST with JSON. `X-Steelyard-Signature: v1=<hex>` is the HMAC-SHA256, by the key
that was shown when the webhook was made, of the value of `X-Steelyard-Timestamp`, a full stop and
the body. Anything but 2xx is tried again; `X-Steelyard-Delivery` stays the same.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard import __version__
from steelyard.errors import SteelyardError
from steelyard.i18n import say, t
from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.tables import Notice, Secret, Webhook
from steelyard.server.db.texts import fitting
from steelyard.server.library.reach import Reach
from steelyard.server.library.secrets import outside_of
from steelyard.server.people.adjust import adjusted
from steelyard.server.settings import Settings
from steelyard.server.tasks.mail import send_mail
from steelyard.server.tasks.webhook_target import without_target

log = logging.getLogger(__name__)
MOST_ATTEMPTS = 10
_TURN_SECONDS = 0.5
_LEASE = timedelta(seconds=60)  # a courier that died holds nothing up for longer
_BATCH = 20
_SEND_SECONDS = 15.0
_LONGEST_WAIT = 3600.0


@dataclass(frozen=True, slots=True)
class Parcel:
    """A notice on its way."""

    id: str
    kind: str
    target: str
    key: str | None
    content: Mapping[str, Any]
    attempts: int


class Courier:
    """Delivers in a thread; any number of them share the work."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="courier", daemon=True)

    def start(self) -> None:
        """Begin to deliver."""
        self._thread.start()

    def stop(self) -> None:
        """Deliver nothing more; what is on its way arrives or is tried again."""
        self._end.set()
        self._thread.join(_SEND_SECONDS)

    def _run(self) -> None:
        while not self._end.wait(_TURN_SECONDS):
            try:
                deliver_due(self._database, self._settings)
            except Exception as error:  # noqa: BLE001 - a database that is away comes back
                log.warning("notices: %s", error)


def deliver_due(database: Database, settings: Settings) -> int:
    """Send what is due; return how many arrived."""
    with database.reading() as session:
        if session.scalar(_due(now()).limit(1)) is None:
            return 0
    with database.transaction() as session:
        settings = adjusted(session, settings)
        parcels = _take(session, settings)
    outcomes = asyncio.run(_send_all(settings, parcels))
    with database.transaction() as session:
        for parcel, error in zip(parcels, outcomes, strict=True):
            _note(session, parcel, error)
    return outcomes.count(None)


def signature(key: str, timestamp: str, body: bytes) -> str:
    """Return what `X-Steelyard-Signature` holds."""
    message = timestamp.encode() + b"." + body
    return f"v1={hmac.new(key.encode(), message, hashlib.sha256).hexdigest()}"


def _due(moment: datetime) -> Any:
    return (
        select(Notice)
        .where(Notice.state == "waiting", Notice.next_at <= moment)
        .order_by(Notice.next_at)
    )


def _take(session: Session, settings: Settings) -> list[Parcel]:
    moment = now()
    query = _due(moment).limit(_BATCH).with_for_update(skip_locked=True)
    parcels = []
    for notice in session.scalars(query):
        webhook = session.get(Webhook, notice.webhook_id)
        assert webhook is not None
        notice.next_at = moment + _LEASE
        try:
            key = _key(session, settings, webhook)
        except SteelyardError as error:  # a key that is lost keeps nobody else from being told
            _settle(notice, notice.attempts + 1, say(error))
            continue
        kind, target = webhook.kind, webhook.target
        parcels.append(Parcel(notice.id, kind, target, key, notice.content, notice.attempts))
    return parcels


def _key(session: Session, settings: Settings, webhook: Webhook) -> str | None:
    secret = session.get(Secret, webhook.key_secret_id or "")
    if secret is None:
        return None
    outside = outside_of(session, settings, webhook.project_id, {secret.name})
    return outside.secrets[secret.name]


async def _send_all(settings: Settings, parcels: list[Parcel]) -> list[str | None]:
    return list(await asyncio.gather(*(_send(settings, parcel) for parcel in parcels)))


async def _send(settings: Settings, parcel: Parcel) -> str | None:
    """Return what went wrong; None when it arrived."""
    try:
        async with asyncio.timeout(_SEND_SECONDS):
            if parcel.kind == "mail":
                await asyncio.to_thread(send_mail, settings, parcel.target, parcel.content)
                return None
            return await _post(settings, parcel)
    except TimeoutError:
        return t("tasks.notice_late", seconds=f"{_SEND_SECONDS:g}")
    except SteelyardError as error:
        return without_target(say(error), parcel.kind, parcel.target)
    except Exception as error:  # noqa: BLE001 - what one address brings about concerns no other
        said = str(error) or type(error).__name__
        return without_target(said, parcel.kind, parcel.target)


async def _post(settings: Settings, parcel: Parcel) -> str | None:
    body = orjson.dumps(parcel.content)
    stamp = str(int(now().timestamp()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"steelyard/{__version__}",
        "X-Steelyard-Event": str(parcel.content["event"]),
        "X-Steelyard-Delivery": parcel.id,
        "X-Steelyard-Timestamp": stamp,
    }
    if parcel.key is not None:
        headers["X-Steelyard-Signature"] = signature(parcel.key, stamp, body)
    connector = Reach(settings).connector()
    async with (
        aiohttp.ClientSession(connector=connector) as session,
        # A redirect would take the notice, and its signature, to somewhere nobody named.
        session.post(parcel.target, data=body, headers=headers, allow_redirects=False) as answer,
    ):
        good = 200 <= answer.status < 300
        return None if good else t("tasks.notice_refused", status=answer.status)


def _note(session: Session, parcel: Parcel, error: str | None) -> None:
    notice = session.get(Notice, parcel.id, with_for_update=True, populate_existing=True)
    if notice is not None:
        _settle(notice, parcel.attempts + 1, error)


def _settle(notice: Notice, attempts: int, error: str | None) -> None:
    """Note how an attempt went, and when the next one is."""
    notice.attempts = attempts
    notice.error = None if error is None else fitting(error)
    if error is None:
        notice.state = "sent"
    elif notice.attempts >= MOST_ATTEMPTS:
        notice.state = "given_up"
    else:
        wait = min(_LONGEST_WAIT, 2.0 * 3 ** (notice.attempts - 1))
        notice.next_at = now() + timedelta(seconds=wait)
