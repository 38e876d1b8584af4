"""Who is told about the tasks of a project: webhooks and e-mail addresses."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Depends, Response
from pydantic import BaseModel, Field

from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.paging import Page, Paging, page_of, paging, part_of
from steelyard.api.route import Router
from steelyard.api.session import Configured, Reading, Writing
from steelyard.server.db.tables import Notice, Webhook
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import subscriptions
from steelyard.server.tasks.webhook_target import short_target

router = Router(prefix="/projects/{project}/webhooks", tags=["webhooks"])
Manager = Annotated[Actor, needs(Role.MANAGER)]
EventWord = Literal[
    "finished", "failed", "stopped", "cancelled", "paused", "running", "lost", "stuck"
]
Kind = Literal["webhook", "mail"]
Events = Annotated[list[EventWord], Field(max_length=20, description="none means all")]


class WebhookOut(BaseModel):
    """A subscription."""

    id: str
    kind: Kind
    target: str
    events: list[str]
    enabled: bool
    created_at: datetime

    @classmethod
    def of(cls, webhook: Webhook) -> WebhookOut:
        """Return what is shown of a subscription."""
        return cls.model_validate(webhook, from_attributes=True)

    @classmethod
    def short(cls, webhook: Webhook) -> WebhookOut:
        """Return what lists show of a subscription: a token may be in its address."""
        target = short_target(webhook.kind, webhook.target)
        return cls.of(webhook).model_copy(update={"target": target})


class WebhookMade(WebhookOut):
    """A new subscription with the key that signs what it is told, which is shown this once."""

    key: str | None


class WebhookIn(BaseModel):
    """A new subscription: an address that takes POST, or one of e-mail."""

    kind: Kind = "webhook"
    target: str = Field(min_length=3, max_length=500)
    events: Events = []


class WebhookChange(BaseModel):
    """What is to change; what is not given stays."""

    target: str | None = Field(default=None, min_length=3, max_length=500)
    events: Events | None = None
    enabled: bool | None = None


class NoticeOut(BaseModel):
    """Something that was told, or is to be."""

    id: str
    task_id: str | None
    state: Literal["waiting", "sent", "given_up"]
    attempts: int
    next_at: datetime
    error: str | None
    content: dict[str, Any]
    created_at: datetime


@router.get("")
def list_webhooks(project: str, session: Reading, _: Manager) -> list[WebhookOut]:
    """List the subscriptions; of webhooks the host and the start of the path."""
    query = subscriptions.webhooks_of(project).order_by(Webhook.id)
    return [WebhookOut.short(row) for row in session.scalars(query)]


@router.post("", status_code=201)
def create_webhook(
    project: str, given: WebhookIn, session: Writing, settings: Configured, actor: Manager
) -> WebhookMade:
    """Tell an address of events; the key that signs is in this answer and nowhere else."""
    made, key = subscriptions.subscribe(
        session, actor, settings, project, given.kind, given.target, given.events
    )
    return WebhookMade(**WebhookOut.of(made).model_dump(), key=key)


@router.get("/{webhook}")
def show_webhook(
    project: str, webhook: str, session: Reading, _: Manager, response: Response
) -> WebhookOut:
    """Show one subscription."""
    shown = WebhookOut.of(subscriptions.find_webhook(session, project, webhook))
    tagged(response, shown)
    return shown


@router.patch("/{webhook}")
def change_webhook(
    project: str,
    webhook: str,
    given: WebhookChange,
    session: Writing,
    settings: Configured,
    actor: Manager,
    response: Response,
    if_match: IfMatch = None,
) -> WebhookOut:
    """Change a subscription, or switch it on or off."""
    found = subscriptions.find_webhook(session, project, webhook)
    refuse_stale(if_match, WebhookOut.of(found))
    fields = given.model_dump(exclude_none=True)
    subscriptions.change(session, actor, settings, found, **fields)
    shown = WebhookOut.of(found)
    tagged(response, shown)
    return shown


@router.delete("/{webhook}", status_code=204)
def remove_webhook(project: str, webhook: str, session: Writing, actor: Manager) -> None:
    """Tell an address no more."""
    found = subscriptions.find_webhook(session, project, webhook)
    subscriptions.unsubscribe(session, actor, found)


@router.get("/{webhook}/notices")
def list_notices(
    project: str,
    webhook: str,
    session: Reading,
    _: Manager,
    wanted: Annotated[Paging, Depends(paging)],
) -> Page[NoticeOut]:
    """List what a subscription was told, the newest first, and what went wrong."""
    found = subscriptions.find_webhook(session, project, webhook)
    query = part_of(subscriptions.notices_of(found), Notice.id, wanted, newest=True)
    rows = session.scalars(query)
    shown = [NoticeOut.model_validate(row, from_attributes=True) for row in rows]
    return page_of(shown, wanted, lambda one: one.id)
