"""What the home of the service and that of a project show alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nicegui import ui
from nicegui.element import Element

from steelyard.i18n import t
from steelyard.report.numbers import size_text
from steelyard.server.db.tables import Run, Task
from steelyard.server.library.seen import AgentSeen
from steelyard.server.people.policy import Actor
from steelyard.server.tasks import overview
from steelyard.server.tasks.overview import Attention
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    column,
    csv_action,
    empty,
    grid,
    label,
    link,
    panel,
    table_action,
)
from steelyard.ui.pages.agents import trend_score
from steelyard.ui.pages.runs import gates_cell, score_cell
from steelyard.ui.pages.task.progress import state_cell, task_name
from steelyard.ui.pages.tasks import progress_cell
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_REFRESH_S = 2.0
_STEPS = {
    "step_agent": ("agents",),
    "step_data": ("data", "upload"),
    "step_task": ("tasks", "new"),
}
_TONES = {"task_stopped": "warn", "locked": "warn", "agent_silent": "warn"}


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is to show: of several projects by slug, or of one."""

    slugs: Mapping[str, str]  # project to its name in addresses
    names: Mapping[str, str]
    attention: Sequence[Attention]
    active: Sequence[Task]
    recent: Sequence[Run]
    agents: Sequence[AgentSeen]


def read_seen(
    session: Session, actor: Actor, visit: Visit, projects: Mapping[str, tuple[str, str]]
) -> Seen:
    """Return what is to be shown of these projects: id to slug and name."""
    ids = list(projects)
    return Seen(
        {id_: slug for id_, (slug, _) in projects.items()},
        {id_: name for id_, (_, name) in projects.items()},
        overview.find_attention(session, actor, visit.settings, ids),
        overview.active_tasks(session, ids),
        overview.recent_runs(session, ids),
        overview.agents_at_work(session, ids),
    )


def show_seen(visit: Visit, seen: Seen) -> None:
    """Show what needs somebody, what runs, what came out and the agents."""
    place = column("sy-sections")
    running = [frozenset(task.id for task in seen.active)]
    tables = [_show_all(visit, seen, place)]

    async def refresh() -> None:
        ids = list(seen.slugs)
        active = await visit.ask(lambda session, _: overview.active_tasks(session, ids))
        now = frozenset(task.id for task in active)
        if running[0] <= now:
            tables[0](active)
        else:  # one has ended: there is a result, a trend goes on, or somebody is needed
            named = {id_: (slug, seen.names[id_]) for id_, slug in seen.slugs.items()}
            fresh = await visit.ask(lambda session, who: read_seen(session, who, visit, named))
            place.clear()
            tables[0] = _show_all(visit, fresh, place)
        running[0] = now

    ui.timer(_REFRESH_S, refresh, immediate=False)


def _show_all(visit: Visit, seen: Seen, place: Element) -> Callable[[Sequence[Task]], None]:
    """Show the panels; return what shows how far the tasks are."""
    several = len(seen.slugs) > 1 and visit.project is None
    with place:
        if seen.attention:
            _show_attention(seen, several=several)
        with grid():
            show_tasks = _show_active(visit, seen, several=several)
            _show_agents(visit, seen, several=several)
        _show_recent(visit, seen, several=several)
    return show_tasks


def _show_attention(seen: Seen, *, several: bool) -> None:
    columns = [Column("what", t("ui_home.what"), "status"), Column("about", t("ui_home.about"))]
    if several:
        columns.append(Column("project", t("ui_system.project")))
    columns += [
        Column("detail", t("ui_home.detail")),
        Column("at", t("ui_system.when"), "time"),
    ]
    rows = [
        Row(str(n), _attention_cells(seen, one, several=several))
        for n, one in enumerate(seen.attention)
    ]
    paths = {str(n): _attention_path(seen, one) for n, one in enumerate(seen.attention)}
    with panel(t("ui_home.attention"), flush=True) as corner:
        table = DataTable(
            t("ui_home.attention"), columns, on_open=lambda key: ui.navigate.to(paths[key])
        )
        table.show(rows)
        with corner:
            table_action(table)


def _attention_cells(seen: Seen, one: Attention, *, several: bool) -> list[object]:
    tone = _TONES.get(one.concern, "bad")
    detail = one.detail
    if one.concern == "disk":
        detail = t("ui_home.disk_detail", free=size_text(float(one.detail)))
    project = [seen.names.get(one.project_id or "")] if several else []
    at = None if one.at is None else one.at.isoformat()
    return [(t(f"ui_home.{one.concern}"), tone, False), one.name, *project, detail or None, at]


def _attention_path(seen: Seen, one: Attention) -> str:
    slug = seen.slugs.get(one.project_id or "", "")
    return {
        "task_failed": f"/p/{slug}/tasks/{one.id}",
        "task_stopped": f"/p/{slug}/tasks/{one.id}",
        "gates_failed": f"/p/{slug}/runs/{one.id}",
        "agent_silent": f"/p/{slug}/agents/{one.id}",
        "locked": "/system/users?state=locked",
        "disk": "/system/health",
        "no_worker": "/system/health",
    }[one.concern]


