"""Scorecards, indicators, environments, requirements and plans of a project."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from steelyard.api.files import Catalogue
from steelyard.api.guard import needs
from steelyard.api.match import IfMatch, refuse_stale, tagged
from steelyard.api.once import Repeatable
from steelyard.api.paging import Page, Paging, page_of, paging, part_of
from steelyard.api.route import Router
from steelyard.api.routers.datasets import Removed
from steelyard.api.session import Configured, Reading, Writing
from steelyard.server.db.tables import Document, DocumentVersion
from steelyard.server.library import documents, papers
from steelyard.server.library.checks import check_text
from steelyard.server.people.policy import Actor, Role

router = Router(prefix="/projects/{project}/documents", tags=["documents"])
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Looker = Annotated[Actor, needs(Role.VIEWER, in_archived=True)]
Evaluator = Annotated[Actor, needs(Role.EVALUATOR)]
Manager = Annotated[Actor, needs(Role.MANAGER)]
Kind = Literal["plan", "scorecard", "indicator", "environment", "requirements"]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Text = Annotated[str, Field(max_length=documents.LONGEST)]
_AS_KEPT = ("id", "kind", "name", "description", "forked_from", "created_at")


class DocumentOut(BaseModel):
    """A document; `newest` is its last published version."""

    id: str
    kind: Kind
    name: str
    description: str
    newest: int | None
    draft_sha256: str
    forked_from: str | None
    archived: bool
    created_at: datetime

    @classmethod
    def of(cls, session: Session, document: Document) -> DocumentOut:
        """Return what is shown of a document."""
        return cls.every(session, [document])[0]

    @classmethod
    def every(cls, session: Session, rows: Sequence[Document]) -> list[DocumentOut]:
        """Return what is shown of documents; their versions are looked up at once."""
        return [
            cls(
                **{name: getattr(seen.document, name) for name in _AS_KEPT},
                newest=seen.newest,
                draft_sha256=seen.draft_sha256,
                archived=seen.document.archived_at is not None,
            )
            for seen in papers.with_versions(session, rows)
        ]


class DocumentIn(BaseModel):
    """A new document; its text may still be wrong."""

    kind: Kind
    name: Name
    text: Text
    description: str = Field(default="", max_length=10_000)


class DocumentChange(BaseModel):
    """What is to change; what is not given stays."""

    name: Name | None = None
    description: str | None = Field(default=None, max_length=10_000)
    archived: bool | None = None


class TextIn(BaseModel):
    """The text of a draft."""

    text: Text


class TextOut(BaseModel):
    """One version of a document; 0 is the draft."""

    id: str
    number: int
    sha256: str
    note: str
    created_at: datetime
    created_by: str | None
    text: str

    @classmethod
    def of(cls, version: DocumentVersion) -> TextOut:
        """Return what is shown of a version."""
        return cls.model_validate(version, from_attributes=True)


class CheckIn(BaseModel):
    """A text that is not kept."""

    kind: Kind
    name: Name = "draft"
    text: Text


class CheckOut(BaseModel):
    """What is wrong with a text, each as a sentence; and what is known of it when nothing is."""

    ok: bool
    problems: list[str]
    facts: dict[str, Any]


class PublishIn(BaseModel):
    """Why there is a new version."""

    note: str = Field(default="", max_length=2000)


class ForkIn(BaseModel):
    """A version that you may see, in this project or another, and the name of your own."""

    version_id: str = Field(max_length=22)
    name: Name


@router.get("")
def list_documents(
    project: str,
    session: Reading,
    _: Viewer,
    wanted: Annotated[Paging, Depends(paging)],
    *,
    kind: Kind | None = None,
    text: Annotated[str, Query(max_length=200)] = "",
    archived: bool = False,
) -> Page[DocumentOut]:
    """List documents, in the order they were made."""
    query = documents.documents_of(project, kind=kind, text=text, archived=archived)
    rows = session.scalars(part_of(query, Document.id, wanted)).all()
    return page_of(DocumentOut.every(session, rows), wanted, lambda one: one.id)


@router.post("", status_code=201)
def create_document(
    project: str, given: DocumentIn, session: Writing, actor: Evaluator, once: Repeatable
) -> DocumentOut:
    """Make a document with its draft."""

    def make() -> DocumentOut:
        fields = given.model_dump()
        what = [fields.pop(name) for name in ("kind", "name", "text")]
        made = documents.create_document(session, actor, project, *what, **fields)
        return DocumentOut.of(session, made)

    return once(session, actor, given, DocumentOut, make)


@router.post("/check")
def check(
    project: str, given: CheckIn, catalogue: Catalogue, settings: Configured, _: Looker
) -> CheckOut:
    """Check a text with the checks of the command line; nothing is kept."""
    what = (given.kind, given.name, given.text)
    with catalogue.reading() as session:
        request = papers.check_request(session, settings, project, *what)
    found = check_text(request)
    return CheckOut(ok=not found.problems, problems=found.problems, facts=found.facts)


@router.post("/fork", status_code=201)
def fork(
    project: str, given: ForkIn, session: Writing, actor: Evaluator, once: Repeatable
) -> DocumentOut:
    """Begin a document of your own from a version that you may see."""

    def make() -> DocumentOut:
        made = documents.fork(session, actor, given.version_id, project, given.name)
        return DocumentOut.of(session, made)

    return once(session, actor, given, DocumentOut, make)


@router.get("/{document}")
def show_document(
    project: str, document: str, session: Reading, _: Viewer, response: Response
) -> DocumentOut:
    """Show one document."""
    shown = DocumentOut.of(session, documents.find_document(session, project, document))
    tagged(response, shown)
    return shown


@router.patch("/{document}")
def change_document(
    project: str,
    document: str,
    given: DocumentChange,
    session: Writing,
    actor: Evaluator,
    response: Response,
    if_match: IfMatch = None,
) -> DocumentOut:
    """Change name or description of a document, or archive it."""
    found = documents.find_document(session, project, document)
    refuse_stale(if_match, DocumentOut.of(session, found))
    fields = given.model_dump(exclude_unset=True, exclude_none=True)
    documents.change_document(session, actor, found, **fields)
    shown = DocumentOut.of(session, found)
    tagged(response, shown)
    return shown


@router.delete("/{document}")
def remove_document(project: str, document: str, session: Writing, actor: Manager) -> Removed:
    """Remove a document; one that was published is archived instead."""
    found = documents.find_document(session, project, document)
    return Removed(removed=documents.remove_document(session, actor, found))


@router.put("/{document}/draft")
def save_draft(
    project: str,
    document: str,
    given: TextIn,
    session: Writing,
    actor: Evaluator,
    response: Response,
    if_match: IfMatch = None,
) -> TextOut:
    """Replace the draft; with If-Match, only the one that you know."""
    found = documents.find_document(session, project, document)
    refuse_stale(if_match, TextOut.of(documents.find_text(session, found, documents.DRAFT)))
    shown = TextOut.of(documents.save_draft(session, actor, found, given.text))
    tagged(response, shown)
    return shown


@router.post("/{document}/publish", status_code=201)
def publish(
    project: str,
    document: str,
    given: PublishIn,
    catalogue: Catalogue,
    settings: Configured,
    actor: Manager,
) -> TextOut:
    """Make the draft the next version, if it passes its checks."""
    with catalogue.reading() as session:
        found = documents.find_document(session, project, document)
        request = papers.draft_request(session, settings, found)
    check_text(request)  # takes time; the transaction finds its result
    with catalogue.transaction() as session:
        found = documents.find_document(session, project, document)
        made = papers.publish_draft(session, actor, settings, found, given.note)
        return TextOut.of(made)
