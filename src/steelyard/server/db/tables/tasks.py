"""Evaluation tasks, what became of them, and who carries them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from steelyard.server.db.base import Base, Identified, now


class Run(Identified, Base):
    """A bundle in the storage, with what lists need of its summary."""

    __tablename__ = "runs"

    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    path: Mapped[str] = mapped_column(String(500))
    state: Mapped[str] = mapped_column(String(20))
    run_id: Mapped[str | None] = mapped_column(String(64), index=True)  # of the manifest
    parent_id: Mapped[str | None] = mapped_column(  # scored from, with verdicts of people
        ForeignKey("runs.id", ondelete="SET NULL"), index=True
    )
    agent: Mapped[str | None] = mapped_column(String(200), index=True)
    dataset: Mapped[str | None] = mapped_column(String(300))
    rows: Mapped[int | None]
    score: Mapped[float | None]
    headline: Mapped[dict[str, Any]] = mapped_column(default=dict)
    tags: Mapped[list[Any]] = mapped_column(default=list)
    finished_at: Mapped[datetime | None]
    created_by: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    archived_at: Mapped[datetime | None]


class Schedule(Identified, Base):
    """When a task is made anew: cron, in a time zone."""

    __tablename__ = "schedules"

    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    cron: Mapped[str] = mapped_column(String(100))
    time_zone: Mapped[str] = mapped_column(String(60))
    task: Mapped[dict[str, Any]]
    enabled: Mapped[bool] = mapped_column(default=True)
    next_at: Mapped[datetime | None] = mapped_column(index=True)
    last_at: Mapped[datetime | None]
    created_by: Mapped[str | None] = mapped_column(ForeignKey("users.id"))


class Task(Identified, Base):
    """One evaluation, from waiting to its end.

    `wanted` is what a person last asked for; the worker that carries the task brings `state` there.
    `attempt` counts hand-overs: whoever writes with an older number has lost the task.
    """

    __tablename__ = "tasks"
    __table_args__ = (Index("ix_tasks_queue", "state", "priority", "id"),)

    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    kind: Mapped[str] = mapped_column(String(20), default="run")  # run, rescore, retry
    plan: Mapped[dict[str, Any]]
    agent_id: Mapped[str | None] = mapped_column(ForeignKey("agents.id"), index=True)
    dataset_version_id: Mapped[str | None] = mapped_column(ForeignKey("dataset_versions.id"))
    run_id: Mapped[str | None] = mapped_column(ForeignKey("runs.id"), index=True)
    schedule_id: Mapped[str | None] = mapped_column(ForeignKey("schedules.id"))
    priority: Mapped[int] = mapped_column(default=0)  # higher goes first
    state: Mapped[str] = mapped_column(String(20), default="queued")
    wanted: Mapped[str] = mapped_column(String(20), default="run")  # run, pause, cancel
    attempt: Mapped[int] = mapped_column(default=0)
    worker_id: Mapped[str | None] = mapped_column(String(100), index=True)
    beat_at: Mapped[datetime | None]
    progress: Mapped[dict[str, Any]] = mapped_column(default=dict)
    error: Mapped[str | None] = mapped_column(Text)
    gates_failed: Mapped[bool] = mapped_column(default=False)
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    created_by: Mapped[str | None] = mapped_column(ForeignKey("users.id"))


class TaskEvent(Base):
    """A move of a task from one state to another."""

    __tablename__ = "task_events"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    task_id: Mapped[str] = mapped_column(ForeignKey("tasks.id", ondelete="CASCADE"), index=True)
    at: Mapped[datetime] = mapped_column(default=now)
    before: Mapped[str | None] = mapped_column(String(20))
    after: Mapped[str] = mapped_column(String(20))
    attempt: Mapped[int]
    by: Mapped[str] = mapped_column(String(200))  # a person, a worker, or the service
    reason: Mapped[str] = mapped_column(Text, default="")


class Worker(Base):
    """A process that carries tasks, by its stable name."""

    __tablename__ = "workers"

    id: Mapped[str] = mapped_column(String(100), primary_key=True)
    host: Mapped[str] = mapped_column(String(200))
    pid: Mapped[int]
    version: Mapped[str] = mapped_column(String(40))
    started_at: Mapped[datetime] = mapped_column(default=now)
    beat_at: Mapped[datetime] = mapped_column(default=now)
    leaving: Mapped[bool] = mapped_column(default=False)


class Webhook(Identified, Base):
    """An address that is told about tasks of a project; its key signs what is sent."""

    __tablename__ = "webhooks"

    project_id: Mapped[str] = mapped_column(ForeignKey("projects.id"), index=True)
    kind: Mapped[str] = mapped_column(String(20))  # webhook, mail
    target: Mapped[str] = mapped_column(String(500))
    events: Mapped[list[Any]] = mapped_column(default=list)
    key_secret_id: Mapped[str | None] = mapped_column(ForeignKey("secrets.id"))
    enabled: Mapped[bool] = mapped_column(default=True)


class Notice(Identified, Base):
    """Something to be told, kept until it was."""

    __tablename__ = "notices"
    __table_args__ = (Index("ix_notices_due", "state", "next_at"),)

    webhook_id: Mapped[str] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"))
    task_id: Mapped[str | None] = mapped_column(ForeignKey("tasks.id", ondelete="CASCADE"))
    content: Mapped[dict[str, Any]]
    state: Mapped[str] = mapped_column(String(20), default="waiting")  # waiting, sent, given_up
    attempts: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime] = mapped_column(default=now)
    error: Mapped[str | None] = mapped_column(Text)
