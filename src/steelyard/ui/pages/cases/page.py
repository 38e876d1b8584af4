"""Sample explorer 样本浏览: every row of a run, found where it lies; one of them beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.report.conditions import condition_words
from steelyard.report.numbers import seconds_text
from steelyard.report.told import retold
from steelyard.server.db.tables import Run
from steelyard.server.tasks import reviews, rows, runs
from steelyard.server.tasks.marks import Mark, has_marks, read_marks
from steelyard.server.tasks.results_reader import ResultsReader
from steelyard.server.tasks.values import read_values
from steelyard.server.tasks.wheres import read_where
from steelyard.ui.components import (
    Column,
    Listing,
    Nothing,
    Row,
    Slice,
    action,
    empty,
    export_menu,
    panel,
    skeleton,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.pages.cases.beside import Beside
from steelyard.ui.pages.cases.said import VERDICTS, condition_text
from steelyard.ui.pages.choosing import results_reader
from steelyard.ui.pages.run.actions import export_choices
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAGE_SIZE = 50
_FILTERED = ("status", "scene", "domain", "condition")
_COLUMNS = (
    *("row", "case_id", "passed", "status", "scene", "condition", "perturbation", "fault"),
    *("deployment_env", "phase", "epoch", "input", "output", "error", "latency_s"),
)
_TEXT = 160  # characters of a text in the list


async def build(visit: Visit, run: str) -> None:
    """Show the samples of one run."""
    found = await visit.ask(lambda session, _: runs.find_run(session, visit.here.id, run))
    crumbs = [(t("ui.runs"), visit.url("runs")), (found.name, visit.url("runs", found.id))]
    with title(t("ui.cases"), crumbs):
        ui.element("div").classes("sy-grow")
        result = visit.url("runs", found.id)
        action(t("ui.run"), lambda: ui.navigate.to(result), icon="fact_check")
        export_menu([one for one in export_choices(visit, found) if one[1].endswith("parquet")])
    if not found.rows:
        empty(t("ui_runs.not_yet"), [(t("ui.tasks"), visit.url("tasks"))])
        return
    waiting = skeleton(8)
    reader = await results_reader(visit, found)
    filters = await _filters(visit, found, reader)
    marked = await visit.ask(lambda session, _: has_marks(session, found))
    waiting.delete()
    explorer = _Explorer(visit, found, reader, marked=marked)
    with panel(flush=True):
        explorer.build(filters)
    await explorer.listing.refresh()
    if (case := visit.query.get("case", "")).isdigit():
        await explorer.beside.open(int(case))


async def _filters(visit: Visit, run: Run, reader: ResultsReader) -> dict[str, dict[str, str]]:
    def known(session: Any, _: Any) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
        return reader.read(read_values, _FILTERED), reviews.tags_of(session, run)

    values, tags = await visit.ask(known)
    verdicts = {"true": t("ui_cases.passed"), "false": t("ui_cases.failed")}
    found = {"passed": {**verdicts, "none": t("ui_cases.undecided")}}
    for column, counts in values.items():
        choices = {value: f"{_word(column, value)} ({n:,})" for value, n in counts.items()}
        if column == "condition":
            choices = {"plain": t("ui_cases.plain"), **choices} if choices else {}
        if len(choices) > 1:
            found[column] = choices
    if tags:
        found["tag"] = {tag: f"{tag} ({n:,})" for tag, n in tags.items()}
    said = ("annotated", "overruled")
    return found | {"reviewed": {one: t(f"ui_cases.{one}") for one in said}}


def _word(column: str, value: str) -> str:
    if column == "status" and value in ("ok", "error", "timeout"):
        return t(f"ui_runs.status_{value}")
    if column == "condition":
        return pick(condition_words(value))
    return value[:80]


class _Explorer:
    """The list and what is open beside it."""

    def __init__(self, visit: Visit, run: Run, reader: ResultsReader, *, marked: bool) -> None:
        self._visit, self._run, self._reader = visit, run, reader
        self._marked = marked
        self._totals: dict[tuple[tuple[str, str], ...], int | None] = {}
        self._keys: list[int] = []
        self.listing: Listing
        self.beside: Beside

    def build(self, filters: Mapping[str, Mapping[str, str]]) -> None:
        """Build both."""
        query = {k: v for k, v in self._visit.query.items() if k != "case"}
        self.listing = Listing(
            t("ui.cases"),
            _columns(marked=self._marked),
            self._find,
            query=query,
            nothing=Nothing(t("ui.nothing_found")),
            on_open=lambda key: self.beside.open(int(key)),
            filters=filters,
        )
        with self.listing.toolbar:
            box = ui.input(t("ui_cases.where"), placeholder=t("ui_cases.where_hint"))
            box.set_value(query.get("where", ""))
            box.props("clearable debounce=600 stack-label")
            box.on_value_change(lambda event: self._where(event.value or ""))
        self.beside = Beside(self._visit, self._run, self._reader, self.listing, self._keys)

    async def _where(self, text: str) -> None:
        read_where(text)  # what is wrong is said before anything is looked for
        await self.listing.set(where=text)

    async def _find(self, query: Mapping[str, str], cursor: str | None) -> Slice:
        wanted = tuple(sorted((k, v) for k, v in query.items() if v and k != "sort"))
        people = any(name in ("tag", "reviewed") for name, _ in wanted)  # what they say changes
        count = people or wanted not in self._totals
        found, marks = await self._visit.ask(lambda s, _: self._read(s, query, cursor, count=count))
        if count:
            self._totals[wanted] = found.total
        self._keys[:] = [int(row["row"]) for row in found.rows]
        shown = [_row(row, marks.get(row["row"])) for row in found.rows]
        return Slice(shown, found.cursor, self._totals[wanted])

    def _read(
        self, session: Session, query: Mapping[str, str], cursor: str | None, *, count: bool
    ) -> tuple[rows.Rows, dict[int, Mark]]:
        only = reviews.rows_with(
            session,
            self._run,
            tag=query.get("tag") or None,
            reviewed=_reviewed(query.get("reviewed", "")),
        )
        look = rows.Look(**_look(query, cursor, count=count), only=only)
        found = self._reader.read(rows.read_rows, look)
        numbers = [int(row["row"]) for row in found.rows]
        return found, read_marks(session, self._run, numbers) if self._marked else {}


def _columns(*, marked: bool) -> list[Column]:
    columns = [
        Column("case_id", t("report.case"), "mono", sortable=True),
        Column("passed", t("ui.passed"), "status", sortable=True),
        Column("scene", t("ui.scene"), sortable=True),
        Column("condition", t("ui.condition"), sortable=True),
        Column("input", t("report.input"), sortable=True),
        Column("output", t("report.output"), sortable=True),
        Column("latency_s", t("report.latency"), "number", sortable=True),
    ]
    review = Column("review", t("ui.reviewed"), "badges")
    return [*columns, review] if marked else columns


def _look(query: Mapping[str, str], cursor: str | None, *, count: bool) -> dict[str, Any]:
    filters = read_where(query.get("where", ""))
    if verdict := query.get("passed"):
        null = verdict == "none"
        filters.append(rows.Filter("passed", "null" if null else "eq", "true" if null else verdict))
    for column in _FILTERED:
        if not (value := query.get(column)):
            continue
        plain = column == "condition" and value == "plain"
        filters.append(rows.Filter(column, "null" if plain else "eq", "true" if plain else value))
    return {
        "filters": filters,
        "text": query.get("text", "")[:200],
        "sort": query.get("sort") or "row",
        "cursor": cursor,
        "limit": _PAGE_SIZE,
        "columns": _COLUMNS,
        "count": count,
    }


def _reviewed(given: str) -> reviews.Reviewed | None:
    return given if given in ("annotated", "overruled") else None  # type: ignore[return-value]


def _row(row: Mapping[str, Any], mark: Mark | None) -> Row:
    tone, word = VERDICTS[row["passed"]]
    said = row["output"] if row["status"] in (None, "ok") else retold(row["error"] or "")
    return Row(
        str(row["row"]),
        [
            str(row["case_id"] or row["row"]),
            (t(f"ui_cases.{word}"), tone, False),
            row["scene"],
            condition_text(row, short=True),
            _short(row["input"]),
            _short(said),
            None if row["latency_s"] is None else seconds_text(row["latency_s"]),
            None if mark is None else _badges(mark),
        ],
    )


def _badges(mark: Mark) -> list[tuple[str, str]]:
    found = [(tag[:40], "accent") for tag in mark.tags[:3]]
    if mark.noted:
        found.append((t("ui_cases.note"), "idle"))
    if mark.overruled:
        found.append((t(f"ui_cases.verdict_{VERDICTS[mark.verdict][1]}"), "warn"))
    return found


def _short(text: str | None) -> str | None:
    return None if text is None else " ".join(text[:_TEXT].split())


PAGE = Page("/p/{project}/runs/{run}/cases", "ui.cases", build, parent="/p/{project}/runs")
