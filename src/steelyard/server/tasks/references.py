"""What a plan of the service names instead of files: documents and runs of its project.

A person writes `scorecards/ours.yaml`, a task keeps `document:<version>`, which never changes, and
a worker lays it out as a file that is named after the version. So also a run says which it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from steelyard.bundle import write_atomic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.plan import Plan
from steelyard.server.db.tables import Document, DocumentVersion, Run
from steelyard.server.errors import ConflictError, NotFoundError
from steelyard.server.library import documents
from steelyard.server.library.storage import Storage

DOCUMENT = "document:"
RUN = "run:"
_WRITTEN = re.compile(r"(scorecard|indicator)-([0-9A-Za-z_-]{1,22})\.yaml")
_LINKED = re.compile(r"baseline-([0-9A-Za-z_-]{1,22})")


def name_versions(session: Session, project_id: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan with versions in place of the names of documents.

    A scorecard of the project comes with all indicators of the project, unless some are named.
    """
    named = documents.with_versions(session, project_id, content)
    if not named.get("indicators") and str(named.get("scorecard")).startswith(DOCUMENT):
        named["indicators"] = [
            DOCUMENT + version.id
            for _, version in documents.newest_of(session, project_id, kind="indicator")
            if version.number != documents.DRAFT
        ]
    return named


def named_again(session: Session, project_id: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plan of a run with references in place of what was laid out for it.

    What is not of the project stays as it is; a baseline that is not goes: it may be anybody's.
    """

    def document(item: Any) -> Any:
        found = _WRITTEN.fullmatch(item) if isinstance(item, str) else None
        if found is None:
            return item
        try:
            find_published(session, project_id, found[2], found[1])
        except (NotFoundError, InputError, ConflictError):
            return item
        return DOCUMENT + found[2]

    named = dict(content)
    named["scorecard"] = document(content.get("scorecard"))
    named["indicators"] = [document(item) for item in content.get("indicators") or ()]
    baseline = content.get("baseline") or {}
    linked = _LINKED.fullmatch(str(baseline.get("run")))
    run = None if linked is None else session.get(Run, linked[1])
    named["baseline"] = (
        None if run is None or run.project_id != project_id else {**baseline, "run": RUN + run.id}
    )
    return named


def check_references(session: Session, project_id: str, plan: Plan) -> None:
    """See that everything a plan refers to is of the project.

    Raises:
        NotFoundError: something is not.
        InputError: it is a file, or a document of another kind.
        ConflictError: a document is a draft, or the baseline is not finished.
    """
    for id_, kind in _documents(plan):
        find_published(session, project_id, id_, kind)
    if plan.baseline is None:
        return
    if not plan.baseline.run.startswith(RUN):
        raise InputError(t("tasks.baseline_file", file=plan.baseline.run[:100]))
    id_ = plan.baseline.run.removeprefix(RUN)
    run = session.get(Run, id_)
    if run is None or run.project_id != project_id:
        raise NotFoundError(t("tasks.no_run", id=id_[:100]))
    if run.state != "finished":
        raise ConflictError(t("bundle.not_finished", path=run.name, state=run.state))


def write_references(
    session: Session, storage: Storage, project_id: str, content: dict[str, Any], folder: Path
) -> None:
    """Put what a plan refers to in the folder, and the files in the plan."""

    def written(named: Any, kind: str) -> Any:
        if not (isinstance(named, str) and named.startswith(DOCUMENT)):
            return named
        version = find_published(session, project_id, named.removeprefix(DOCUMENT), kind)
        file = f"{kind}-{version.id}.yaml"
        write_atomic(folder / file, version.text.encode())
        return file

    content["scorecard"] = written(content.get("scorecard"), "scorecard")
    content["indicators"] = [written(item, "indicator") for item in content.get("indicators") or ()]
    baseline = content.get("baseline")
    if baseline is not None and str(baseline["run"]).startswith(RUN):
        id_ = baseline["run"].removeprefix(RUN)
        run = session.get(Run, id_)
        if run is None or run.project_id != project_id:
            raise NotFoundError(t("tasks.no_run", id=id_[:100]))
        link = folder / f"baseline-{id_}"
        with suppress(FileExistsError):
            link.symlink_to(storage.run_folder(id_).resolve(), target_is_directory=True)
        content["baseline"] = {**baseline, "run": link.name}


def find_published(
    session: Session, project_id: str, version_id: str, kind: str
) -> DocumentVersion:
    """Return a published version of a document of the project.

    Raises:
        NotFoundError: the project has none.
        InputError: it is of another kind.
        ConflictError: it is a draft.
    """
    version = session.get(DocumentVersion, version_id)
    document = None if version is None else session.get(Document, version.document_id)
    if version is None or document is None or document.project_id != project_id:
        raise NotFoundError(t("tasks.no_document", id=version_id[:100]))
    if document.kind != kind:
        raise InputError(t("tasks.other_kind", name=document.name, found=document.kind, kind=kind))
    if version.number == documents.DRAFT:
        raise ConflictError(t("tasks.draft", name=document.name))
    return version


def _documents(plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.scorecard and plan.scorecard.startswith(DOCUMENT):
        yield plan.scorecard.removeprefix(DOCUMENT), "scorecard"
    for item in plan.indicators:
        if isinstance(item, str) and item.startswith(DOCUMENT):
            yield item.removeprefix(DOCUMENT), "indicator"
