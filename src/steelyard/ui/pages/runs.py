"""Runs 评估结果: what came out of evaluations, compared at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.report.headline import number_name
from steelyard.report.numbers import count_text, duration_text, interval_text, value_text
from steelyard.report.sources import headline_source
from steelyard.scorecards.headline import OVERALL
from steelyard.server.db.tables import Run
from steelyard.server.people.policy import Actor, Role
from steelyard.server.tasks import catalogue, runs
from steelyard.server.tasks.choosing import READY
from steelyard.ui.components import (
    Column,
    Listing,
    Nothing,
    Row,
    Slice,
    action,
    confirm,
    panel,
    title,
)
from steelyard.ui.components.badge import STATES, state_word
from steelyard.ui.page import Page
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAGE_SIZE = 50
_MOST_COMPARED = 8


async def build(visit: Visit) -> None:
    """Show the runs of the project."""
    agents = await visit.ask(lambda session, _: catalogue.agents_in_use(session, visit.here.id))
    chosen: list[str] = []
    ready: set[str] = set()  # of those that were listed
    with title(t("ui.runs")):
        ui.element("div").classes("sy-grow")
        compare = action(t("ui_runs.compare"), lambda: _compare(visit, chosen), icon="balance")
        archive = action(t("ui_runs.archive"), lambda: _archive(visit, chosen), icon="archive")
        archive.set_visibility(visit.may(Role.EVALUATOR))

    def choose(keys: list[str]) -> None:
        chosen[:] = keys
        listing.table.choose(keys)
        compare.set_enabled(2 <= len(keys) <= _MOST_COMPARED and ready.issuperset(keys))
        archive.set_enabled(bool(keys))

    async def find(query: Mapping[str, str], cursor: str | None) -> Slice:
        skip = int(cursor or 0)
        found = await visit.ask(lambda session, _: _find(session, visit, query, skip))
        ready.update(run.id for run in found.items if run.state in READY)
        return Slice.counted([_row(run) for run in found.items], skip, found.total)

    with panel(flush=True):
        listing = Listing(
            t("ui.runs"),
            _columns(),
            find,
            query=visit.query,
            nothing=Nothing(t("ui_runs.no_runs"), [(t("ui.new_task"), visit.url("tasks", "new"))]),
            on_open=lambda id_: ui.navigate.to(visit.url("runs", id_)),
            on_choose=choose,
            filters={"agent": {name: name for name in agents[:200]}},
        )
    with listing.toolbar:
        archived = ui.switch(t("ui_runs.only_archived"), value=visit.query.get("archived") == "yes")
        archived.on_value_change(lambda event: listing.set(archived="yes" if event.value else ""))
    choose([])
    await listing.refresh()


def _columns() -> list[Column]:
    return [
        Column("name", t("ui.name"), sortable=True),
        Column("state", t("ui.state"), "status"),
        Column("score", t("ui.score"), "interval", sortable=True),
        Column("gates", t("ui_runs.gates"), "badges"),
        Column("agent", t("ui.agent")),
        Column("dataset", t("ui.dataset")),
        Column("rows", t("ui_runs.rows"), "number", sortable=True),
        Column("took", t("ui_runs.took"), "number"),
        Column("created", t("ui.created"), "time", sortable=True),
    ]


def _find(session: Session, visit: Visit, query: Mapping[str, str], skip: int) -> catalogue.Runs:
    wish = catalogue.Wish(
        text=query.get("text", ""),
        agent=query.get("agent", ""),
        archived=query.get("archived") == "yes",
        sort=query.get("sort") or "-created",
        skip=skip,
        limit=_PAGE_SIZE,
    )
    return catalogue.list_runs(session, visit.here.id, wish)


def _row(run: Run) -> Row:
    tone, live = STATES.get(run.state, ("idle", False))
    return Row(
        run.id,
        [
            run.name,
            (state_word(run.state), tone, live) if run.state in STATES else None,
            score_cell(run.headline),
            gates_cell(run.headline),
            run.agent,
            run.dataset,
            None if run.rows is None else count_text(run.rows),
            _took(run.headline.get("duration_s")),
            run.created_at.isoformat(),
        ],
    )


def _took(seconds: float | None) -> str | None:
    return None if seconds is None else duration_text(seconds)


def score_cell(headline: Mapping[str, Any]) -> tuple[str, float, Any, Any] | None:
    """Return the first number of a run with its interval, what it is called, and its source."""
    score = headline.get("score")
    if score is None:
        return None
    low, high = headline.get("ci_low"), headline.get("ci_high")
    value = f"{value_text(score, '%')} {interval_text(low, high, '%')}".strip()
    # Runs listed before there were headlines show their overall score.
    id_ = headline.get("measure") or OVERALL
    source = headline_source(id_, headline.get("provenance"))
    said = [value, pick(number_name(id_)), *([] if source is None else [pick(source)])]
    return " · ".join(said), score, low, high


def gates_cell(headline: Mapping[str, Any]) -> list[tuple[str, str]] | None:
    """Return whether the gates of a run were met."""
    failed, gates = headline.get("gates_failed") or [], headline.get("gates") or 0
    if failed:
        return [(t("ui_runs.gates_failed", n=len(failed)), "bad")]
    return [(t("ui_runs.gates_passed", n=gates), "good")] if gates else None


def _compare(visit: Visit, chosen: list[str]) -> None:
    ui.navigate.to(visit.url("compare", runs=",".join(chosen)))


async def _archive(visit: Visit, chosen: list[str]) -> None:
    def archive(session: Session, actor: Actor) -> None:
        for id_ in chosen:
            found = runs.find_run(session, visit.here.id, id_)
            runs.change_run(session, actor, found, archived=True)

    question = t("ui_runs.archive_many_question", n=len(chosen))
    if await confirm(question, t("ui_runs.archive_consequence"), t("ui_runs.archive")):
        await visit.act(Role.EVALUATOR, archive)
        ui.navigate.reload()


PAGE = Page("/p/{project}/runs", "ui.runs", build, icon="fact_check", group="evaluate")
