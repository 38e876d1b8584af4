"""Algorithms 算法管理: everything that computes, where it comes from, and what the project uses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, get_args

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.model import Algorithm
from steelyard.model.algorithm import AlgorithmKind
from steelyard.server.library import algorithms
from steelyard.server.people import projects
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import (
    Column,
    DataTable,
    Listing,
    Nothing,
    Row,
    Slice,
    action,
    confirm,
    csv_action,
    empty,
    panel,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_PAGE_SIZE = 50
KINDS: tuple[AlgorithmKind, ...] = get_args(AlgorithmKind)


async def build(visit: Visit) -> None:
    """Show the catalogue and the plug-ins."""
    with title(t("ui_algorithms.algorithms")):
        ui.element("div").classes("sy-grow")
        there = visit.url("indicators")
        action(t("ui_algorithms.custom"), lambda: ui.navigate.to(there), icon="functions")
    await _show_catalogue(visit)
    _show_plug_ins()


async def disabled_of(visit: Visit) -> frozenset[str]:
    """Return the algorithms that the project does not use."""
    here = visit.here.id
    found = await visit.ask(lambda s, _: list(projects.find_project(s, here).disabled_algorithms))
    return frozenset(map(str, found))


async def set_use(visit: Visit, ids: Collection[str], *, used: bool) -> None:
    """Let the project use algorithms, or not."""

    def change(session: Session, actor: Actor) -> None:
        project = projects.find_project(session, visit.here.id)
        now = set(map(str, project.disabled_algorithms))
        wanted = now - set(ids) if used else now | set(ids)
        algorithms.set_disabled(session, actor, project, wanted)

    await visit.act(Role.MANAGER, change)


async def ask_set_use(visit: Visit, ids: Collection[str], *, used: bool) -> bool:
    """Ask before algorithms are taken out of use; returns whether it was done."""
    if not used:
        question = t("ui_algorithms.disable_question", n=len(ids))
        consequence = t("ui_algorithms.disable_consequence")
        if not await confirm(question, consequence, t("ui_algorithms.disable"), danger=False):
            return False
    await set_use(visit, ids, used=used)
    return True


async def _show_catalogue(visit: Visit) -> None:
    chosen: list[str] = []

    def choose(keys: list[str]) -> None:
        chosen[:] = keys
        listing.table.choose(keys)
        for button in buttons:
            button.set_enabled(bool(keys))

    async def change(*, used: bool) -> None:
        if await ask_set_use(visit, list(chosen), used=used):
            choose([])
            await listing.refresh()

    may = visit.may(Role.MANAGER)
    with panel(t("ui_algorithms.catalogue"), flush=True):
        listing = Listing(
            t("ui_algorithms.catalogue"),
            _columns(),
            lambda query, cursor: _find(visit, query, cursor),
            query=visit.query,
            nothing=Nothing(t("ui.nothing_found")),
            on_open=lambda id_: ui.navigate.to(visit.url("algorithms", id_)),
            on_choose=choose if may else None,
            filters={
                "kind": {kind: t(f"ui_algorithms.kind_{kind}") for kind in KINDS},
                "shelf": {"used": t("ui_algorithms.used"), "disabled": t("ui_algorithms.disabled")},
            },
        )
        buttons = []
        if may:
            with listing.toolbar:
                buttons = [
                    action(t("ui_algorithms.disable"), lambda: change(used=False)),
                    action(t("ui_algorithms.enable"), lambda: change(used=True)),
                ]
            choose([])
    await listing.refresh()


def _columns() -> list[Column]:
    return [
        Column("id", t("ui_algorithms.id"), "mono"),
        Column("title", t("ui.name")),
        Column("kind", t("ui.kind"), "badges"),
        Column("meaning", t("ui_algorithms.meaning")),
        Column("version", t("ui_algorithms.version"), "number"),
        Column("package", t("ui_algorithms.package")),
        Column("state", t("ui.state"), "status"),
    ]


async def _find(visit: Visit, query: Mapping[str, str], cursor: str | None) -> Slice:
    disabled = await disabled_of(visit)
    kind = query.get("kind") or None
    found = algorithms.find_algorithms(kind=kind, text=query.get("text", ""))
    shelf = query.get("shelf", "")
    if shelf in ("used", "disabled"):
        found = [one for one in found if (one.id in disabled) == (shelf == "disabled")]
    start = int(cursor) if cursor and cursor.isdecimal() else 0
    rows = [_row(one, disabled) for one in found[start : start + _PAGE_SIZE]]
    return Slice.counted(rows, start, len(found))


def _row(one: Algorithm, disabled: Collection[str]) -> Row:
    origin = algorithms.origin_of(one)
    off = one.id in disabled
    package = t("ui_algorithms.built_in") if origin.built_in else origin.package
    state = t("ui_algorithms.disabled" if off else "ui_algorithms.used")
    return Row(
        one.id,
        [
            one.id,
            pick(one.title),
            [(t(f"ui_algorithms.kind_{one.kind}"), "idle")],
            pick(one.meaning),
            str(one.version),
            package,
            (state, "idle" if off else "good", False),
        ],
    )


def _show_plug_ins() -> None:
    found = algorithms.plug_ins()
    columns = [
        Column("name", t("ui.name")),
        Column("package", t("ui_algorithms.package")),
        Column("version", t("ui_algorithms.version")),
        Column("module", t("ui_algorithms.module"), "mono"),
    ]
    rows = [
        Row(str(n), [one["name"], one["package"], one["version"], one["module"]])
        for n, one in enumerate(found)
    ]
    with panel(t("ui_algorithms.plug_ins"), flush=True) as corner:
        if not rows:
            empty(t("ui_algorithms.no_plug_ins"))
            return
        with corner:
            csv_action("plug-ins", [one.label for one in columns], [row.cells for row in rows])
        DataTable(t("ui_algorithms.plug_ins"), columns).show(rows)


PAGE = Page(
    "/p/{project}/algorithms",
    "ui_algorithms.algorithms",
    build,
    icon="calculate",
    group="build",
)
