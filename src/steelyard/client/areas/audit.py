"""The audit trail: managers see their project's, administrators all of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from steelyard.client.area import Area
from steelyard.client.record import Record
from steelyard.client.transfer import Tell


@dataclass(frozen=True, kw_only=True)
class Entry(Record):
    """One act."""

    id: int
    at: datetime
    user_id: str | None
    user_name: str
    token_id: str | None
    address: str | None
    request_id: str | None
    action: str
    outcome: str
    project_id: str | None
    object_id: str | None
    object_name: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class Chain(Record):
    """Whether every entry follows from the one before; if not, the first that does not."""

    whole: bool
    broken_at: int | None


class ServiceAudit(Area):
    """The audit trail: managers see their project's, administrators all of it."""

    def search(
        self,
        *,
        user: str | None = None,
        action: str | None = None,
        subject: str | None = None,
        outcome: Literal["done", "refused", "failed"] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[Entry]:
        """Search all of the trail, the newest first."""
        return self._pages(
            Entry,
            "GET",
            "/audit",
            query={
                "user": user,
                "action": action,
                "subject": subject,
                "outcome": outcome,
                "since": since,
                "until": until,
            },
        )

    def check_chain(self) -> Chain:
        """Check that nothing in the trail was changed or removed."""
        return self._one(Chain, "GET", "/audit/chain")

    def export(  # noqa: PLR0913
        self,
        target: str | Path,
        *,
        to: Literal["csv", "jsonl"] | None = None,
        user: str | None = None,
        action: str | None = None,
        subject: str | None = None,
        outcome: Literal["done", "refused", "failed"] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        tell: Tell | None = None,
    ) -> Path:
        """Download all entries that fit, the oldest first."""
        return self._save(
            target,
            "GET",
            "/audit/export",
            query={
                "to": to,
                "user": user,
                "action": action,
                "subject": subject,
                "outcome": outcome,
                "since": since,
                "until": until,
            },
            tell=tell,
        )


class ProjectAudit(Area):
    """The audit trail: managers see their project's, administrators all of it."""

    def search_project(
        self,
        *,
        user: str | None = None,
        action: str | None = None,
        subject: str | None = None,
        outcome: Literal["done", "refused", "failed"] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[Entry]:
        """Search what was done in one project, the newest first."""
        return self._pages(
            Entry,
            "GET",
            "/projects/{project}/audit",
            query={
                "user": user,
                "action": action,
                "subject": subject,
                "outcome": outcome,
                "since": since,
                "until": until,
            },
        )
