"""Carry one task: claim it, advance its run, write down what became of it.

Whoever claims a task raises its attempt number unless it is the first to; every later write names
that number, so a worker that stood still and wakes up finds that the task is no longer its own. The
run itself is guarded by the lock of its bundle.
"""

from __future__ import annotations

import logging
import shutil
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.orm import Session

from steelyard import pipeline
from steelyard.bundle import Bundle, derive, layout, writing
from steelyard.errors import (
    BundleLockedError,
    InterruptedRunError,
    RunStoppedError,
    SteelyardError,
)
from steelyard.i18n import say, t
from steelyard.machine import trouble_of
from steelyard.model import using_outside
from steelyard.scorecards import Weighing, load_weighing, thaw_weighing
from steelyard.server.db import Database
from steelyard.server.db.base import now
from steelyard.server.db.tables import Run, Task
from steelyard.server.db.texts import fitting
from steelyard.server.library.storage import open_storage
from steelyard.server.logs import about
from steelyard.server.settings import Settings
from steelyard.server.tasks import runs
from steelyard.server.tasks.carried import Carried
from steelyard.server.tasks.laid import Laid, lay_out
from steelyard.server.tasks.recover import mark_lost
from steelyard.server.tasks.states import ADMITTED, CARRIED, State, lock_task, move, ticket_of

log = logging.getLogger(__name__)
T = TypeVar("T")
_LOCK_SECONDS = 0.5
_LONGEST_WAIT = 30.0  # between two tries while the machine lacks something


@dataclass
class Hands:
    """What a worker works with, and what it has in hand."""

    database: Database
    settings: Settings
    worker_id: str
    carried: dict[str, Carried] = field(default_factory=dict)
    # Tasks that began together end together; two at a time keep the memory in bounds.
    turns: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(2))
    draining: bool = False

    def carry(self, task_id: str, ticket: int) -> str:
        """Carry one admission of a task to wherever it goes; return how it ended."""
        claim = persist(lambda: _claim(self, task_id, ticket))
        if claim is None:
            return "not ours"
        task, path, attempt = claim.task, claim.path, claim.task.attempt
        carried = Carried(task_id, attempt, dict(task.progress), _patience(task), self.turns)
        self.carried[task_id] = carried
        if self.draining:
            carried.stop("drain")
        try:
            with about(task=task_id):
                outcome = _advance(self, task, path, carried)
                return persist(lambda: _end(self, carried, path, outcome))
        finally:
            carried.let_others()
            del self.carried[task_id]


@dataclass(frozen=True)
class Claim:
    """A task that is ours now, as it was when we took it."""

    task: Task
    path: Path


@dataclass(frozen=True)
class Outcome:
    """How far a run came: `finished`, `stopped`, `failed` or `interrupted`."""

    state: str
    error: str | None = None


def persist(act: Callable[[], T]) -> T:
    """Do something in the database, however long it is away or the machine lacks something."""
    wait = 0.2
    while True:
        try:
            return act()
        except (OperationalError, InterfaceError) as error:
            log.warning("the database does not answer: %s", error.__cause__ or error)
        except OSError as error:
            if (trouble := trouble_of(error)) is None:
                raise
            log.error("%s", trouble.message)
        time.sleep(wait)
        wait = min(wait * 2, 5.0)


def _claim(hands: Hands, task_id: str, ticket: int) -> Claim | None:
    with hands.database.transaction() as session:
        task = lock_task(session, task_id)
        state = State(task.state)
        if state not in ADMITTED or ticket_of(session, task) != ticket:
            return None  # it was ended, paused or admitted anew meanwhile
        if state is State.STARTING and hands.draining:
            move(session, task, State.QUEUED, hands.worker_id, "drained")
            return None
        if state in CARRIED:  # the engine says that whoever carried it is gone
            mark_lost(session, task, hands.worker_id, "worker_returned")
            if task.state != State.LOST:
                return None
            task.attempt += 1
        run = runs.run_of(session, task)
        move(session, task, State.RUNNING, hands.worker_id, "taken")
        task.worker_id = hands.worker_id
        task.error = None
        return Claim(task, runs.folder(hands.settings, run))


def _advance(hands: Hands, task: Task, path: Path, carried: Carried) -> Outcome:
    try:
        return _work_with_patience(hands, task, path, carried)
    except InterruptedRunError:
        return Outcome("interrupted")
    except RunStoppedError as error:
        return Outcome("stopped", fitting(say(error)))
    except SteelyardError as error:
        return Outcome("failed", fitting(say(error)))
    except Exception as error:
        if (trouble := trouble_of(error)) is not None:
            return Outcome("failed", fitting(say(trouble)))
        log.exception("task %s", task.id)
        return Outcome("failed", fitting(t("tasks.bug", error=f"{type(error).__name__}: {error}")))


