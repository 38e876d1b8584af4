"""Scorecards, indicators, environments, requirements and plans of a project, as versioned texts.

Number 0 of a document is its draft, which changes; publishing makes the next number, which never
does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.base import now
from steelyard.server.db.tables import Document, DocumentVersion
from steelyard.server.errors import ConflictError, NotFoundError, StaleError
from steelyard.server.library.checks import (
    FOLDERS,
    Bounds,
    CheckRequest,
    Draft,
    check_document_name,
    check_text,
)
from steelyard.server.library.named_texts import named_texts
from steelyard.server.library.pasted_texts import refuse_pasted_text
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, Role, require

DRAFT = 0
LONGEST = 200_000
MOST = 1_000
"""Documents of one project, archived ones included."""
MOST_CHARACTERS = 20_000_000
"""Of the drafts of one project together."""


def create_document(
    session: Session,
    actor: Actor,
    project_id: str,
    kind: str,
    name: str,
    text: str,
    **fields: Any,
) -> Document:
    """Make a document with its draft; the text may still be wrong."""
    if kind not in FOLDERS:
        raise InputError(t("library.no_kind", found=kind[:100], allowed=", ".join(FOLDERS)))
    check_document_name(name)
    _check_length(text)
    refuse_pasted_text(session, project_id, kind, text)
    if find_by_name(session, project_id, kind, name) is not None:
        raise ConflictError(t("library.name_taken", name=name))
    _check_room(session, project_id, text)
    document = Document(project_id=project_id, kind=kind, name=name, **fields)
    session.add(document)
    session.flush()
    session.add(_version(document, DRAFT, text, actor))
    session.flush()
    audit.record(
        session, actor, f"{kind}.create", _subject(document), after={"sha256": _hash(text)}
    )
    return document


def find_document(session: Session, project_id: str, document_id: str) -> Document:
    """Return a document of the project, or say that there is none."""
    document = session.get(Document, document_id)
    if document is None or document.project_id != project_id:
        raise NotFoundError(t("library.no_document", id=document_id[:100]))
    return document


def find_by_name(session: Session, project_id: str, kind: str, name: str) -> Document | None:
    """Return the document of a kind and name, if there is one."""
    return session.scalar(
        select(Document).where(
            Document.project_id == project_id, Document.kind == kind, Document.name == name
        )
    )


def documents_of(
    project_id: str, *, kind: str | None = None, text: str = "", archived: bool = False
) -> Select[Document]:
    """Return the query for the documents of a project."""
    query = select(Document).where(Document.project_id == project_id)
    if kind is not None:
        query = query.where(Document.kind == kind)
    if not archived:
        query = query.where(Document.archived_at.is_(None))
    return query.where(Document.name.icontains(text, autoescape=True)) if text else query


def save_draft(
    session: Session, actor: Actor, document: Document, text: str, *, known: str | None = None
) -> DocumentVersion:
    """Replace the draft.

    Args:
        session: of the act.
        actor: who does it.
        document: whose draft.
        text: the new one.
        known: hash of the draft it was made from; another one meanwhile is not overwritten.

    Raises:
        StaleError: there is another one.
    """
    _check_length(text)
    refuse_pasted_text(session, document.project_id, document.kind, text)
    draft = find_text(session, document, DRAFT)
    if known is not None and known != draft.sha256:
        raise StaleError(t("library.stale", name=document.name))
    _check_room(session, document.project_id, text, replaced=draft)
    before = draft.sha256
    draft.text, draft.sha256 = text, _hash(text)
    draft.created_by, draft.created_at = actor.user_id, now()
    audit.record(
        session,
        actor,
        f"{document.kind}.draft",
        _subject(document),
        before={"sha256": before},
        after={"sha256": draft.sha256},
    )
    return draft


def publish(
    session: Session, actor: Actor, bounds: Bounds, document: Document, note: str = ""
) -> DocumentVersion:
    """Make the draft the next version, if it passes its checks; a text is published once.

    Raises:
        InputError: it does not pass; every problem is a line.
    """
    draft = find_text(session, document, DRAFT)
    newest = newest_number(session, document)
    if newest is not None:
        last = find_text(session, document, newest)
        if last.sha256 == draft.sha256:
            return last
    checked = check_text(check_of(session, bounds, document, draft.text))
    if checked.problems:
        raise InputError("\n".join(checked.problems))
    made = _version(document, (newest or 0) + 1, draft.text, actor, note)
    session.add(made)
    session.flush()
    after = {"number": made.number, "sha256": made.sha256, "note": note}
    audit.record(session, actor, f"{document.kind}.publish", _subject(document), after=after)
    return made


def check_of(session: Session, bounds: Bounds, document: Document, text: str) -> CheckRequest:
    """Return what it takes to check a text as this document."""
    neighbours = named_texts(session, document.project_id, document.kind, text)
    return CheckRequest(bounds, document.kind, document.name, text, neighbours)


def find_text(session: Session, document: Document, number: int | None = None) -> DocumentVersion:
    """Return a version; by default the newest published one, or the draft if none is."""
    if number is None:
        number = newest_number(session, document) or DRAFT
    version = session.scalar(
        select(DocumentVersion).where(
            DocumentVersion.document_id == document.id, DocumentVersion.number == number
        )
    )
    if version is None:
        raise NotFoundError(t("library.no_version", name=document.name, number=number))
    return version


def newest_number(session: Session, document: Document) -> int | None:
    """Return the number of the newest published version; None when none is."""
    number = session.scalar(
        select(func.max(DocumentVersion.number)).where(DocumentVersion.document_id == document.id)
    )
    return number or None


def versions_of(session: Session, document: Document) -> list[DocumentVersion]:
    """Return the draft and every published version."""
    query = select(DocumentVersion).where(DocumentVersion.document_id == document.id)
    return list(session.scalars(query.order_by(DocumentVersion.number)))


def fork(session: Session, actor: Actor, version_id: str, project_id: str, name: str) -> Document:
    """Begin a document of one's own from a version of one that one may see, also elsewhere."""
    version = session.get(DocumentVersion, version_id)
    source = session.get(Document, version.document_id) if version is not None else None
    if version is None or source is None or not actor.may(Role.VIEWER, source.project_id):
        raise NotFoundError(t("library.no_document", id=version_id[:100]))
    require(actor, Role.EVALUATOR, project_id)
    return create_document(
        session,
        actor,
        project_id,
        source.kind,
        name,
        version.text,
        description=source.description,
        forked_from=version.id,
    )


