"""Secrets of a project: they go in and never come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from steelyard.client.area import Area
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Secret(Record):
    """That there is a secret; its value is not told."""

    name: str
    created_at: datetime
    changed_at: datetime | None


class ProjectSecrets(Area):
    """Secrets of a project: they go in and never come out."""

    def list(self) -> Sequence[Secret]:
        """List the names of the secrets."""
        return self._many(Secret, "GET", "/projects/{project}/secrets")

    def set(self, name: str, value: str) -> Secret:
        """Keep a secret, or replace it."""
        return self._one(
            Secret,
            "PUT",
            "/projects/{project}/secrets/{name}",
            parts={"name": name},
            body={"value": value},
        )

    def remove(self, name: str) -> None:
        """Remove a secret that no agent names."""
        self._nothing("DELETE", "/projects/{project}/secrets/{name}", parts={"name": name})
