"""What is to be told about tasks: put down in the transaction of the event, sent later."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from steelyard.server.db.base import now
from steelyard.server.db.tables import Notice, Task, Webhook

EVENTS = ("finished", "failed", "stopped", "cancelled", "paused", "running", "lost", "stuck")


def announce(session: Session, task: Task, event: str) -> None:
    """Put down a notice for everyone in the project who wants to hear of `event`."""
    if event not in EVENTS:
        return
    query = select(Webhook).where(Webhook.project_id == task.project_id, Webhook.enabled.is_(True))
    for webhook in session.scalars(query):
        if not webhook.events or event in webhook.events:
            content = content_of(task, event)
            session.add(Notice(webhook_id=webhook.id, task_id=task.id, content=content))


def content_of(task: Task, event: str) -> dict[str, Any]:
    """Return what is told: what happened to which task, and how it stands; no data of cases."""
    return {
        "event": f"task.{event}",
        "at": now().isoformat(timespec="milliseconds"),
        "project_id": task.project_id,
        "task": {
            "id": task.id,
            "name": task.name,
            "state": task.state,
            "attempt": task.attempt,
            "run_id": task.run_id,
            "error": task.error,
            "gates_failed": task.gates_failed,
            "progress": dict(task.progress),
        },
    }
