"""One sample, beside the list: what was asked, what came, how it was judged, what people say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nicegui import ui
from nicegui.element import Element

from steelyard.bundle import read_overrides
from steelyard.i18n import t
from steelyard.report.numbers import count_text, seconds_text
from steelyard.report.told import retold
from steelyard.server.db.tables import Annotation, Override, Run
from steelyard.server.errors import NotFoundError
from steelyard.server.tasks import reviews, rows
from steelyard.server.tasks.results_reader import ResultsReader
from steelyard.server.tasks.values import read_siblings
from steelyard.ui.address import replace_query
from steelyard.ui.components import (
    Drawer,
    Listing,
    badge,
    compare_texts,
    diff_view,
    icon_action,
    label,
    problem,
    raw,
    row,
    skeleton,
)
from steelyard.ui.components.diff_view import Difference
from steelyard.ui.errors import problem_text
from steelyard.ui.pages.cases.judged import show_fields, show_scores, show_siblings, verdict
from steelyard.ui.pages.cases.review import show_review
from steelyard.ui.pages.cases.said import condition_text
from steelyard.ui.pages.cases.steps import show_steps
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything known of one row."""

    number: int
    cells: Mapping[str, Any]
    difference: Difference | None  # of what was expected and what came
    siblings: list[dict[str, Any]]
    annotation: Annotation | None
    override: Override | None
    applied: Mapping[str, Any] | None
    tags: list[str]
    verdicts: int  # given on the whole run and not counted in it


class Beside:
    """The drawer; which row it shows stands in the address."""

    def __init__(
        self, visit: Visit, run: Run, reader: ResultsReader, listing: Listing, keys: list[int]
    ) -> None:
        self._visit, self._run, self._reader = visit, run, reader
        self._listing, self._keys = listing, keys
        self._number = -1
        self._drawer = Drawer(t("ui_cases.sample"), self._closed, self._step)

    async def open(self, number: int) -> None:
        """Show a row."""
        self._number = number
        self._listing.table.choose([str(number)])
        replace_query({**self._listing.query, "case": str(number)})
        place = self._drawer.open()
        place.clear()
        with place:
            skeleton(6)
        await self._fill(place, number)

    async def _step(self, step: int) -> None:
        there = self._beside(self._number, step)
        if there is not None:
            await self.open(there)

    def _beside(self, number: int, step: int) -> int | None:
        """Return the row above or below in the list; None where there is none."""
        at = self._keys.index(number) + step if number in self._keys else -1
        return self._keys[at] if 0 <= at < len(self._keys) else None

    async def _fill(self, place: Element, number: int) -> None:
        try:
            seen = await self._visit.ask(lambda session, _: self._gather(session, number))
        except Exception as error:  # noqa: BLE001 - shown in its place
            place.clear()
            with place:
                problem(problem_text(error))
            return
        if number != self._number:
            return  # another one was opened meanwhile
        place.clear()
        with place:
            self._head(seen)
            _texts(seen.cells, seen.difference)
            show_scores(seen.cells)
            show_review(self._visit, self._run, seen, lambda: self._again(place, number))
            show_steps(seen.cells)
            show_siblings(seen.siblings, number, self.open)
            show_fields(seen.cells)

    async def _again(self, place: Element, number: int) -> None:
        await self._fill(place, number)
        place.run_method("focus")  # what was pressed is gone, and the keyboard with it

    def _gather(self, session: Session, number: int) -> Seen:
        cells = self._reader.read(rows.read_row, number)
        if cells is None:
            raise NotFoundError(t("tasks.no_row", row=number))
        applied = self._reader.read(read_overrides)
        return Seen(
            number,
            cells,
            _difference(cells),
            self._reader.read(read_siblings, number),
            reviews.find_annotation(session, self._run, number),
            reviews.find_override(session, self._run, number),
            next((one for one in applied if one["row"] == number), None),
            list(reviews.tags_of(session, self._run)),
            len(reviews.spoken(session, self._run.id)),
        )

    def _head(self, seen: Seen) -> None:
        cells = seen.cells
        with row():
            label(str(cells["case_id"] or seen.number), "sy-clip", tag="h2")
            verdict(cells["passed"])
            ui.element("div").classes("sy-grow")
            for step, icon, name in ((-1, "expand_less", "above"), (1, "expand_more", "below")):
                button = icon_action(
                    t(f"ui_cases.{name}"), icon, lambda step=step: self._step(step)
                )
                button.set_enabled(self._beside(seen.number, step) is not None)
            icon_action(t("ui.close"), "close", self._drawer.close)
        with row("sy-row-wrap"):
            _badges(cells)

    def _closed(self) -> None:
        self._listing.table.choose([])
        self._listing.table.focus_row(str(self._number))  # where the keyboard was before
        replace_query(self._listing.query)


def _badges(cells: Mapping[str, Any]) -> None:
    for name in ("domain", "scene"):
        if cells.get(name):
            badge(str(cells[name])[:80], hint=t(f"ui_cases.{name}"))
    if cells.get("difficulty"):  # often a bare number, which says nothing by itself
        badge(f"{t('ui_cases.difficulty')} {str(cells['difficulty'])[:80]}")
    if said := condition_text(cells):
        badge(said[:80], "accent", t("ui.condition"))
    if cells.get("epoch"):
        badge(t("report.epoch", n=cells["epoch"] + 1))
    if cells.get("status") not in (None, "ok"):
        badge(t(f"ui_runs.status_{cells['status']}"), "bad")
    if cells.get("latency_s") is not None:
        badge(seconds_text(cells["latency_s"]), hint=t("report.latency"))
    if (cells.get("attempts") or 1) > 1:
        badge(t("ui_cases.attempts", n=cells["attempts"]), "warn")
    tokens = [cells.get("input_tokens"), cells.get("output_tokens")]
    if any(one is not None for one in tokens):
        badge(f"{t('report.tokens')} {' / '.join(count_text(one) for one in tokens)}")


def _difference(cells: Mapping[str, Any]) -> Difference | None:
    expected, output = _expected(cells), cells.get("output")
    if expected is None or output is None:
        return None
    return compare_texts(str(expected), str(output))


def _expected(cells: Mapping[str, Any]) -> Any:
    return cells.get("label") or cells.get("expected_output")


def _texts(cells: Mapping[str, Any], found: Difference | None) -> None:
    label(t("report.input"), "sy-strong", tag="h3")
    raw(str(cells.get("input") or ""), "sy-text sy-text-short")
    if cells.get("error"):
        label(t("report.error"), "sy-strong", tag="h3")
        raw(retold(str(cells["error"])), "sy-text sy-text-short")
    if found is not None:
        diff_view((t("report.expected"), t("report.output")), found)
        if found.coarse:
            label(t("ui_cases.coarse"), "sy-quiet sy-small", tag="p")
    else:
        both = ((t("report.expected"), _expected(cells)), (t("report.output"), cells.get("output")))
        for name, text in both:
            if text is not None:
                label(name, "sy-strong", tag="h3")
                raw(str(text))
    others = cells.get("references") or []
    if others:
        label(t("ui_cases.references"), "sy-strong", tag="h3")
        for text in others[:10]:
            raw(str(text), "sy-text sy-text-short")
