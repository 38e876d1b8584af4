"""What people say about rows of a run: tags, notes, and verdicts of their own.

None of it changes the run. Verdicts count in a run that is made of it by scoring with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Annotation, Override, Run
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor
from steelyard.server.tasks.rows import Facts
from steelyard.server.tasks.runs import has_tag

MOST_OVERRIDES = 10_000  # of one run; who has more to say needs another scorer
Reviewed = Literal["annotated", "overruled"]


def annotate(
    session: Session, actor: Actor, run: Run, facts: Facts, tags: Sequence[str], note: str
) -> Annotation | None:
    """Put tags and a note on a row, in place of those it has; None when nothing is left."""
    found = find_annotation(session, run, facts.row)
    before = None if found is None else {"tags": found.tags, "note": found.note}
    wanted = list(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
    if found is not None and not wanted and not note.strip():
        session.delete(found)
        _record(session, actor, "row.annotate", run, facts.row, before, None)
        return None
    if found is None:
        if not wanted and not note.strip():
            return None
        found = Annotation(run_id=run.id, row=facts.row, case_id=facts.case_id)
        session.add(found)
    found.tags, found.note = wanted, note.strip()
    found.changed_by, found.changed_at = actor.name, now()
    session.flush()
    after = {"tags": found.tags, "note": found.note}
    _record(session, actor, "row.annotate", run, facts.row, before, after)
    return found


def overrule(
    session: Session, actor: Actor, run: Run, facts: Facts, *, verdict: bool | None, reason: str
) -> Override:
    """Give a verdict on a row, in place of the one given before.

    Args:
        session: of the transaction.
        actor: whose verdict it is.
        run: whose row.
        facts: of the row, as it was scored.
        verdict: whether it passed; None when it is not to count.
        reason: why; must be given.

    Raises:
        InputError: no reason is given.
        ConflictError: the run has too many already.
    """
    if not reason.strip():
        raise InputError(t("tasks.no_reason"))
    found = find_override(session, run, facts.row)
    before = None if found is None else _shown(found)
    if found is None:
        kept = select(func.count()).where(Override.run_id == run.id)
        if (session.scalar(kept) or 0) >= MOST_OVERRIDES:
            raise ConflictError(t("tasks.many_overrides", most=MOST_OVERRIDES))
        found = Override(run_id=run.id, row=facts.row, case_id=facts.case_id)
        session.add(found)
    found.passed, found.was, found.reason = verdict, facts.passed, reason.strip()
    found.changed_by, found.changed_at = actor.name, now()
    session.flush()
    _record(session, actor, "row.overrule", run, facts.row, before, _shown(found))
    return found


def withdraw(session: Session, actor: Actor, run: Run, row: int) -> None:
    """Take a verdict back.

    Raises:
        NotFoundError: nobody gave one on that row.
    """
    found = find_override(session, run, row)
    if found is None:
        raise NotFoundError(t("tasks.no_override", row=row))
    _record(session, actor, "row.withdraw", run, row, _shown(found), None)
    session.delete(found)


def find_annotation(session: Session, run: Run, row: int) -> Annotation | None:
    """Return what is noted on a row, if anything is."""
    query = select(Annotation).where(Annotation.run_id == run.id, Annotation.row == row)
    return session.scalar(query)


def find_override(session: Session, run: Run, row: int) -> Override | None:
    """Return the verdict that a person gave on a row, if one did."""
    query = select(Override).where(Override.run_id == run.id, Override.row == row)
    return session.scalar(query)


def annotations_of(run: Run, *, tag: str | None = None, text: str = "") -> Select[Annotation]:
    """Return the query for the annotations of a run."""
    query = select(Annotation).where(Annotation.run_id == run.id)
    if tag is not None:
        query = query.where(has_tag(Annotation.tags, tag))
    if text:
        found = (
            Annotation.note.icontains(text, autoescape=True),
            Annotation.case_id.icontains(text, autoescape=True),
        )
        query = query.where(or_(*found))
    return query


def overrides_of(run: Run) -> Select[Override]:
    """Return the query for the verdicts that people gave on a run."""
    return select(Override).where(Override.run_id == run.id)


def tags_of(session: Session, run: Run) -> dict[str, int]:
    """Return every tag on rows of a run and on how many, the most frequent first."""
    every = session.scalars(select(Annotation.tags).where(Annotation.run_id == run.id))
    counted = Counter(tag for tags in every for tag in tags)
    return dict(sorted(counted.items(), key=lambda one: (-one[1], one[0])))


def rows_with(
    session: Session, run: Run, *, tag: str | None = None, reviewed: Reviewed | None = None
) -> list[int] | None:
    """Return the rows that people said such things about; None when nothing is asked for."""
    found: list[set[int]] = []
    if tag is not None or reviewed == "annotated":
        query = select(Annotation.row).where(Annotation.run_id == run.id)
        found.append(
            set(
                session.scalars(
                    query if tag is None else query.where(has_tag(Annotation.tags, tag))
                )
            )
        )
    if reviewed == "overruled":
        found.append(set(session.scalars(select(Override.row).where(Override.run_id == run.id))))
    return sorted(set.intersection(*found)) if found else None


def spoken(session: Session, run_id: str) -> list[dict[str, Any]]:
    """Return the verdicts that people gave on a run, as a bundle keeps them."""
    query = select(Override).where(Override.run_id == run_id).order_by(Override.row)
    return [
        {
            "row": one.row,
            "case_id": one.case_id,
            "passed": one.passed,
            "was": one.was,
            "reason": one.reason,
            "by": one.changed_by,
            "at": one.changed_at.isoformat(timespec="seconds"),
        }
        for one in session.scalars(query)
    ]


def _shown(one: Override) -> dict[str, Any]:
    return {"passed": one.passed, "was": one.was, "reason": one.reason}


def _record(
    session: Session,
    actor: Actor,
    action: str,
    run: Run,
    row: int,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    subject = audit.Subject(run.id, f"{run.name} #{row}", run.project_id)
    audit.record(session, actor, action, subject, before=before, after=after)
