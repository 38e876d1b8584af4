"""Operation 运行状况: checks, workers, tasks by state, storage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import count_text, size_text
from steelyard.server.health import Trouble, find_troubles
from steelyard.server.people.policy import Role
from steelyard.server.tasks import overview
from steelyard.server.usage import Usage, storage_use
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    bars,
    csv_action,
    empty,
    grid,
    kpi,
    label,
    panel,
    skeleton,
    table_action,
    title,
)
from steelyard.ui.components.badge import STATES, state_word
from steelyard.ui.page import Page
from steelyard.ui.visit import Visit

_PARTS = ("storage", "database", "tables", "workers")


async def build(visit: Visit) -> None:
    """Show how the service does; storage is looked through last, it may take a while."""
    with title(t("ui_system.health")):
        pass
    service = visit.visitor.service
    troubles = await visit.work(
        Role.ADMIN, lambda: find_troubles(service.database, service.settings)
    )
    workers, counts = await visit.ask(
        lambda s, _: (overview.list_workers(s, visit.settings), overview.count_tasks(s))
    )
    with grid():
        _show_checks(troubles)
        _show_counts(counts)
    _show_workers(workers)
    with ui.element("div").classes("sy-column sy-sections") as place:
        skeleton(4)
    found = await visit.ask(lambda session, _: storage_use(session, visit.settings))
    place.clear()
    with place:
        _show_storage(found)


def _show_checks(troubles: Sequence[Trouble]) -> None:
    wrong = {one.part: one.reason for one in troubles}
    with panel(t("ui_system.checks"), span=6, flush=True) as corner:
        table = DataTable(
            t("ui_system.checks"),
            [
                Column("part", t("ui_system.what")),
                Column("state", t("ui_system.state"), "status"),
                Column("why", t("ui_home.detail")),
            ],
        )
        table.show(
            [
                Row(
                    part,
                    [
                        t(f"ui_system.part_{part}"),
                        (t("ui_system.fails"), "bad", False)
                        if part in wrong
                        else (t("ui_system.works"), "good", False),
                        wrong.get(part),
                    ],
                )
                for part in _PARTS
            ]
        )
    with corner:
        table_action(table)


def _show_counts(counts: Mapping[str, int]) -> None:
    total = sum(counts.values()) or 1
    with panel(t("ui_system.tasks_by_state"), span=6):
        rows = [
            (state_word(state), counts[state] / total, count_text(counts[state]))
            for state in STATES
            if counts.get(state)
        ]
        if rows:
            bars(t("ui_system.tasks_by_state"), rows)
        else:
            label(t("ui_home.nothing_runs"), "sy-quiet")


def _show_workers(workers: Sequence[overview.WorkerSeen]) -> None:
    columns = [
        Column("worker", t("ui_system.worker"), "mono"),
        Column("state", t("ui_system.state"), "status"),
        Column("tasks", t("ui_system.carries"), "number"),
        Column("host", t("ui_system.host")),
        Column("version", t("ui_system.version")),
        Column("started", t("ui_system.started"), "time"),
        Column("beat", t("ui_system.beat"), "time"),
    ]
    with panel(t("ui_system.workers"), flush=True) as corner:
        if not workers:
            empty(t("ui_system.no_workers"))
            return
        table = DataTable(t("ui_system.workers"), columns)
        table.show([_worker_row(one) for one in workers])
        with corner:
            table_action(table)


def _worker_row(one: overview.WorkerSeen) -> Row:
    worker = one.worker
    word, tone = ("alive", "good") if one.alive else ("silent", "bad")
    if worker.leaving:
        word, tone = "leaving", "warn"
    return Row(
        worker.id,
        [
            worker.id,
            (t(f"ui_system.{word}"), tone, False),
            count_text(one.tasks),
            f"{worker.host} ({worker.pid})",
            worker.version,
            worker.started_at.isoformat(),
            worker.beat_at.isoformat(),
        ],
    )


def _show_storage(found: Usage) -> None:
    with grid():
        kpi(t("ui_system.stored"), size_text(found.stored))
        kpi(t("ui_system.database_size"), size_text(found.database))
        kpi(t("ui_system.free"), size_text(found.free))
        kpi(
            t("ui_system.unclaimed"),
            size_text(found.unclaimed),
            note=t("ui_system.unclaimed_hint"),
        )
    columns = [
        Column("project", t("ui_system.project")),
        Column("what", t("ui_system.what")),
        Column("items", t("ui_system.items"), "number"),
        Column("size", t("ui_system.size"), "number"),
    ]
    rows = [
        Row(
            f"{use.project_id}{use.kind}",
            [
                use.project,
                t(f"ui_system.use_{use.kind}"),
                count_text(use.items),
                size_text(use.size),
            ],
        )
        for use in found.uses
    ]
    with panel(t("ui_system.storage"), flush=True) as corner:
        with corner:
            csv_action("storage", [one.label for one in columns], [row.cells for row in rows])
        DataTable(t("ui_system.storage"), columns).show(rows)


PAGE = Page(
    "/system/health",
    "ui_system.health",
    build,
    role=Role.ADMIN,
    icon="monitor_heart",
    group="system",
)
