"""Uploading: drop a file, say what its columns are, put rows right, keep it."""

from __future__ import annotations

from pathlib import PurePath

from nicegui import ui

from steelyard.errors import SteelyardError
from steelyard.i18n import t
from steelyard.report.numbers import size_text
from steelyard.server.library import datasets
from steelyard.server.people.policy import Role
from steelyard.ui import uploads
from steelyard.ui.components import Uploader, panel, title
from steelyard.ui.errors import problem_text
from steelyard.ui.page import Page
from steelyard.ui.pages.data_upload.draft import Draft
from steelyard.ui.pages.data_upload.look import DraftView
from steelyard.ui.visit import Visit

_ACCEPT = ".jsonl,.ndjson,.json,.csv,.tsv,.xlsx,.parquet,.gz"


async def build(visit: Visit) -> None:
    """Show where to drop a file; `?dataset=` makes it a new version of that one."""
    dataset = None
    if id_ := visit.query.get("dataset"):
        dataset = await visit.ask(
            lambda session, _: datasets.find_dataset(session, visit.here.id, id_)
        )
    crumbs = [(t("ui_data.data"), visit.url("data"))]
    if dataset is not None:
        crumbs.append((dataset.name, visit.url("data", dataset.id)))
    heading = t("ui_data.upload") if dataset is None else t("ui_data.upload_version")
    with title(heading, crumbs):
        pass
    draft = Draft(visit, uploads.expect_file(visit), dataset)
    ui.context.client.on_delete(lambda: uploads.forget_file(draft.parked))
    with panel() as zone:
        most = visit.settings.upload_bytes
        uploader = Uploader(
            draft.parked.address,
            lambda name, _size: sent(name),
            accept=_ACCEPT,
            most=most,
            hint=t("ui_data.formats", most=size_text(most)),
        )
    place = ui.element("div").classes("sy-column sy-sections")

    async def sent(name: str) -> None:
        draft.name, draft.reading, draft.fixes = PurePath(name).name[-300:], {}, {}
        try:
            await draft.read()
        except SteelyardError as error:
            uploader.reset(problem_text(error))
            return
        zone.set_visibility(False)
        place.clear()
        with place:
            DraftView(draft, again)

    def again() -> None:
        place.clear()
        uploader.reset()
        zone.set_visibility(True)


PAGE = Page(
    "/p/{project}/data/upload",
    "ui_data.upload",
    build,
    role=Role.EVALUATOR,
    parent="/p/{project}/data",
)
