"""The library of a project as one archive of the files that the command line uses."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from steelyard.api.files import (
    BINARY_BODY,
    Catalogue,
    Kept,
    download,
    file_of,
    received,
    record_download,
)
from steelyard.api.guard import needs
from steelyard.api.route import Router, run_long
from steelyard.api.session import Configured
from steelyard.server.library import archive, pooled_reading
from steelyard.server.library.storage import pieces, scratch_file
from steelyard.server.people import audit
from steelyard.server.people.policy import Actor, Role
from steelyard.server.people.projects import find_project

router = Router(prefix="/projects/{project}/library", tags=["library"])


class ImportOut(BaseModel):
    """What an import made or changed; and what it left out, with the reason."""

    made: list[str]
    problems: list[str]


@router.get("", response_class=StreamingResponse, responses=file_of("application/zip"))
def export_library(
    project: str,
    catalogue: Catalogue,
    storage: Kept,
    settings: Configured,
    actor: Annotated[Actor, needs(Role.VIEWER)],
) -> StreamingResponse:
    """Download documents, agents and datasets of a project as a ZIP of files."""
    with catalogue.reading() as session:
        name = find_project(session, project).slug
        listed = archive.list_library(session, project)
    with scratch_file(storage.scratch) as file:
        pooled_reading.write_library(settings, listed, file)
        stream = file.open("rb")  # the file is gone with its name; the stream still has it
    record_download(catalogue, actor, "library.export", audit.Subject(None, name, project))
    return download(pieces(stream), f"{name}.zip", "application/zip")


@router.post("", openapi_extra=BINARY_BODY)
async def import_library(
    project: str,
    request: Request,
    catalogue: Catalogue,
    storage: Kept,
    settings: Configured,
    actor: Annotated[Actor, needs(Role.MANAGER)],
) -> ImportOut:
    """Upload such a ZIP; what is known gets a new draft or version, what is wrong is left out."""

    def put(found: archive.Unpacked) -> ImportOut:
        with catalogue.transaction() as session:
            find_project(session, project)
            done = archive.import_library(session, actor, settings, project, found)
        return ImportOut(made=done.made, problems=done.problems)

    async with received(request, storage) as file:
        found = await run_long(pooled_reading.unpack, settings, file)
    return await run_in_threadpool(put, found)
