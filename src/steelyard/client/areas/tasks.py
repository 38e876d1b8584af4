"""Tasks: queue evaluations, watch them, pause, resume and end them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from steelyard.client.area import UNSET, Area, IfMatch, Unset
from steelyard.client.record import Record


@dataclass(frozen=True, kw_only=True)
class Task(Record):
    """A task, and how it stands."""

    id: str
    name: str
    kind: str
    state: str
    wanted: str
    priority: int
    attempt: int
    agent_id: str | None
    dataset_version_id: str | None
    run_id: str | None
    schedule_id: str | None
    worker_id: str | None
    progress: dict[str, Any]
    error: str | None
    gates_failed: bool
    created_at: datetime
    created_by: str | None
    started_at: datetime | None
    finished_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class TaskShown(Task):
    """A task with its plan, which needs nothing but the library."""

    plan: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Estimate(Record):
    """How much a plan asks: exactly without conditions, about so much with them."""

    cases: int
    epochs: int
    conditions: int
    asks: int


@dataclass(frozen=True, kw_only=True)
class Move(Record):
    """A move of a task from one state to another; `said` is the reason in words."""

    id: int
    at: datetime
    before: str | None
    after: str
    attempt: int
    by: str
    reason: str
    said: str


class ProjectTasks(Area):
    """Tasks: queue evaluations, watch them, pause, resume and end them."""

    def list(
        self,
        *,
        text: str | None = None,
        state: Literal[
            "queued",
            "starting",
            "running",
            "pausing",
            "paused",
            "cancelling",
            "cancelled",
            "lost",
            "stopped",
            "failed",
            "finished",
        ]
        | None = None,
        kind: Literal["run", "retry", "rescore"] | None = None,
        agent: str | None = None,
        run: str | None = None,
        schedule: str | None = None,
    ) -> Iterator[Task]:
        """List tasks, the newest first."""
        return self._pages(
            Task,
            "GET",
            "/projects/{project}/tasks",
            query={
                "text": text,
                "state": state,
                "kind": kind,
                "agent": agent,
                "run": run,
                "schedule": schedule,
            },
        )

    def create(
        self,
        *,
        plan: Mapping[str, Any] | Unset = UNSET,
        yaml: str | Unset | None = UNSET,
        agent_id: str | Unset | None = UNSET,
        dataset_version_id: str | Unset | None = UNSET,
        scorecard_id: str | Unset | None = UNSET,
        name: str | Unset | None = UNSET,
        priority: int | Unset = UNSET,
        hold: bool | Unset = UNSET,
    ) -> Task:
        """Queue an evaluation."""
        return self._one(
            Task,
            "POST",
            "/projects/{project}/tasks",
            body={
                "plan": plan,
                "yaml": yaml,
                "agent_id": agent_id,
                "dataset_version_id": dataset_version_id,
                "scorecard_id": scorecard_id,
                "name": name,
                "priority": priority,
                "hold": hold,
            },
            once=True,
        )

    def estimate(
        self,
        *,
        plan: Mapping[str, Any] | Unset = UNSET,
        yaml: str | Unset | None = UNSET,
        agent_id: str | Unset | None = UNSET,
        dataset_version_id: str | Unset | None = UNSET,
        scorecard_id: str | Unset | None = UNSET,
    ) -> Estimate:
        """Check a plan without queueing it, and say how much it asks."""
        return self._one(
            Estimate,
            "POST",
            "/projects/{project}/tasks/estimate",
            body={
                "plan": plan,
                "yaml": yaml,
                "agent_id": agent_id,
                "dataset_version_id": dataset_version_id,
                "scorecard_id": scorecard_id,
            },
        )

    def show(self, task: str) -> TaskShown:
        """Show one task."""
        return self._one(TaskShown, "GET", "/projects/{project}/tasks/{task}", parts={"task": task})

    def show_plan(self, task: str) -> str:
        """Return the plan of a task as the file that the command line reads."""
        return self._text("GET", "/projects/{project}/tasks/{task}/plan.yaml", parts={"task": task})

    def show_history(self, task: str) -> Sequence[Move]:
        """Return every move of a task, the first one first."""
        return self._many(
            Move, "GET", "/projects/{project}/tasks/{task}/history", parts={"task": task}
        )

    def change(self, task: str, priority: int, *, if_match: IfMatch = None) -> Task:
        """Let a task go before or after others."""
        return self._one(
            Task,
            "PATCH",
            "/projects/{project}/tasks/{task}",
            parts={"task": task},
            body={"priority": priority},
            if_match=if_match,
        )

    def pause(self, task: str) -> Task:
        """Let a task rest; what was answered is kept."""
        return self._one(
            Task, "POST", "/projects/{project}/tasks/{task}/pause", parts={"task": task}
        )

    def resume(self, task: str) -> Task:
        """Let a task that rests, was stopped or failed go on where it was."""
        return self._one(
            Task, "POST", "/projects/{project}/tasks/{task}/resume", parts={"task": task}
        )

    def cancel(self, task: str) -> Task:
        """End a task."""
        return self._one(
            Task, "POST", "/projects/{project}/tasks/{task}/cancel", parts={"task": task}
        )

    def clone(self, task: str) -> Task:
        """Queue the same evaluation again."""
        return self._one(
            Task, "POST", "/projects/{project}/tasks/{task}/clone", parts={"task": task}, once=True
        )

    def remove(self, task: str) -> None:
        """Take a task that has ended out of the list; its run stays."""
        self._nothing("DELETE", "/projects/{project}/tasks/{task}", parts={"task": task})
