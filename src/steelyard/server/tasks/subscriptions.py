"""Who is told about the tasks of a project: webhooks and e-mail addresses."""

from __future__ import annotations

import re
import secrets as random
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.tables import Notice, Secret, Webhook
from steelyard.server.errors import NotFoundError
from steelyard.server.library.keys import open_keys
from steelyard.server.library.reach import Reach, printable
from steelyard.server.library.secrets import set_secret
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings
from steelyard.server.tasks.outbox import EVENTS
from steelyard.server.tasks.webhook_target import short_target

_MAIL = re.compile(r"[^@\s,;<>]{1,64}@[A-Za-z0-9.-]{1,253}")


def subscribe(
    session: Session,
    actor: Actor,
    settings: Settings,
    project_id: str,
    kind: str,
    target: str,
    events: Sequence[str] = (),
) -> tuple[Webhook, str | None]:
    """Tell an address of events from now on; return the key that signs, which is shown this once.

    Raises:
        InputError: the address or an event is wrong, or the address is closed.
    """
    _check(settings, kind, target, events)
    webhook = Webhook(project_id=project_id, kind=kind, target=target, events=list(events))
    session.add(webhook)
    session.flush()
    key = None
    if kind == "webhook":
        key = random.token_urlsafe(32)
        name = f"WEBHOOK_{webhook.id}"
        kept = set_secret(session, actor, open_keys(settings), project_id, name, key)
        webhook.key_secret_id = kept.id
    audit.record(session, actor, "webhook.create", _subject(webhook), after=_shown(webhook))
    return webhook, key


def change(
    session: Session, actor: Actor, settings: Settings, webhook: Webhook, **fields: Any
) -> None:
    """Change what is given: target, events, enabled; who is disabled is told nothing that waits."""
    before, target = _shown(webhook), webhook.target
    for name, value in fields.items():
        setattr(webhook, name, value)
    _check(settings, webhook.kind, webhook.target, webhook.events)
    if not webhook.enabled:
        for notice in session.scalars(notices_of(webhook).where(Notice.state == "waiting")):
            session.delete(notice)
    after = _shown(webhook)
    if webhook.target != target:  # which the shortened addresses may not show
        after["target_changed"] = True
    audit.record(session, actor, "webhook.change", _subject(webhook), before=before, after=after)


def unsubscribe(session: Session, actor: Actor, webhook: Webhook) -> None:
    """Tell an address no more; what was not told yet is dropped."""
    audit.record(session, actor, "webhook.remove", _subject(webhook), before=_shown(webhook))
    key = session.get(Secret, webhook.key_secret_id or "")
    for notice in session.scalars(select(Notice).where(Notice.webhook_id == webhook.id)):
        session.delete(notice)
    session.flush()
    session.delete(webhook)
    session.flush()
    if key is not None:
        session.delete(key)


def find_webhook(session: Session, project_id: str, webhook_id: str) -> Webhook:
    """Return a subscription of the project, or say that there is none."""
    webhook = session.get(Webhook, webhook_id)
    if webhook is None or webhook.project_id != project_id:
        raise NotFoundError(t("tasks.no_webhook", id=webhook_id[:100]))
    return webhook


def webhooks_of(project_id: str) -> Select[Webhook]:
    """Return the query for the subscriptions of a project."""
    return select(Webhook).where(Webhook.project_id == project_id)


def notices_of(webhook: Webhook) -> Select[Notice]:
    """Return the query for what a subscription was told, or is to be."""
    return select(Notice).where(Notice.webhook_id == webhook.id)


def _check(settings: Settings, kind: str, target: str, events: Sequence[str]) -> None:
    for event in events:
        if event not in EVENTS:
            raise InputError(t("tasks.bad_event", found=event[:100], allowed=", ".join(EVENTS)))
    if kind == "webhook":
        Reach(settings).check_url(target)
    elif not _MAIL.fullmatch(target):
        raise InputError(t("tasks.bad_target", found=printable(target), kind=kind))


def _shown(webhook: Webhook) -> dict[str, Any]:
    shown = {name: getattr(webhook, name) for name in ("kind", "events", "enabled")}
    return {**shown, "target": short_target(webhook.kind, webhook.target)}


def _subject(webhook: Webhook) -> audit.Subject:
    short = short_target(webhook.kind, webhook.target)
    return audit.Subject(webhook.id, short, webhook.project_id)
