"""Processing 数据处理: steps on a version of a dataset, looked at before they are carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import Dataset, DatasetVersion
from steelyard.server.library import datasets, seen
from steelyard.server.people.policy import Role
from steelyard.ui.components import empty, panel, title
from steelyard.ui.page import Page
from steelyard.ui.pages.processing.workbench import Workbench
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_MOST = 200


class _Sources(NamedTuple):
    datasets: list[Dataset]
    dataset: Dataset | None
    versions: list[DatasetVersion]
    version: DatasetVersion | None


async def build(visit: Visit) -> None:
    """Show the steps and what they do; source, seed and steps stand in the address."""
    found = await visit.ask(lambda session, _: _find(session, visit))
    with title(t("ui_data.processing")):
        if found.dataset is not None and found.version is not None:
            _choose(visit, found)
    if found.dataset is None or found.version is None:
        with panel():
            there = visit.url("data", "upload")
            then = [(t("ui_data.upload"), there)] if visit.may(Role.EVALUATOR) else []
            empty(t("ui_data.no_source"), then)
        return
    bench = Workbench(visit, found.dataset, found.version)
    await bench.refresh()


def _find(session: Session, visit: Visit) -> _Sources:
    listed, _ = seen.list_datasets(session, visit.here.id, limit=_MOST)
    with_data = [one for one in listed if one.newest is not None]
    wanted = visit.query.get("dataset")
    if wanted:
        dataset: Dataset | None = datasets.find_dataset(session, visit.here.id, wanted)
    else:
        dataset = with_data[0].dataset if with_data else None
    if dataset is None:
        return _Sources([], None, [], None)
    versions = datasets.versions_of(session, dataset)
    number = visit.query.get("v", "")
    version = versions[-1] if versions else None
    if number.isdecimal():
        version = datasets.find_version(session, dataset, int(number))
    offered = [one.dataset for one in with_data]
    if dataset.id not in {one.id for one in offered}:
        offered.insert(0, dataset)
    return _Sources(offered, dataset, versions, version)


def _choose(visit: Visit, found: _Sources) -> None:
    assert found.dataset is not None
    assert found.version is not None
    dataset_id = found.dataset.id
    sources = ui.select({one.id: one.name for one in found.datasets}, value=dataset_id)
    sources.props["aria-label"] = t("ui_data.dataset")
    numbers = {one.number: t("ui_data.version_n", n=one.number) for one in reversed(found.versions)}
    versions = ui.select(numbers, value=found.version.number)
    versions.props["aria-label"] = t("ui_data.version")

    def go(dataset: Any, number: Any) -> None:
        kept = {name: visit.query.get(name) for name in ("steps", "seed")}
        ui.navigate.to(visit.url("processing", dataset=str(dataset), v=number, **kept))

    sources.on_value_change(lambda event: go(event.value, None))
    versions.on_value_change(lambda event: go(dataset_id, str(event.value)))


PAGE = Page("/p/{project}/processing", "ui_data.processing", build, icon="tune", group="build")
