"""Versions of a document: look at, compare, try on a run, download."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from steelyard.api.files import Catalogue, Kept, download, file_of, record_download
from steelyard.api.guard import needs
from steelyard.api.match import tagged
from steelyard.api.route import Router
from steelyard.api.routers.documents import TextOut
from steelyard.api.session import Reading
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.server.db.tables import DocumentVersion
from steelyard.server.library import documents, trials
from steelyard.server.library.compare import diff_texts
from steelyard.server.library.named_texts import named_texts
from steelyard.server.library.runs import run_folder
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, Role

router = Router(prefix="/projects/{project}/documents/{document}/versions", tags=["documents"])
Viewer = Annotated[Actor, needs(Role.VIEWER)]
Looker = Annotated[Actor, needs(Role.VIEWER, in_archived=True)]
Number = Annotated[int, Path(ge=0, le=2**31 - 1, description="0 is the draft")]


class TryIn(BaseModel):
    """The run to try on; parameters and breakdowns are for indicators."""

    run_id: str = Field(max_length=22)
    params: dict[str, Any] = {}
    by: list[str] = Field(default=[], max_length=10)


class DiffOut(BaseModel):
    """The lines of a unified diff; and every value that differs, if both texts are YAML."""

    lines: list[str]
    changes: list[dict[str, Any]] | None


@router.get("")
def list_versions(project: str, document: str, session: Reading, _: Viewer) -> list[TextOut]:
    """List the draft and every published version."""
    found = documents.find_document(session, project, document)
    return [TextOut.of(version) for version in documents.versions_of(session, found)]


@router.get("/{number}")
def show_version(
    project: str, document: str, number: Number, session: Reading, _: Viewer, response: Response
) -> TextOut:
    """Show one version; number 0 is the draft."""
    shown = TextOut.of(_find(session, project, document, number))
    tagged(response, shown)
    return shown


@router.get(
    "/{number}/file", response_class=StreamingResponse, responses=file_of("application/yaml")
)
def download_version(
    project: str, document: str, number: Number, catalogue: Catalogue, actor: Viewer
) -> StreamingResponse:
    """Download a version as the file that the command line uses."""
    with catalogue.reading() as session:
        found = documents.find_document(session, project, document)
        name, text = found.name, documents.find_text(session, found, number).text
    subject = audit.Subject(document, name, project)
    record_download(catalogue, actor, f"{found.kind}.download", subject, number=number)
    return download([text.encode()], f"{name}.yaml", "application/yaml")


@router.get("/{number}/diff")
def diff(
    project: str,
    document: str,
    number: Number,
    against: Annotated[int, Query(ge=0, le=2**31 - 1)],
    session: Reading,
    _: Viewer,
) -> DiffOut:
    """Show how a version differs from another one: by lines, and by what they say."""
    new = _find(session, project, document, number)
    old = _find(session, project, document, against)
    found = diff_texts(old.text, new.text, (str(against), str(number)))
    return DiffOut.model_validate(
        {
            "lines": found.lines,
            "changes": found.changes
            and [{"path": c.path, "before": c.before, "after": c.after} for c in found.changes],
        }
    )


@router.post("/{number}/try")
def try_version(
    project: str,
    document: str,
    number: Number,
    given: TryIn,
    catalogue: Catalogue,
    storage: Kept,
    _: Looker,
) -> dict[str, Any]:
    """Compute an indicator, or weigh by a scorecard, on a run that exists; nothing is kept."""
    with catalogue.reading() as session:
        found = documents.find_document(session, project, document)
        text = _find(session, project, document, number).text
        run = run_folder(session, storage, project, given.run_id)
        neighbours = named_texts(session, project, found.kind, text)
    if found.kind == "indicator":
        return trials.try_indicators(text, run, params=given.params, by=given.by)
    if found.kind == "scorecard":
        return trials.try_scorecard(found.name, text, neighbours, run)
    raise InputError(t("library.no_trial"))


def _find(session: Session, project: str, document: str, number: int) -> DocumentVersion:
    found = documents.find_document(session, project, document)
    return documents.find_text(session, found, number)