def _show_active(visit: Visit, seen: Seen, *, several: bool) -> Callable[[Sequence[Task]], None]:
    columns = [Column("name", t("ui.name"))]
    if several:
        columns.append(Column("project", t("ui_system.project")))
    columns += [
        Column("state", t("ui.state"), "status"),
        Column("progress", t("ui.progress"), "progress"),
    ]
    places: dict[str, str] = {}
    with panel(t("ui_home.running"), span=6, flush=True) as corner:
        with corner:
            _more(visit, t("ui_home.all_tasks"), "tasks")
        table = DataTable(
            t("ui_home.running"), columns, on_open=lambda id_: ui.navigate.to(places[id_])
        )
        nothing = empty(t("ui_home.nothing_runs"))
    with corner:
        save = table_action(table)

    def show(tasks: Sequence[Task]) -> None:
        places.update({one.id: f"/p/{seen.slugs[one.project_id]}/tasks/{one.id}" for one in tasks})
        table.show([_task_row(seen, one, several=several) for one in tasks])
        table.set_visibility(bool(tasks))
        save.set_visibility(bool(tasks))
        nothing.set_visibility(not tasks)

    show(seen.active)
    return show


def _task_row(seen: Seen, one: Task, *, several: bool) -> Row:
    project = [seen.names.get(one.project_id)] if several else []
    state = state_cell(one.state, one.progress)
    name = task_name(one.name, one.kind)
    return Row(one.id, [name, *project, state, progress_cell(one.progress)])


def _show_agents(visit: Visit, seen: Seen, *, several: bool) -> None:
    columns = [
        Column("name", t("ui.name")),
        Column("score", t("ui_agents.last_score"), "interval"),
        Column("trend", t("ui_agents.trend"), "spark"),
    ]
    if several:
        columns.insert(1, Column("project", t("ui_system.project")))
    places = {
        one.agent.id: f"/p/{seen.slugs[one.agent.project_id]}/agents/{one.agent.id}"
        for one in seen.agents
    }
    rows = [
        Row(
            one.agent.id,
            [
                one.agent.name,
                *([seen.names[one.agent.project_id]] if several else []),
                trend_score(one.trend),
                [point.score for point in one.trend] or None,
            ],
        )
        for one in seen.agents
    ]
    with panel(t("ui_home.agents"), span=6, flush=True) as corner:
        with corner:
            _more(visit, t("ui_home.all_agents"), "agents")
        if not rows:
            empty(t("ui_home.no_agents"))
            return
        table = DataTable(
            t("ui_home.agents"), columns, on_open=lambda id_: ui.navigate.to(places[id_])
        )
        table.show(rows)
        with corner:
            table_action(table)


def _show_recent(visit: Visit, seen: Seen, *, several: bool) -> None:
    columns = [Column("name", t("ui.name"))]
    if several:
        columns.append(Column("project", t("ui_system.project")))
    columns += [
        Column("score", t("ui.score"), "interval"),
        Column("gates", t("ui_runs.gates"), "badges"),
        Column("agent", t("ui.agent")),
        Column("dataset", t("ui.dataset")),
        Column("created", t("ui.created"), "time"),
    ]
    rows = [_run_row(seen, one, several=several) for one in seen.recent]
    places = {one.id: f"/p/{seen.slugs[one.project_id]}/runs/{one.id}" for one in seen.recent}
    with panel(t("ui_home.recent"), flush=True) as corner:
        if not rows:
            empty(t("ui_home.no_results"))
            return
        with corner:
            _more(visit, t("ui_home.all_results"), "runs")
            csv_action("results", [one.label for one in columns], [row.cells for row in rows])
        table = DataTable(
            t("ui_home.recent"), columns, on_open=lambda id_: ui.navigate.to(places[id_])
        )
        table.show(rows)


def _run_row(seen: Seen, one: Run, *, several: bool) -> Row:
    project = [seen.names.get(one.project_id)] if several else []
    return Row(
        one.id,
        [
            one.name,
            *project,
            score_cell(one.headline),
            gates_cell(one.headline),
            one.agent,
            one.dataset,
            one.created_at.isoformat(),
        ],
    )


def _more(visit: Visit, words: str, place: str) -> None:
    """Lead to all of it, where there is one place with all of it."""
    if visit.project is not None:
        link(words, visit.url(place), "sy-small")


def show_first_steps(url: Callable[..., str]) -> None:
    """Show where to begin in a project with nothing in it."""
    label(t("ui_home.first_steps"), tag="h2")
    with grid():
        for number, (key, parts) in enumerate(_STEPS.items(), 1):
            with panel(span=4):
                with ui.element("div").classes("sy-row"):
                    label(str(number), "sy-number-step")
                    link(t(f"ui_home.{key}"), url(*parts), "sy-strong")
                label(t(f"ui_home.{key}_why"), "sy-quiet", tag="p")
