"""The durable engine underneath (DBOS): it keeps what was started until it ended.

One workflow per admission, named `<task>.<ticket>`: enqueueing it twice does nothing, and a worker
that comes back under its name takes up what it had. Our own tables say what a person sees; the
engine only makes sure that somebody works on it. Its tables are in a schema of their own, on SQLite
in a file of their own, so that its polling takes no turns from ours.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from dbos import DBOS, DBOSConfig, SetWorkflowID

from steelyard.server.db.base import now
from steelyard.server.settings import Settings
from steelyard.server.tasks.names import engine_url

QUEUE = "tasks"
# Workflows are only taken up by the version they were started by. What a workflow does is all in
# our own code and tables, which migrate; so an upgraded service goes on with what an older one had.
_VERSION = "1"
_POLL_SECONDS = 0.3
_REMEMBERED = timedelta(days=7)
_BATCH = 200
_carry: Callable[[str, int], str] | None = None


def launch(settings: Settings, worker_id: str, carry: Callable[[str, int], str]) -> None:
    """Begin to carry what is enqueued, and what this worker had when it last went away."""
    global _carry
    _carry = carry
    config: DBOSConfig = {
        "name": "steelyard",
        "system_database_url": engine_url(settings),
        "executor_id": worker_id,
        "application_version": _VERSION,
        "use_listen_notify": False,
        "log_level": "WARNING",
        "max_executor_threads": settings.tasks_per_worker + 4,
        "notification_listener_polling_interval_sec": 2.0,  # its end is waited for when draining
        "scheduler_polling_interval_sec": 3600.0,
    }
    logging.getLogger("dbos").propagate = True
    DBOS(config=config)
    DBOS.launch()
    DBOS.register_queue(
        QUEUE,
        worker_concurrency=settings.tasks_per_worker,
        polling_interval_sec=_POLL_SECONDS,
        on_conflict="always_update",
    )


def enqueue(task_id: str, ticket: int) -> None:
    """Have a worker carry the task; nothing happens when that was said before."""
    with SetWorkflowID(name_of(task_id, ticket)):
        DBOS.enqueue_workflow(QUEUE, _workflow, task_id, ticket)


def holder_of(task_id: str, ticket: int) -> tuple[str | None, str | None]:
    """Return how the workflow of an admission stands and which worker has it."""
    status = DBOS.get_workflow_status(name_of(task_id, ticket))
    return (None, None) if status is None else (status.status, status.executor_id)


def forget(task_id: str, ticket: int) -> None:
    """End a workflow whose task went elsewhere, so that nobody takes it up again."""
    DBOS.cancel_workflow(name_of(task_id, ticket))


def tidy() -> None:
    """Remove what the engine remembers of workflows that ended long ago; our tables say more."""
    before = (now() - _REMEMBERED).isoformat()
    while True:
        ended = DBOS.list_workflows(
            status=["SUCCESS", "ERROR", "CANCELLED"],
            end_time=before,
            limit=_BATCH,
            load_input=False,
            load_output=False,
        )
        if ended:
            DBOS.delete_workflows([one.workflow_id for one in ended])
        if len(ended) < _BATCH:
            return


def close(seconds: int) -> None:
    """Take nothing new and wait for what is being carried, at most so long."""
    DBOS.destroy(workflow_completion_timeout_sec=seconds)


def name_of(task_id: str, ticket: int) -> str:
    """Return the name of the workflow of one admission of a task."""
    return f"{task_id}.{ticket}"


@DBOS.workflow(name="carry", max_recovery_attempts=None)
def _workflow(task_id: str, ticket: int) -> str:
    return _step(task_id, ticket)


@DBOS.step(name="advance")
def _step(task_id: str, ticket: int) -> str:
    assert _carry is not None
    return _carry(task_id, ticket)
