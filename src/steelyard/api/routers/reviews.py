"""What people say about rows of a run: tags, notes, and verdicts of their own."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from steelyard.api.files import Catalogue, Kept
from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.paging import Page, Paging, page_of, paging, part_of
from steelyard.api.route import Router
from steelyard.api.session import Reading, Writing
from steelyard.bundle import read_overrides
from steelyard.server.db import Database
from steelyard.server.db.tables import Annotation, Override, Run
from steelyard.server.library.storage import Storage
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import reviews, rows, runs
from steelyard.server.tasks.results_reader import results_of

router = Router(prefix="/projects/{project}/runs/{run}", tags=["reviews"])
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Evaluator = Annotated[Actor, needs(Role.EVALUATOR)]
Row = Annotated[int, Path(ge=0, le=2**53)]
Tag = Annotated[str, Field(min_length=1, max_length=60)]


class AnnotationOut(BaseModel):
    """Tags and a note on a row."""

    row: int
    case_id: str | None
    tags: list[str]
    note: str
    changed_by: str
    changed_at: datetime

    @classmethod
    def of(cls, kept: Annotation) -> AnnotationOut:
        """Return what is shown of an annotation."""
        return cls.model_validate(kept, from_attributes=True)


class VerdictOut(BaseModel):
    """The verdict of a person on a row; `passed` null: it is not to count."""

    row: int
    case_id: str | None
    passed: bool | None
    was: bool | None
    reason: str
    changed_by: str
    changed_at: datetime

    @classmethod
    def of(cls, kept: Override) -> VerdictOut:
        """Return what is shown of a verdict."""
        return cls.model_validate(kept, from_attributes=True)


class ReviewOut(BaseModel):
    """What people said about a row; `applied`: the verdict that this run was scored with."""

    annotation: AnnotationOut | None
    verdict: VerdictOut | None
    applied: dict[str, Any] | None

    @classmethod
    def of(cls, session: Session, storage: Storage, run: Run, row: int) -> ReviewOut:
        """Return what is said of a row."""
        applied = read_overrides(storage.run_folder(run.id))
        noted = reviews.find_annotation(session, run, row)
        given = reviews.find_override(session, run, row)
        return cls(
            annotation=None if noted is None else AnnotationOut.of(noted),
            verdict=None if given is None else VerdictOut.of(given),
            applied=next((one for one in applied if one["row"] == row), None),
        )


class AnnotationIn(BaseModel):
    """Tags and a note, in place of those there are; none of either removes them."""

    tags: list[Tag] = Field(default=[], max_length=50)
    note: str = Field(default="", max_length=20_000)


class VerdictIn(BaseModel):
    """A verdict: passed, not passed, or null when the row is not to count; and why."""

    passed: bool | None
    reason: str = Field(min_length=1, max_length=5_000)


class TagOut(BaseModel):
    """A tag, and on how many rows it is."""

    tag: str
    rows: int


def _read_facts(
    catalogue: Database, storage: Storage, project: str, run: str, row: int
) -> rows.Facts:
    """Read the row of a change before its transaction: no lock is held while a table is read."""
    with catalogue.reading() as session:
        found = runs.find_run(session, project, run)
        reader = results_of(session, found, storage.run_folder(found.id))
    return reader.read(rows.read_facts, row)


@router.get("/rows/{row}/review")
def show_review(
    project: str,
    run: str,
    row: Row,
    session: Reading,
    storage: Kept,
    _: Viewer,
    response: Response,
) -> ReviewOut:
    """Return what people said about a row."""
    found = runs.find_run(session, project, run)
    results_of(session, found, storage.run_folder(found.id)).read(rows.read_facts, row)
    shown = ReviewOut.of(session, storage, found, row)
    tagged(response, shown)
    return shown


@router.put("/rows/{row}/annotation")
def annotate(
    project: str,
    run: str,
    row: Row,
    given: AnnotationIn,
    catalogue: Catalogue,
    storage: Kept,
    actor: Evaluator,
    if_match: IfMatch = None,
) -> ReviewOut:
    """Put tags and a note on a row, in place of those it has."""
    facts = _read_facts(catalogue, storage, project, run, row)
    with catalogue.transaction() as session:
        found = runs.find_run(session, project, run)
        refuse_stale(if_match, ReviewOut.of(session, storage, found, row))
        reviews.annotate(session, actor, found, facts, given.tags, given.note)
        session.flush()
        return ReviewOut.of(session, storage, found, row)


@router.put("/rows/{row}/verdict")
def overrule(
    project: str,
    run: str,
    row: Row,
    given: VerdictIn,
    catalogue: Catalogue,
    storage: Kept,
    actor: Evaluator,
    if_match: IfMatch = None,
) -> ReviewOut:
    """Give a verdict on a row; it counts once the run is scored with it (`rescore`)."""
    facts = _read_facts(catalogue, storage, project, run, row)
    with catalogue.transaction() as session:
        found = runs.find_run(session, project, run)
        refuse_stale(if_match, ReviewOut.of(session, storage, found, row))
        reviews.overrule(session, actor, found, facts, verdict=given.passed, reason=given.reason)
        return ReviewOut.of(session, storage, found, row)


@router.delete("/rows/{row}/verdict", status_code=204)
def withdraw(project: str, run: str, row: Row, session: Writing, actor: Evaluator) -> None:
    """Take a verdict back."""
    reviews.withdraw(session, actor, runs.find_run(session, project, run), row)


@router.get("/annotations")
def list_annotations(
    project: str,
    run: str,
    session: Reading,
    _: Viewer,
    wanted: Annotated[Paging, Depends(paging)],
    *,
    tag: Annotated[str | None, Query(max_length=60)] = None,
    text: Annotated[str, Query(max_length=200)] = "",
) -> Page[AnnotationOut]:
    """List what is noted on rows of a run, in the order of the rows."""
    found = runs.find_run(session, project, run)
    every = reviews.annotations_of(found, tag=tag, text=text)
    query = part_of(every, Annotation.row, wanted)
    notes = map(AnnotationOut.of, session.scalars(query))
    return page_of(list(notes), wanted, lambda one: str(one.row))


@router.get("/verdicts")
def list_verdicts(
    project: str,
    run: str,
    session: Reading,
    _: Viewer,
    wanted: Annotated[Paging, Depends(paging)],
) -> Page[VerdictOut]:
    """List the verdicts that people gave on rows of a run, in the order of the rows."""
    found = runs.find_run(session, project, run)
    query = part_of(reviews.overrides_of(found), Override.row, wanted)
    given = map(VerdictOut.of, session.scalars(query))
    return page_of(list(given), wanted, lambda one: str(one.row))


@router.get("/tags")
def list_tags(project: str, run: str, session: Reading, _: Viewer) -> list[TagOut]:
    """List the tags on rows of a run, the most frequent first."""
    found = reviews.tags_of(session, runs.find_run(session, project, run))
    return [TagOut(tag=tag, rows=n) for tag, n in found.items()]
