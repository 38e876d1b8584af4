"""Who is told about the tasks of a project: webhooks and e-mail addresses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Webhook(Record):
    """A subscription."""

    id: str
    kind: str
    target: str
    events: list[str]
    enabled: bool
    created_at: datetime


@dataclass(frozen=True, kw_only=True)
class WebhookMade(Webhook):
    """A new subscription with the key that signs what it is told, which is shown this once."""

    key: str | None


@dataclass(frozen=True, kw_only=True)
class Notice(Record):
    """Something that was told, or is to be."""

    id: str
    task_id: str | None
    state: str
    attempts: int
    next_at: datetime
    error: str | None
    content: dict[str, Any]
    created_at: datetime


class ProjectWebhooks(Area):
    """Who is told about the tasks of a project: webhooks and e-mail addresses."""

    def list(self) -> Sequence[Webhook]:
        """List the subscriptions; of webhooks the host and the start of the path."""
        return self._many(Webhook, "GET", "/projects/{project}/webhooks")

    def create(
        self,
        target: str,
        *,
        kind: Literal["webhook", "mail"] | Unset = UNSET,
        events: Sequence[
            Literal[
                "finished", "failed", "stopped", "cancelled", "paused", "running", "lost", "stuck"
            ]
        ]
        | Unset = UNSET,
    ) -> WebhookMade:
        """Tell an address of events; the key that signs is in this answer and nowhere else."""
        return self._one(
            WebhookMade,
            "POST",
            "/projects/{project}/webhooks",
            body={"kind": kind, "target": target, "events": events},
        )

    def show(self, webhook: str) -> Webhook:
        """Show one subscription."""
        return self._one(
            Webhook, "GET", "/projects/{project}/webhooks/{webhook}", parts={"webhook": webhook}
        )

    def change(
        self,
        webhook: str,
        *,
        target: str | Unset | None = UNSET,
        events: Sequence[
            Literal[
                "finished", "failed", "stopped", "cancelled", "paused", "running", "lost", "stuck"
            ]
        ]
        | Unset
        | None = UNSET,
        enabled: bool | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> Webhook:
        """Change a subscription, or switch it on or off."""
        return self._one(
            Webhook,
            "PATCH",
            "/projects/{project}/webhooks/{webhook}",
            parts={"webhook": webhook},
            body={"target": target, "events": events, "enabled": enabled},
            if_match=if_match,
        )

    def remove(self, webhook: str) -> None:
        """Tell an address no more."""
        self._nothing(
            "DELETE", "/projects/{project}/webhooks/{webhook}", parts={"webhook": webhook}
        )

    def list_notices(self, webhook: str) -> Iterator[Notice]:
        """List what a subscription was told, the newest first, and what went wrong."""
        return self._pages(
            Notice,
            "GET",
            "/projects/{project}/webhooks/{webhook}/notices",
            parts={"webhook": webhook},
        )