def change_document(session: Session, actor: Actor, document: Document, **fields: Any) -> None:
    """Change name, description, or whether it is archived."""
    archived = fields.pop("archived", None)
    if "name" in fields and fields["name"] != document.name:
        check_document_name(fields["name"])
        if find_by_name(session, document.project_id, document.kind, fields["name"]) is not None:
            raise ConflictError(t("library.name_taken", name=fields["name"]))
    before: dict[str, Any] = {name: getattr(document, name) for name in fields}
    after = dict(fields)
    if archived is not None:
        before["archived"], after["archived"] = document.archived_at is not None, archived
        document.archived_at = (document.archived_at or now()) if archived else None
    for name, value in fields.items():
        setattr(document, name, value)
    action = f"{document.kind}.change"
    audit.record(session, actor, action, _subject(document), before=before, after=after)


def remove_document(session: Session, actor: Actor, document: Document) -> bool:
    """Remove a document; one that was published is archived. Returns whether it is gone."""
    if newest_number(session, document) is not None:
        document.archived_at = document.archived_at or now()
        audit.record(session, actor, f"{document.kind}.archive", _subject(document))
        return False
    for version in versions_of(session, document):
        session.delete(version)
    session.flush()
    session.delete(document)
    audit.record(session, actor, f"{document.kind}.remove", _subject(document))
    return True


def texts_of(session: Session, project_id: str) -> dict[tuple[str, str], str]:
    """Return the text of every document by kind and name: newest published, else the draft."""
    return {
        (document.kind, document.name): (
            Draft(version.text) if version.number == DRAFT else version.text
        )
        for document, version in newest_of(session, project_id)
    }


def newest_of(
    session: Session, project_id: str, kind: str | None = None
) -> list[tuple[Document, DocumentVersion]]:
    """Return documents with their newest published version, else the draft; one question."""
    own = select(Document.id).where(Document.project_id == project_id)
    last = (
        select(DocumentVersion.document_id, func.max(DocumentVersion.number).label("number"))
        .where(DocumentVersion.document_id.in_(own))
        .group_by(DocumentVersion.document_id)
        .subquery()
    )
    is_last = (DocumentVersion.document_id == last.c.document_id) & (
        DocumentVersion.number == last.c.number
    )
    query = (
        documents_of(project_id, kind=kind)
        .add_columns(DocumentVersion)
        .join(last, last.c.document_id == Document.id)
        .join(DocumentVersion, is_last)
        .order_by(Document.id)
    )
    return [(document, version) for document, version in session.execute(query)]


def with_versions(session: Session, project_id: str, plan: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan whose scorecard and indicators are named by published version.

    A file of the command line says `scorecards/NAME.yaml`; a task says `document:ID`.

    Raises:
        NotFoundError: there is no such document, or it was never published.
    """

    def named(item: Any, kind: str) -> Any:
        folder = f"{FOLDERS[kind]}/"
        if not (isinstance(item, str) and item.startswith(folder)):
            return item
        name = item.removeprefix(folder).removesuffix(".yaml")
        document = find_by_name(session, project_id, kind, name)
        number = None if document is None else newest_number(session, document)
        if document is None or number is None:
            raise NotFoundError(t("library.not_published", name=item[:200]))
        return f"document:{find_text(session, document, number).id}"

    changed = dict(plan)
    if "scorecard" in plan:
        changed["scorecard"] = named(plan["scorecard"], "scorecard")
    if isinstance(plan.get("indicators"), list):
        changed["indicators"] = [named(item, "indicator") for item in plan["indicators"]]
    return changed


def _version(
    document: Document, number: int, text: str, actor: Actor, note: str = ""
) -> DocumentVersion:
    return DocumentVersion(
        document_id=document.id,
        number=number,
        text=text,
        sha256=_hash(text),
        note=note,
        created_by=actor.user_id,
    )


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise InputError(t("library.long_text", found=len(text), most=LONGEST))
    if "\0" in text:  # PostgreSQL keeps none
        raise InputError(t("library.not_utf8"))


def _check_room(
    session: Session, project_id: str, text: str, replaced: DocumentVersion | None = None
) -> None:
    """Refuse more documents, or longer ones, than a project may have."""
    count, length = session.execute(
        select(func.count(), func.sum(func.length(DocumentVersion.text)))
        .join(Document, Document.id == DocumentVersion.document_id)
        .where(Document.project_id == project_id, DocumentVersion.number == DRAFT)
    ).one()
    if replaced is None and count >= MOST:
        raise ConflictError(t("library.many_documents", most=MOST))
    grown = len(text) - (0 if replaced is None else len(replaced.text))
    found = int(length or 0) + grown
    if grown > 0 and found > MOST_CHARACTERS:
        raise ConflictError(t("library.long_documents", found=found, most=MOST_CHARACTERS))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _subject(document: Document) -> audit.Subject:
    return audit.Subject(document.id, document.name, document.project_id)
