"""Leaderboard 排行榜: runs weighed by one scorecard and ranked, with how sure each rank is."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from steelyard.analysis.leaderboard import Leaderboard
from steelyard.i18n import pick, t
from steelyard.report.figures import Figure, figures_of
from steelyard.report.leaderboard.sentences import about, findings, verdict
from steelyard.report.tables import Table, tables_of
from steelyard.server.db.tables import Run
from steelyard.server.tasks import choosing
from steelyard.server.tasks.analyses import Pairing, rank_paths, run_of_path
from steelyard.ui.components import action, empty, figure, grid, label, panel
from steelyard.ui.components.report_table import report_table
from steelyard.ui.page import Page
from steelyard.ui.pages.analysing import begin_page, show_made
from steelyard.ui.pages.choosing import called_paths, find_ready, ids_of, no_runs, run_names
from steelyard.ui.visit import Visit

_MOST = 12
_PAIRINGS: tuple[Pairing, ...] = ("same", "shared", "none")
_LINKED = ("ranking", "parts")
_SPANS = {"scores": 6, "ranks": 6, "pareto": 12}


async def build(visit: Visit) -> None:
    """Show the ranking of the runs in the address, or of the newest of every agent."""
    ids = ids_of(visit.query)[:_MOST]
    known = await find_ready(visit, ids)
    corner = begin_page(t("ui_analysis.leaderboard"), t("ui_analysis.leaderboard_intro"))
    if not known:
        no_runs(visit)
        return
    chosen, how = await _chosen(visit, ids)
    _choose(visit, known, chosen, how)
    if len(chosen) < 2:
        empty(t("ui_analysis.leaderboard_teach"), [(t("ui.new_task"), visit.url("tasks", "new"))])
        return
    paths = called_paths(visit, chosen)
    pairing = _pairing(visit)
    await show_made(
        visit,
        corner,
        "leaderboard",
        lambda: rank_paths(paths, pairing=pairing),
        lambda board: _show(visit, board),
        hint=t("ui_analysis.leaderboard_hint"),
    )


async def _chosen(visit: Visit, ids: Sequence[str]) -> tuple[list[Run], str]:
    """Return the runs to rank, and in a word why these."""
    if ids:
        found = await visit.ask(lambda session, _: choosing.named_runs(session, visit.here.id, ids))
        return found, "chosen"
    newest = await visit.ask(
        lambda session, _: choosing.latest_per_agent(session, visit.here.id, _MOST)
    )
    if len(newest) > 1:
        return newest, "latest"
    every = await visit.ask(lambda session, _: choosing.newest_alike(session, visit.here.id, _MOST))
    return every, "newest"


def _pairing(visit: Visit) -> Pairing:
    given = visit.query.get("pairing", "")
    return next((one for one in _PAIRINGS if one == given), "same")


def _choose(visit: Visit, known: Sequence[Run], chosen: Sequence[Run], how: str) -> None:
    names = run_names([*known, *chosen])
    with panel():
        with ui.element("div").classes("sy-toolbar sy-chooser"):
            picked = ui.select(
                names,
                value=[run.id for run in chosen],
                label=t("ui_analysis.runs"),
                multiple=True,
            ).props("use-chips")
            pairing = ui.select(
                {one: t(f"ui_analysis.pairing_{one}") for one in _PAIRINGS},
                value=_pairing(visit),
                label=t("ui_analysis.pairing"),
            )

            def rank() -> None:
                ids = list(picked.value or [])[:_MOST]
                if len(ids) < 2:
                    ui.notify(t("ui_analysis.choose_two"), type="warning")
                    return
                given = None if pairing.value == "same" else str(pairing.value)
                ui.navigate.to(visit.url("leaderboard", runs=",".join(ids), pairing=given))

            action(t("ui_analysis.rank"), rank, icon="leaderboard", weight="primary")
            latest = visit.url("leaderboard")
            action(t("ui_analysis.latest"), lambda: ui.navigate.to(latest), weight="plain")
        label(t(f"ui_analysis.ranked_{how}"), "sy-quiet sy-small", tag="p")


async def _show(visit: Visit, board: Leaderboard) -> None:
    def make() -> tuple[list[Figure], list[Table]]:
        return figures_of(board), tables_of(board)

    drawn, tables = await visit.work(visit.role, make)
    with grid():
        with panel():
            label(pick(verdict(board)), "sy-strong sy-wrap", tag="p")
            label(pick(about(board)), "sy-quiet sy-small", tag="p")
            with ui.element("ul").classes("sy-list"):
                for said in findings(board):
                    label(pick(said), "sy-wrap", tag="li")
        shown = {table.id: table for table in tables}
        report_table(shown["ranking"], links=_links(visit, board))
        for one in drawn:
            figure(one, span=_SPANS.get(one.id, 6))
        for table in tables:
            if table.id not in ("ranking", "runs"):  # the runs are the lines, and linked there
                links = _links(visit, board) if table.id in _LINKED else None
                report_table(table, links=links)


def _links(visit: Visit, board: Leaderboard) -> list[str | None]:
    return [
        visit.url("runs", run_of_path(line.sources[0].path)) if line.sources else None
        for line in board.lines
    ]


PAGE = Page(
    "/p/{project}/leaderboard",
    "ui_analysis.leaderboard",
    build,
    icon="leaderboard",
    group="analyse",
)
