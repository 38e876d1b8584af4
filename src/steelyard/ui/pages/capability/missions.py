"""The missions of a run, and what happened in one of them: events, decisions, actions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import value_text
from steelyard.server.db.tables import Run
from steelyard.server.tasks.missions import SCORES, read_missions
from steelyard.server.tasks.results_reader import ResultsReader
from steelyard.server.tasks.rows import read_row
from steelyard.ui.address import replace_query
from steelyard.ui.components import (
    Column,
    Drawer,
    Listing,
    Nothing,
    Row,
    Slice,
    icon_action,
    label,
    link,
    panel,
    row,
    timeline,
)
from steelyard.ui.pages.capability.happened import happenings
from steelyard.ui.pages.cases.said import VERDICTS
from steelyard.ui.visit import Visit

_PAGE_SIZE = 50


async def show_missions(visit: Visit, run: Run, reader: ResultsReader) -> None:
    """Show the list; opening a mission shows its timeline beside it."""
    view = _Missions(visit, run, reader)
    with panel(flush=True):
        view.build()
    await view.listing.refresh()
    if (mission := visit.query.get("mission", "")).isdigit():
        # Once its tab is shown: nothing that is hidden takes the keyboard.
        ui.timer(0.05, lambda: view.open(mission), once=True)


class _Missions:
    """The list and what is open beside it."""

    listing: Listing

    def __init__(self, visit: Visit, run: Run, reader: ResultsReader) -> None:
        self._visit, self._run, self._reader = visit, run, reader
        self._drawer = Drawer(t("ui_analysis.mission"), lambda: replace_query(self.listing.query))

    def build(self) -> None:
        """Build the list."""
        query = {**self._visit.query, "run": self._run.id, "tab": "missions", "mission": ""}
        self.listing = Listing(
            t("ui_analysis.missions"),
            _columns(),
            self._find,
            query=query,
            nothing=Nothing(t("ui.nothing_found")),
            on_open=self.open,
        )
        self.listing.toolbar.set_visibility(False)  # the explorer of samples searches

    async def _find(self, query: Mapping[str, str], cursor: str | None) -> Slice:
        sort = query.get("sort") or "ops_effectiveness"
        read = partial(read_missions, sort=sort, cursor=cursor, limit=_PAGE_SIZE)
        found = await self._visit.work(self._visit.role, lambda: self._reader.read(read))
        return Slice([_row(one) for one in found.rows], found.cursor, found.total)

    async def open(self, key: str) -> None:
        """Show a mission beside the list; which one stands in the address."""
        visit = self._visit
        cells = await visit.work(visit.role, lambda: self._reader.read(read_row, int(key)))
        if cells is None:
            return
        replace_query({**self.listing.query, "mission": key})
        place = self._drawer.open()
        place.clear()
        with place:
            self._mission(cells)

    def _mission(self, cells: Mapping[str, Any]) -> None:
        name = str(cells.get("mission_id") or cells.get("case_id") or cells["row"])
        with row():
            label(name[:200], "sy-clip", tag="h2")
            ui.element("div").classes("sy-grow")
            icon_action(t("ui.close"), "close", self._drawer.close)
        there = self._visit.url("runs", self._run.id, "cases", case=str(cells["row"]))
        link(t("ui_analysis.whole_sample"), there, "sy-small")
        label(t("ui_analysis.timeline"), "sy-strong", tag="h3")
        timeline(happenings(cells))


def _columns() -> list[Column]:
    scores = [Column(name, t(f"ui_analysis.{name}"), "number", sortable=True) for name in SCORES]
    return [
        Column("case_id", t("ui_analysis.mission"), "mono", sortable=True),
        Column("scene", t("ui.scene"), sortable=True),
        Column("passed", t("ui.passed"), "status", sortable=True),
        Column("ops_effectiveness", t("ui_analysis.ops_effectiveness"), "progress", sortable=True),
        *scores,
        Column("ops_veto", t("ui_analysis.ops_veto"), "badges", sortable=True),
    ]


def _row(cells: Mapping[str, Any]) -> Row:
    tone, word = VERDICTS[cells.get("passed")]
    value = cells.get("ops_effectiveness")
    vetoed = [(t("ui_analysis.vetoed"), "bad")] if cells.get("ops_veto") else None
    scores = [None if cells.get(name) is None else value_text(cells[name], "%") for name in SCORES]
    return Row(
        str(cells["row"]),
        [
            str(cells.get("mission_id") or cells.get("case_id") or cells["row"])[:100],
            cells.get("scene"),
            (t(f"ui_cases.{word}"), tone, False),
            None if value is None else (value_text(value, "%"), value),
            *scores,
            vetoed,
        ],
    )
