"""Compare 对比: runs against a base on the same cases; which ones stands in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nicegui import ui

from steelyard.analysis.comparison import Adjustment, AgainstBase, Comparison
from steelyard.i18n import t
from steelyard.server.db.tables import Run
from steelyard.server.tasks import choosing
from steelyard.server.tasks.analyses import compare_paths
from steelyard.ui.components import Section, action, empty, label, panel, sections
from steelyard.ui.page import Page
from steelyard.ui.pages.analysing import begin_page, show_made
from steelyard.ui.pages.choosing import called_paths, find_ready, ids_of, no_runs, run_names
from steelyard.ui.pages.compare.result import show_against
from steelyard.ui.visit import Visit

_MOST = 8


async def build(visit: Visit) -> None:
    """Show the choice, and what came of it."""
    ids = ids_of(visit.query)[:_MOST]
    found = await find_ready(visit, ids)
    known = [run for run in found if run.state in choosing.READY]
    without = [run for run in found if run.state not in choosing.READY]  # only from the address
    ids = [id_ for id_ in ids if id_ not in {run.id for run in without}]
    corner = begin_page(t("ui_analysis.compare"), t("ui_analysis.compare_intro"))
    if len(known) < 2:
        no_runs(visit)
        return
    _choose(visit, known, ids)
    for run in without:
        label(t("ui_runs.no_results", name=run.name), "sy-caution sy-wrap", tag="p")
    if len(ids) < 2:
        empty(t("ui_analysis.compare_teach"), [(t("ui.runs"), visit.url("runs"))])
        return
    chosen = await visit.ask(lambda session, _: choosing.named_runs(session, visit.here.id, ids))
    paths = called_paths(visit, chosen)
    adjust, paired = _adjust(visit), visit.query.get("paired") != "no"
    await show_made(
        visit,
        corner,
        "comparison",
        lambda: compare_paths(paths, adjust=adjust, paired=paired),
        lambda comparison: _result(visit, comparison),
        hint=t("ui_analysis.compare_hint"),
    )


async def _result(visit: Visit, comparison: Comparison) -> None:
    if len(comparison.runs) == 1:
        await show_against(visit, comparison)
        return

    def section(against: AgainstBase) -> Section:
        only = replace(comparison, runs=(against,))
        return Section(against.run.label[:60], lambda: show_against(visit, only))

    parts = {str(n): section(one) for n, one in enumerate(comparison.runs, 1)}
    await sections(parts, visit.query)


def _adjust(visit: Visit) -> Adjustment:
    return "bh" if visit.query.get("adjust") == "bh" else "holm"


def _choose(visit: Visit, known: Sequence[Run], ids: Sequence[str]) -> None:
    """Show which run is the base, which are compared with it, and how."""
    names = run_names(known)
    with panel(), ui.element("div").classes("sy-toolbar sy-chooser"):
        base = ui.select(
            names, value=ids[0] if ids else None, label=t("ui_analysis.base"), with_input=True
        )
        others = ui.select(
            names, value=list(ids[1:]), label=t("ui_analysis.others"), multiple=True
        ).props("use-chips")
        adjust = ui.select(
            {name: t(f"ui_analysis.adjust_{name}") for name in ("holm", "bh")},
            value=_adjust(visit),
            label=t("ui_analysis.adjust"),
        )
        paired = ui.switch(t("ui_analysis.paired"), value=visit.query.get("paired") != "no")

        def compare() -> None:
            rest = [id_ for id_ in others.value or [] if id_ != base.value]
            if not base.value or not rest:
                ui.notify(t("ui_analysis.choose_two"), type="warning")
                return
            there = visit.url(
                "compare",
                runs=",".join([str(base.value), *rest][:_MOST]),
                adjust="bh" if adjust.value == "bh" else None,
                paired=None if paired.value else "no",
            )
            ui.navigate.to(there)

        action(t("ui_analysis.compare"), compare, icon="balance", weight="primary")


PAGE = Page("/p/{project}/compare", "ui_analysis.compare", build, icon="balance", group="analyse")
