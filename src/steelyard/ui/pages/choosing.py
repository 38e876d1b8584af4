"""Choosing the runs that a page is about; which ones stands in the address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nicegui import ui

from steelyard.errors import BundleError, SteelyardError
from steelyard.i18n import t
from steelyard.report import RunReport
from steelyard.server.db.tables import Run
from steelyard.server.people.policy import Role
from steelyard.server.tasks import choosing, runs
from steelyard.server.tasks.reports import read_report
from steelyard.server.tasks.results_reader import ResultsReader, results_of
from steelyard.ui.components import action, empty, label, link, problem, row, skeleton, title
from steelyard.ui.errors import problem_text
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

T = TypeVar("T")
Fill = Callable[[Visit, Run, RunReport], Awaitable[None]]
_NAME = 60
_LOOKED_AT = 50  # runs that a page without one in its address looks at


async def find_ready(visit: Visit, ids: Sequence[str] = ()) -> list[Run]:
    """Return the runs to choose from, those of the address among them."""

    def find(session: Session, _: object) -> list[Run]:
        known = choosing.ready_runs(session, visit.here.id)
        there = {run.id for run in known}
        wanted = choosing.named_runs(session, visit.here.id, [id_ for id_ in ids if id_])
        return [*(run for run in wanted if run.id not in there), *known]

    return await visit.ask(find)


def ids_of(query: Mapping[str, str], name: str = "runs") -> list[str]:
    """Return the runs that the address names, each once."""
    return list(dict.fromkeys(one for one in query.get(name, "").split(",") if one))


def run_names(known: Sequence[Run]) -> dict[str, str]:
    """Return what runs are called where one is chosen: name and when."""
    return {run.id: f"{run.name[:_NAME]} · {run.created_at:%Y-%m-%d %H:%M}" for run in known}


def called_paths(visit: Visit, chosen: Sequence[Run]) -> dict[Path, str]:
    """Return where runs lie, with what each is called beside the others."""
    names = choosing.told_apart(chosen)
    return {runs.folder(visit.settings, run): name for run, name in zip(chosen, names, strict=True)}


def run_select(
    visit: Visit, name: str, known: Sequence[Run], chosen: Run, **kept: str | None
) -> None:
    """Show which run the page is about; another one opens the page `name` anew."""
    shown = ui.select(run_names(known), value=chosen.id, label=t("ui.run"), with_input=True)
    shown.classes("sy-choose")
    shown.on_value_change(
        lambda event: (
            ui.navigate.to(visit.url(name, run=str(event.value), **kept)) if event.value else None
        )
    )


def no_runs(visit: Visit) -> None:
    """Say that there is nothing to analyse yet, and where that begins."""
    then = [(t("ui.runs"), visit.url("runs"))]
    if visit.may(Role.EVALUATOR):
        then.insert(0, (t("ui.new_task"), visit.url("tasks", "new")))
    empty(t("ui_analysis.no_runs"), then)


async def page_of_run(
    visit: Visit,
    name: str,
    heading: str,
    intro: str,
    fill: Fill,
    *,
    fits: Callable[[Path], bool] | None = None,
) -> None:
    """Build a page about one run: title, choice, then what its report has to say.

    Args:
        visit: of the page.
        name: of the page in the address.
        heading: its title.
        intro: what it answers, in a sentence.
        fill: shows the report.
        fits: a function of a module: whether the run at a path has what the page is about; the
            newest one that has is shown when the address names none.
    """
    wanted = visit.query.get("run", "")
    known = await find_ready(visit, [wanted])
    chosen = next((run for run in known if run.id == wanted), None)
    if chosen is None and known:
        chosen = await _newest_fitting(visit, known, fits)
    with title(heading):
        ui.element("div").classes("sy-grow")
        if chosen is not None:
            run_select(visit, name, known, chosen)
            there = visit.url("runs", chosen.id)
            action(t("ui.run"), lambda: ui.navigate.to(there), icon="fact_check")
    label(intro, "sy-quiet", tag="p")
    if chosen is None:
        no_runs(visit)
        return
    folder = runs.folder(visit.settings, chosen)
    made = await wait_for(lambda: visit.work(visit.role, lambda: read_report(folder)))
    if made is None:
        return
    report, place = made
    with place:
        await fill(visit, chosen, report)


async def _newest_fitting(
    visit: Visit, known: Sequence[Run], fits: Callable[[Path], bool] | None
) -> Run:
    """Return the newest run that fits; when none does, the newest."""
    if fits is None:
        return known[0]
    settings = visit.settings

    def readers(session: Session, _: object) -> list[ResultsReader]:
        return [results_of(session, run, runs.folder(settings, run)) for run in known[:_LOOKED_AT]]

    opened = await visit.ask(readers)

    def find() -> Run:
        for run, reader in zip(known, opened, strict=False):
            with suppress(SteelyardError):  # one that cannot be read is no reason to stop
                if reader.read(fits):
                    return run
        return known[0]

    return await visit.work(visit.role, find)


async def results_reader(visit: Visit, run: Run) -> ResultsReader:
    """Return what reads the results of a run of the page's project."""
    path = runs.folder(visit.settings, run)
    return await visit.ask(lambda session, _: results_of(session, run, path))


async def wait_for(
    make: Callable[[], Awaitable[T]], *, hint: str = ""
) -> tuple[T, ui.element] | None:
    """Hold the place of what is being made; None when it could not be, or nobody waited for it.

    `hint` says what to choose here when it cannot be made; hints of errors speak of commands.
    """
    place = ui.element("div").classes("sy-column sy-sections")
    with place:
        label(t("ui_analysis.making"), "sy-quiet", tag="p")
        skeleton(8)
    try:
        found = await make()
    except SteelyardError as error:  # said here, so that another choice can be made above
        if not place.is_deleted:
            place.clear()
            with place:
                told = hint and not isinstance(error, BundleError)  # that one speaks of folders
                problem(error.message if told else problem_text(error))
                if told:
                    label(hint, "sy-quiet sy-wrap", tag="p")
        return None
    if place.is_deleted:
        return None
    place.clear()
    return found, place


def case_links(visit: Visit, case: str, sides: Sequence[tuple[str, str]]) -> None:
    """Show links to the samples of one case, in each of some runs (name, id)."""
    with row("sy-row-wrap"):
        for name, run_id in sides:
            there = visit.url("runs", run_id, "cases", text=case)
            link(t("ui_analysis.case_in", run=name[:_NAME]), there, "sy-small")
