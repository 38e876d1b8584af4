"""Correlation 关联分析: which measures go together, over the cases of a run or over runs."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from steelyard.i18n import t
from steelyard.server.db.tables import Run
from steelyard.server.tasks import choosing
from steelyard.server.tasks.analyses import Unit, correlate_paths
from steelyard.ui.components import action, panel
from steelyard.ui.page import Page
from steelyard.ui.pages.analysing import begin_page, show_made
from steelyard.ui.pages.choosing import called_paths, find_ready, ids_of, no_runs, run_names
from steelyard.ui.pages.correlation.result import show_correlation
from steelyard.ui.visit import Visit

_MOST = 40
_UNITS: tuple[Unit, ...] = ("case", "scene", "run")
_CONTROLS = ("", "scene", "domain", "latency_s", "input_chars", "output_chars")


async def build(visit: Visit) -> None:
    """Show the runs of the address, or the newest one."""
    ids = (ids_of(visit.query) or ids_of(visit.query, "run"))[:_MOST]
    known = await find_ready(visit, ids)
    corner = begin_page(t("ui_analysis.correlation"), t("ui_analysis.correlation_intro"))
    if not known:
        no_runs(visit)
        return
    chosen = known[:1]
    if ids:
        chosen = await visit.ask(
            lambda session, _: choosing.named_runs(session, visit.here.id, ids)
        )
    _choose(visit, known, chosen)
    paths = called_paths(visit, chosen)
    unit, control = _unit(visit), _control(visit)
    await show_made(
        visit,
        corner,
        "correlation",
        lambda: correlate_paths(paths, unit=unit, control=control or None),
        lambda found: show_correlation(visit, chosen, found),
    )


def _unit(visit: Visit) -> Unit | None:
    given = visit.query.get("unit", "")
    return next((one for one in _UNITS if one == given), None)


def _control(visit: Visit) -> str:
    given = visit.query.get("control", "")
    return given if given in _CONTROLS else ""


def _choose(visit: Visit, known: Sequence[Run], chosen: Sequence[Run]) -> None:
    with panel(), ui.element("div").classes("sy-toolbar sy-chooser"):
        picked = ui.select(
            run_names([*known, *chosen]),
            value=[run.id for run in chosen],
            label=t("ui_analysis.runs"),
            multiple=True,
        ).props("use-chips")
        units = {"": t("ui_analysis.unit_auto")}
        units |= {one: t(f"ui_analysis.unit_{one}") for one in _UNITS}
        unit = ui.select(units, value=_unit(visit) or "", label=t("ui_analysis.unit"))
        controls = {one: t(f"ui_analysis.control_{one or 'none'}") for one in _CONTROLS}
        control = ui.select(controls, value=_control(visit), label=t("ui_analysis.control"))

        def relate() -> None:
            ids = list(picked.value or [])[:_MOST]
            if not ids:
                ui.notify(t("ui_analysis.choose_one"), type="warning")
                return
            there = visit.url(
                "correlation",
                runs=",".join(ids),
                unit=str(unit.value or ""),
                control=str(control.value or ""),
            )
            ui.navigate.to(there)

        action(t("ui_analysis.relate"), relate, icon="hub", weight="primary")


PAGE = Page("/p/{project}/correlation", "ui_analysis.correlation", build, icon="hub",
            group="analyse")  # fmt: skip
