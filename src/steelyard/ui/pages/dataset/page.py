"""One dataset: what is in it, row by row, and how it came to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import Dataset, DatasetVersion
from steelyard.server.errors import NotFoundError
from steelyard.server.library import datasets, pooled_reading
from steelyard.server.library.history import History, read_history
from steelyard.server.people.policy import Role
from steelyard.ui.components import (
    Section,
    action,
    badge,
    download_link,
    empty,
    label,
    panel,
    row,
    sections,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.pages.dataset.acts import offer_acts
from steelyard.ui.pages.dataset.cases import show_cases
from steelyard.ui.pages.dataset.profile import show_profile
from steelyard.ui.pages.dataset.rejects import show_rejects
from steelyard.ui.pages.dataset.versions import show_versions
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


class _Found(NamedTuple):
    dataset: Dataset
    shown: DatasetVersion | None
    history: History


async def build(visit: Visit, dataset: str) -> None:
    """Show a dataset; `?v=` is the version, the newest by default."""
    found = await visit.ask(lambda session, _: _find(session, visit, dataset))
    _show_title(visit, found)
    if found.dataset.description:
        label(found.dataset.description, "sy-quiet sy-wrap", tag="p")
    if found.shown is None:
        with panel():
            upload = visit.url("data", "upload", dataset=dataset)
            empty(t("ui_data.no_versions"), [(t("ui_data.upload"), upload)])
        return
    shown, history = found.shown, found.history
    place = f"/api/v1/projects/{visit.here.id}/datasets/{dataset}/versions/{shown.number}"
    parts = {
        "profile": Section(t("ui_data.profile"), lambda: show_profile(shown, place)),
        "cases": Section(t("ui_data.cases"), lambda: show_cases(visit, shown)),
        "aside": Section(
            f"{t('ui_data.set_aside')} ({shown.rejected:,})", lambda: _show_aside(visit, shown)
        ),
        "versions": Section(t("ui_data.versions"), lambda: show_versions(visit, history, shown)),
    }
    await sections(parts, visit.query)


def _find(session: Session, visit: Visit, dataset_id: str) -> _Found:
    dataset = datasets.find_dataset(session, visit.here.id, dataset_id)
    history = read_history(session, dataset)
    number = visit.query.get("v", "")
    if not history.versions:
        return _Found(dataset, None, history)
    if not number:
        return _Found(dataset, history.versions[-1], history)
    for one in history.versions:
        if str(one.number) == number:
            return _Found(dataset, one, history)
    raise NotFoundError(t("library.no_version", name=dataset.name, number=number[:20]))


def _show_title(visit: Visit, found: _Found) -> None:
    dataset, shown = found.dataset, found.shown
    with title(dataset.name, [(t("ui_data.data"), visit.url("data"))]):
        if dataset.archived_at is not None:
            badge(t("ui_data.archived"), "warn")
        if shown is not None:
            _choose_version(visit, found.history, shown)
        ui.element("div").classes("sy-grow")
        if shown is not None:
            files = f"/api/v1/projects/{visit.here.id}/datasets/{dataset.id}/versions"
            download_link(t("ui_data.download_file"), f"{files}/{shown.number}/file")
        if visit.may(Role.EVALUATOR):
            there = visit.url(
                "processing", dataset=dataset.id, v=str(shown.number) if shown else ""
            )
            if shown is not None:
                action(t("ui_data.process"), lambda: ui.navigate.to(there), icon="tune")
            new = visit.url("data", "upload", dataset=dataset.id)
            action(t("ui_data.new_version"), lambda: ui.navigate.to(new), icon="upload")
        offer_acts(visit, dataset, len(found.history.versions))


def _choose_version(visit: Visit, history: History, shown: DatasetVersion) -> None:
    newest = history.versions[-1].number
    options = {
        one.number: t("ui_data.version_n", n=one.number)
        + (f" · {t('ui_data.newest')}" if one.number == newest else "")
        for one in reversed(history.versions)
    }
    chosen = ui.select(options, value=shown.number)
    chosen.props["aria-label"] = t("ui_data.version")

    def go(value: Any) -> None:
        tab = visit.query.get("tab", "")
        ui.navigate.to(visit.url("data", shown.dataset_id, v=str(value), tab=tab))

    chosen.on_value_change(lambda event: go(event.value))


async def _show_aside(visit: Visit, shown: DatasetVersion) -> None:
    if not shown.rejected:
        with panel():
            empty(t("ui_data.none_set_aside"))
        return
    settings = visit.settings
    found = await visit.work(visit.role, lambda: pooled_reading.rejects_of(settings, shown))
    fixes: dict[int, dict[str, Any]] = {}

    async def apply() -> None:
        taken = await visit.work(
            Role.EVALUATOR, lambda: pooled_reading.correct_version(settings, shown, fixes)
        )

        def add(session: Session, actor: Any) -> DatasetVersion:
            dataset = datasets.find_dataset(session, visit.here.id, shown.dataset_id)
            return datasets.add_version(session, actor, dataset, taken)[0]

        made = await visit.act(Role.EVALUATOR, add)
        ui.notify(t("ui_data.applied", n=len(fixes)), type="positive")
        ui.navigate.to(visit.url("data", shown.dataset_id, v=str(made.number)))

    files = f"/api/v1/projects/{visit.here.id}/datasets/{shown.dataset_id}/versions"
    show_rejects(
        found,
        shown.spec.get("map") or {},
        fixes,
        total=shown.rejected,
        apply=apply if visit.may(Role.EVALUATOR) else None,
    )
    with row():
        download_link(t("ui_data.download_rejects"), f"{files}/{shown.number}/rejects")


PAGE = Page("/p/{project}/data/{dataset}", "ui_data.dataset", build, parent="/p/{project}/data")
