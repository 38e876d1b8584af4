"""What happens to tasks, as it happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.client.area import Area
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Event(Record):
    """A move of a task."""

    id: int
    data: dict[str, Any]


class ProjectEvents(Area):
    """What happens to tasks, as it happens."""

    def project(self, *, after: int | None = None) -> Sequence[Event]:
        """Tell what happens to the tasks of a project."""
        return self._many(Event, "GET", "/projects/{project}/events", query={"after": after})

    def task(self, task: str, *, after: int | None = None) -> Sequence[Event]:
        """Tell what happens to one task."""
        return self._many(
            Event,
            "GET",
            "/projects/{project}/tasks/{task}/events",
            parts={"task": task},
            query={"after": after},
        )
