"""Schedules: tasks made anew by the clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.areas.tasks import Task
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Schedule(Record):
    """A schedule, and when it is next due."""

    id: str
    name: str
    cron: str
    time_zone: str
    task: dict[str, Any]
    enabled: bool
    next_at: datetime | None
    last_at: datetime | None
    created_at: datetime
    created_by: str | None


class ProjectSchedules(Area):
    """Schedules: tasks made anew by the clock."""

    def list(self) -> Iterator[Schedule]:
        """List schedules, in the order they were made."""
        return self._pages(Schedule, "GET", "/projects/{project}/schedules")

    def create(
        self,
        name: str,
        cron: str,
        task: Mapping[str, Any],
        *,
        time_zone: str | Unset = UNSET,
        enabled: bool | Unset = UNSET,
    ) -> Schedule:
        """Make a schedule; its task is checked as if it were made now."""
        return self._one(
            Schedule,
            "POST",
            "/projects/{project}/schedules",
            body={
                "name": name,
                "cron": cron,
                "time_zone": time_zone,
                "task": task,
                "enabled": enabled,
            },
            once=True,
        )

    def show(self, schedule: str) -> Schedule:
        """Show one schedule."""
        return self._one(
            Schedule,
            "GET",
            "/projects/{project}/schedules/{schedule}",
            parts={"schedule": schedule},
        )

    def change(
        self,
        schedule: str,
        *,
        name: str | Unset | None = UNSET,
        cron: str | Unset | None = UNSET,
        time_zone: str | Unset | None = UNSET,
        task: Mapping[str, Any] | Unset | None = UNSET,
        enabled: bool | Unset | None = UNSET,
        if_match: IfMatch = None,
    ) -> Schedule:
        """Change a schedule, or switch it on or off."""
        return self._one(
            Schedule,
            "PATCH",
            "/projects/{project}/schedules/{schedule}",
            parts={"schedule": schedule},
            body={
                "name": name,
                "cron": cron,
                "time_zone": time_zone,
                "task": task,
                "enabled": enabled,
            },
            if_match=if_match,
        )

    def remove(self, schedule: str) -> None:
        """Remove a schedule; the tasks it made stay."""
        self._nothing(
            "DELETE", "/projects/{project}/schedules/{schedule}", parts={"schedule": schedule}
        )

    def run_now(self, schedule: str) -> Task:
        """Make the task of a schedule at once."""
        return self._one(
            Task,
            "POST",
            "/projects/{project}/schedules/{schedule}/run",
            parts={"schedule": schedule},
            once=True,
        )
