"""What the pages of scorecards and indicators show of documents, found with few queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from steelyard.errors import SteelyardError
from steelyard.indicators.lined import read_lined
from steelyard.server.db.pieces import page
from steelyard.server.db.tables import Document, DocumentVersion, Project, Run, User
from steelyard.server.library import documents
from steelyard.server.library.checks import Bounds, CheckRequest
from steelyard.server.library.named_texts import named_texts
from steelyard.server.library.secrets import usable_secrets
from steelyard.server.people.policy import Actor
from steelyard.server.settings import Settings

_MOST_RUNS = 100
_READY = ("finished", "stopped", "scored")  # states of runs that have results


@dataclass(frozen=True, slots=True)
class DocumentSeen:
    """A document in a list.

    Attributes:
        document: the document.
        newest: number of its newest published version; None when none is.
        pending: whether its draft says something else.
        changed: when its draft was.
        draft_sha256: what its draft says.
    """

    document: Document
    newest: int | None
    pending: bool
    changed: datetime
    draft_sha256: str


@dataclass(frozen=True, slots=True)
class DocumentRead:
    """A document with all its texts; `versions` are the published ones, the first one first."""

    document: Document
    draft: DocumentVersion
    versions: Sequence[DocumentVersion]
    people: Mapping[str, str]

    @property
    def pending(self) -> bool:
        """Whether the draft says something that is not published."""
        return not self.versions or self.versions[-1].sha256 != self.draft.sha256


@dataclass(frozen=True, slots=True)
class RunChoice:
    """A run on which a draft can be tried."""

    id: str
    name: str
    agent: str | None
    created_at: datetime


def list_documents(
    session: Session,
    project_id: str,
    kind: str,
    *,
    text: str = "",
    archived: bool = False,
    after: str | None = None,
    limit: int = 50,
) -> tuple[list[DocumentSeen], str | None]:
    """Return documents of a kind, the newest first, and where the list goes on."""
    query = documents.documents_of(project_id, kind=kind, text=text, archived=archived)
    if archived:
        query = query.where(Document.archived_at.is_not(None))
    rows, following = page(session, query, Document.id, after, limit, newest=True)
    return with_versions(session, rows), following


def read_document(session: Session, project_id: str, document_id: str) -> DocumentRead:
    """Return a document of the project with its texts and who wrote them."""
    document = documents.find_document(session, project_id, document_id)
    draft, *published = documents.versions_of(session, document)
    people = {}
    for one in (draft, *published):
        user = session.get(User, one.created_by or "")
        if user is not None:
            people[user.id] = user.name
    return DocumentRead(document, draft, published, people)


def runs_to_try(session: Session, project_id: str) -> list[RunChoice]:
    """Return the runs with results, the newest first."""
    query = (
        select(Run)
        .where(Run.project_id == project_id, Run.archived_at.is_(None), Run.state.in_(_READY))
        .order_by(Run.id.desc())
        .limit(_MOST_RUNS)
    )
    return [
        RunChoice(run.id, run.name, run.agent, run.created_at) for run in session.scalars(query)
    ]


def own_indicators(session: Session, project_id: str) -> list[str]:
    """Return the ids of the indicators that the project wrote itself."""
    texts = [version.text for _, version in documents.newest_of(session, project_id, "indicator")]
    return sorted(id_ for text in texts for id_ in _indicators_in(text))


@lru_cache(maxsize=1000)
def _indicators_in(text: str) -> tuple[str, ...]:
    try:
        content = read_lined("indicator", text)
    except SteelyardError:
        return ()  # a draft may be anything
    given = content.get("indicators") if isinstance(content, Mapping) else None
    return tuple(str(id_)[:200] for id_ in given) if isinstance(given, Mapping) else ()


def check_request(
    session: Session, settings: Settings, project_id: str, kind: str, name: str, text: str
) -> CheckRequest:
    """Return what it takes to check a text among the documents of its project."""
    neighbours = named_texts(session, project_id, kind, text)
    bounds = bounds_of(session, settings, project_id)
    return CheckRequest(bounds, kind, name, text, neighbours)


def draft_request(session: Session, settings: Settings, document: Document) -> CheckRequest:
    """Return what it takes to check the draft of a document, before it is published."""
    text = documents.find_text(session, document, documents.DRAFT).text
    project = document.project_id
    return check_request(session, settings, project, document.kind, document.name, text)


def publish_draft(
    session: Session, actor: Actor, settings: Settings, document: Document, note: str
) -> DocumentVersion:
    """Make the draft of a document its next version."""
    bounds = bounds_of(session, settings, document.project_id)
    return documents.publish(session, actor, bounds, document, note)


def bounds_of(session: Session, settings: Settings, project_id: str) -> Bounds:
    """Return what the documents of a project may do."""
    project = session.get(Project, project_id)
    disabled = () if project is None else project.disabled_algorithms
    return Bounds(settings, disabled, usable_secrets(session, settings, project_id))


def with_versions(session: Session, rows: Sequence[Document]) -> list[DocumentSeen]:
    """Look at draft and newest version of all documents at once; texts stay where they are."""
    ids = [one.id for one in rows]
    newest = (
        select(DocumentVersion.document_id, func.max(DocumentVersion.number).label("number"))
        .where(DocumentVersion.document_id.in_(ids))
        .group_by(DocumentVersion.document_id)
        .subquery()
    )
    query = (
        select(
            DocumentVersion.document_id,
            DocumentVersion.number,
            DocumentVersion.sha256,
            DocumentVersion.created_at,
        )
        .join(newest, DocumentVersion.document_id == newest.c.document_id)
        .where(DocumentVersion.number.in_((documents.DRAFT, newest.c.number)))
    )
    found = {(one.document_id, one.number): one for one in session.execute(query)}
    last = dict(sorted(found))  # the highest number of each
    made = []
    for one in rows:
        draft, number = found[one.id, documents.DRAFT], last[one.id]
        published = None if number == documents.DRAFT else number
        pending = published is None or found[one.id, number].sha256 != draft.sha256
        made.append(DocumentSeen(one, published, pending, draft.created_at, draft.sha256))
    return made
