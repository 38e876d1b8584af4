"""Make tasks, and say what is wanted of them: pause, resume, cancel, retry, score anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from steelyard.i18n import t
from steelyard.server.db.tables import Override, Project, Run, Task, TaskEvent
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings
from steelyard.server.tasks import runs
from steelyard.server.tasks.resolve import (
    Resolved,
    Wanted,
    made_here,
    refuse_archived,
    resolve,
    resolve_scoring,
)
from steelyard.server.tasks.states import ENDED, State, begin, lock_task, move

_DIRECT = frozenset({State.QUEUED, State.STARTING, State.LOST, State.PAUSED})
# Others that may become queued are with a worker, which alone puts them back.
_RESTING = frozenset({State.PAUSED, State.STOPPED, State.FAILED})


@dataclass(frozen=True, slots=True)
class Place:
    """How a new task stands among others; one on `hold` rests until it is resumed."""

    name: str | None = None
    priority: int = 0
    hold: bool = False
    schedule_id: str | None = None
    created_by: str | None = None


def create_task(
    session: Session,
    actor: Actor,
    settings: Settings,
    project: Project,
    wanted: Wanted,
    place: Place | None = None,
) -> Task:
    """Queue an evaluation; everything wrong with its plan is said here.

    Raises:
        PlanError, InputError, NotFoundError, ConflictError: see `resolve`.
    """
    resolved = resolve(session, actor, settings, project, wanted)
    return queue_task(session, actor, project, resolved, place or Place())


def queue_task(
    session: Session, actor: Actor, project: Project, resolved: Resolved, place: Place
) -> Task:
    """Queue what was found to be in order."""
    task = Task(
        project_id=project.id,
        name=place.name or resolved.plan.name,
        plan=resolved.plan.model_dump(mode="json"),
        agent_id=resolved.agent_id,
        dataset_version_id=resolved.dataset_version_id,
        schedule_id=place.schedule_id,
        priority=place.priority,
        created_by=place.created_by or actor.user_id,
        progress={"total": resolved.estimate()["asks"]},
    )
    _add(session, actor, task)
    if place.hold:
        task.wanted = "pause"
        move(session, task, State.PAUSED, actor.name, "wanted")
    return task


def clone_task(session: Session, actor: Actor, settings: Settings, task: Task) -> Task:
    """Queue the same evaluation again, with the agent and the cases as they were.

    Raises:
        ConflictError: the agent, the dataset or the project was archived meanwhile.
    """
    project = session.get(Project, task.project_id)
    assert project is not None
    _refuse_archived(session, task)
    wanted = Wanted(task.plan, None, task.dataset_version_id)
    place = Place(task.name, task.priority)
    made = create_task(session, actor, settings, project, wanted, place)
    made.agent_id = task.agent_id
    return made


def pause_task(session: Session, actor: Actor, task_id: str) -> Task:
    """Let a task rest; what was answered is kept."""
    return _want(session, actor, task_id, "pause", State.PAUSING, State.PAUSED)


def cancel_task(session: Session, actor: Actor, task_id: str) -> Task:
    """End a task; what was answered is kept, and not scored."""
    return _want(session, actor, task_id, "cancel", State.CANCELLING, State.CANCELLED)


def resume_task(session: Session, actor: Actor, task_id: str) -> Task:
    """Let a task that rests, was stopped or failed go on where it was.

    Raises:
        ConflictError: it does not rest, a task is at work on its run, or what it needs is archived.
    """
    task = lock_task(session, task_id)
    before = task.state
    if before not in _RESTING:
        raise ConflictError(t("tasks.no_move", before=before, after=State.QUEUED))
    _refuse_archived(session, task)
    _refuse_rivals(session, task.run_id, task.id)
    move(session, task, State.QUEUED, actor.name, "wanted")
    task.wanted = "run"
    task.error = None
    task.progress = {**task.progress, "lost": 0, "lost_at": None}
    _record(session, actor, "task.resume", task, before)
    return task


def set_priority(session: Session, actor: Actor, task_id: str, priority: int) -> Task:
    """Let a task go before or after others; matters while it waits."""
    task = lock_task(session, task_id)
    before, task.priority = task.priority, priority
    was, is_ = {"priority": before}, {"priority": priority}
    audit.record(session, actor, "task.change", _subject(task), before=was, after=is_)
    return task


def retry_failed(session: Session, actor: Actor, run: Run) -> Task:
    """Queue that the cases of a run which got no answer are asked again; the others stay.

    Raises:
        ConflictError: none failed, a task is at work on the run, or its agent is archived.
    """
    counts: Mapping[str, int] = run.headline.get("counts") or {}
    if not (counts.get("error") or counts.get("timeout")):
        raise ConflictError(t("tasks.none_failed", name=run.name))
    last = _last_task(session, run)
    # What was pushed says itself whom it asked; that was checked by nobody.
    if last is None or not made_here(session, run):
        raise ConflictError(t("tasks.not_run_here", name=run.name))
    _refuse_archived(session, last)
    _refuse_rivals(session, run.id)
    task = _after(last, run, "retry", dict(last.plan))
    task.created_by = actor.user_id
    return _add(session, actor, task)


def rescore(
    session: Session, actor: Actor, settings: Settings, run: Run, changes: Mapping[str, Any]
) -> Task:
    """Queue that a run is scored anew by other scorers, parameters or another scorecard.

    Raises:
        ConflictError: a task is at work on the run, or the project is archived.
        PlanError, InputError: the changes are wrong.
    """
    refuse_archived(session, run.project_id, None, None)
    _refuse_rivals(session, run.id)
    plan = resolve_scoring(session, actor, settings, run, changes)
    last = _last_task(session, run) or Task(name=run.name, project_id=run.project_id, priority=0)
    task = _after(last, run, "rescore", plan)
    task.created_by = actor.user_id
    return _add(session, actor, task)


def rescore_overruled(
    session: Session, actor: Actor, settings: Settings, run: Run, changes: Mapping[str, Any]
) -> Task:
    """Queue that a run is scored with the verdicts that people gave: it stays, another is made.

    Raises:
        ConflictError: nobody gave one, a task is at work on the run, or the project is archived.
        PlanError, InputError: the changes are wrong.
    """
    refuse_archived(session, run.project_id, None, None)
    _refuse_rivals(session, run.id)
    given = session.scalar(select(func.count()).where(Override.run_id == run.id))
    if not given:
        raise ConflictError(t("tasks.no_overrides", name=run.name))
    plan = resolve_scoring(session, actor, settings, run, changes)
    made = runs.child_of(session, actor, run)
    last = _last_task(session, run) or Task(name=run.name, project_id=run.project_id, priority=0)
    task = _after(last, made, "rescore", plan)
    task.created_by = actor.user_id
    return _add(session, actor, task)


def find_task(session: Session, project_id: str, task_id: str) -> Task:
    """Return a task of the project, or say that there is none."""
    task = session.get(Task, task_id)
    if task is None or task.project_id != project_id:
        raise NotFoundError(t("tasks.no_task", id=task_id[:100]))
    return task


def tasks_of(project_id: str, *, text: str = "", **narrow: str | None) -> Select[Task]:
    """Return the query for the tasks of a project.

    Args:
        project_id: of the project.
        text: that the name must hold.
        narrow: columns and what they must be, such as `state` or `run_id`; None does not narrow.
    """
    query = select(Task).where(Task.project_id == project_id)
    for name, value in narrow.items():
        if value is not None:
            query = query.where(getattr(Task, name) == value)
    return query.where(Task.name.icontains(text, autoescape=True)) if text else query


def history(session: Session, task: Task) -> list[TaskEvent]:
    """Return every move of a task, the first one first."""
    query = select(TaskEvent).where(TaskEvent.task_id == task.id).order_by(TaskEvent.id)
    return list(session.scalars(query))


def remove_task(session: Session, actor: Actor, task_id: str) -> None:
    """Take a task that has ended out of the list; its run stays."""
    task = lock_task(session, task_id)
    if task.state not in ENDED:
        raise ConflictError(t("tasks.not_ended", name=task.name, state=task.state))
    _record(session, actor, "task.remove", task, task.state)
    session.delete(task)


def _want(
    session: Session, actor: Actor, task_id: str, wanted: str, under_way: State, there: State
) -> Task:
    task = lock_task(session, task_id)
    before = task.state
    task.wanted = wanted
    # What no worker has in hand goes there at once; the worker that has it is asked to.
    move(session, task, there if before in _DIRECT else under_way, actor.name, "wanted")
    _record(session, actor, f"task.{wanted}", task, before)
    return task


def _add(session: Session, actor: Actor, task: Task) -> Task:
    session.add(task)
    session.flush()
    begin(session, task, actor.name)
    after = {"kind": task.kind, "agent_id": task.agent_id, "priority": task.priority}
    audit.record(session, actor, "task.create", _subject(task), after=after)
    return task


def _after(last: Task, run: Run, kind: str, plan: dict[str, Any]) -> Task:
    return Task(
        project_id=run.project_id,
        name=run.name,
        kind=kind,
        plan=plan,
        agent_id=last.agent_id,
        dataset_version_id=last.dataset_version_id if kind == "retry" else None,
        run_id=run.id,
        priority=last.priority,
        progress={},
    )


def _last_task(session: Session, run: Run) -> Task | None:
    query = select(Task).where(Task.run_id == run.id).order_by(Task.id.desc()).limit(1)
    return session.scalar(query)


def _refuse_archived(session: Session, task: Task) -> None:
    asks = task.kind != "rescore"
    agent_id = task.agent_id if asks else None
    refuse_archived(session, task.project_id, agent_id, task.dataset_version_id)


def _refuse_rivals(session: Session, run_id: str | None, but: str | None = None) -> None:
    """Refuse a second task on one run: they would wait for each other's lock."""
    if run_id is None:
        return
    # Locked, or two that come at the same time would both find nobody.
    session.execute(select(Run.id).where(Run.id == run_id).with_for_update(key_share=True))
    for task in session.scalars(select(Task).where(Task.run_id == run_id, Task.id != but)):
        if task.state not in ENDED:
            raise ConflictError(t("tasks.run_in_use", name=task.name))


def _record(session: Session, actor: Actor, action: str, task: Task, before: str) -> None:
    was, is_ = {"state": str(before)}, {"state": str(task.state)}
    audit.record(session, actor, action, _subject(task), before=was, after=is_)


def _subject(task: Task) -> audit.Subject:
    return audit.Subject(task.id, task.name, task.project_id)