def _work_with_patience(hands: Hands, task: Task, path: Path, carried: Carried) -> Outcome:
    """Work until it is done, or somebody wants it to end; what passes is waited out."""
    wait = _LOCK_SECONDS
    while True:
        try:
            _work(hands, task, path, carried)
            return Outcome("finished")
        except BundleLockedError:
            # Whoever had the task before still holds the run: it stops when it sees that the
            # task is ours, and the lock ends with its process.
            wait = _LOCK_SECONDS
        except (InterruptedRunError, RunStoppedError):
            raise
        except Exception as error:
            # Every answer is on the disk: the run goes on from there once there is room. A full
            # disk also comes as an error of the database or of the run.
            trouble = trouble_of(error)
            if trouble is None or (trouble.kind == "memory" and wait >= _LONGEST_WAIT):
                raise
            log.error("task %s: %s", task.id, t("machine.waiting", problem=trouble.message))
            wait = min(wait * 2, _LONGEST_WAIT)
        if carried.why is not None:
            return Outcome("interrupted")
        carried.tell(stage="waiting")
        time.sleep(wait)


def _work(hands: Hands, task: Task, path: Path, carried: Carried) -> None:
    assert task.run_id is not None
    folder = _work_folder(hands, task.run_id)
    options = pipeline.Options(progress=carried, stopper=carried.stopper, keep_failed=True)
    laid = persist(lambda: _lay_out(hands, task, folder))
    with using_outside(laid.outside):
        if task.kind == "rescore":
            _rescore(laid, path, options)
        else:
            _ask(laid, task, path, options)


def _work_folder(hands: Hands, run_id: str) -> Path:
    return hands.settings.data_dir.resolve() / "work" / run_id


def _lay_out(hands: Hands, task: Task, folder: Path) -> Laid:
    with hands.database.reading() as session:
        return lay_out(session, hands.settings, task, folder)


def _ask(laid: Laid, task: Task, path: Path, options: pipeline.Options) -> None:
    """Run a plan, or go on with its run."""
    laid.refuse_disabled(_weighing(laid).card)
    if task.kind == "retry":
        pipeline.retry(path, options, mark=task.id)
    elif (path / layout.MANIFEST).exists():
        pipeline.resume(path, options=options)
    else:
        pipeline.run(laid.plan, laid.base, path, options)


def _rescore(laid: Laid, path: Path, options: pipeline.Options) -> None:
    """Score anew; weigh as it was, unless the plan names another scorecard or other indicators."""
    bundle = _derived(laid, path)
    old, new = bundle.manifest.values["plan"], laid.plan.model_dump(mode="json")
    weighing = None
    if any(old.get(name) != new.get(name) for name in ("scorecard", "indicators")):
        weighing = _weighing(laid)
    laid.refuse_disabled((weighing or thaw_weighing(bundle.manifest.values, str(path))).card)
    pipeline.rescore(bundle, laid.plan, options, weighing)


def _derived(laid: Laid, path: Path) -> Bundle:
    """Return the run to score: with verdicts of people it is a new one, made of the old one."""
    if laid.source is None or (path / layout.MANIFEST).exists():
        return Bundle(path)
    values = {
        "run_id": uuid.uuid4().hex,
        "created_at": now().isoformat(timespec="milliseconds"),
        "base": str(laid.base),
    }
    path.mkdir(parents=True, exist_ok=True)
    with writing(laid.source.path):  # nobody replaces its table meanwhile
        return derive(Bundle(laid.source.path), path, laid.source.overrides, values)


def _weighing(laid: Laid) -> Weighing:
    plan = laid.plan
    return load_weighing(plan.scorecard, plan.indicators, base=laid.base, source=plan.name)


def _end(hands: Hands, carried: Carried, path: Path, outcome: Outcome) -> str:
    found = runs.read_headline(path)
    if found is not None and carried.why != "fenced":
        open_storage(hands.settings).save_run(path.name)
    with hands.database.transaction() as session:
        task = lock_task(session, carried.task_id)
        if task.attempt != carried.attempt or task.state not in CARRIED:
            return "taken over"
        task.progress = carried.facts()
        task.error = outcome.error
        _note(session, task, found)
        after, reason = _after(task, carried, outcome)
        move(session, task, after, hands.worker_id, reason)
        if after is State.FINISHED and task.run_id:
            # Only here is it sure that nobody else has the task, who would need the folder.
            shutil.rmtree(_work_folder(hands, task.run_id), ignore_errors=True)
        return str(after)


def _note(session: Session, task: Task, found: dict[str, Any] | None) -> None:
    run = session.get(Run, task.run_id) if task.run_id else None
    if run is not None and found is not None:
        task.gates_failed = bool(found["headline"].get("gates_failed"))
        runs.note(run, found)


def _after(task: Task, carried: Carried, outcome: Outcome) -> tuple[State, str]:
    """Return where a task goes, given how its run ended and what was wanted."""
    if outcome.state != "interrupted":
        return State(outcome.state), outcome.error or ""
    if task.state == State.CANCELLING:
        return State.CANCELLED, "wanted"
    if task.state == State.PAUSING:
        return State.PAUSED, "wanted"
    if carried.why == "drain":
        return State.QUEUED, "drained"
    return State.FAILED, t("tasks.interrupted")


def _patience(task: Task) -> float:
    """Return the seconds that one ask may take by the plan, with a margin."""
    policy: dict[str, Any] = task.plan.get("run") or {}
    attempts = policy.get("retries", 2) + 1
    seconds: float = policy.get("timeout", 60) * attempts + policy.get("patience", 120)
    return max(120.0, 1.5 * seconds)
