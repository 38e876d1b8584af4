"""Scorecards 指标体系: those of the project, and templates to begin from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.report.numbers import count_text
from steelyard.scorecards import load_scorecard, template_names, template_text
from steelyard.server.library import documents
from steelyard.server.people.policy import Actor, Role
from steelyard.ui.components import (
    Column,
    DataTable,
    Drawer,
    Field,
    Nothing,
    Row,
    Values,
    action,
    ask_form,
    csv_action,
    facts,
    label,
    panel,
    raw,
    row,
    title,
)
from steelyard.ui.page import Page
from steelyard.ui.pages.papers.shelf import show_shelf
from steelyard.ui.visit import Visit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_ID = re.compile(r"^id:.*$", re.MULTILINE)


async def build(visit: Visit) -> None:
    """Show the scorecards."""
    may = visit.may(Role.EVALUATOR)
    with title(t("ui_scorecards.scorecards")):
        ui.element("div").classes("sy-grow")
        if may:
            new = t("ui_scorecards.new")
            action(new, lambda: _begin(visit, "default"), icon="add", weight="primary")
    with panel(t("ui_scorecards.ours"), flush=True):
        key = "none_yet" if may else "none_yet_viewer"
        nothing = Nothing(t(f"ui_scorecards.{key}"))
        await show_shelf(visit, "scorecard", t("ui_scorecards.ours"), ["scorecards"], nothing)
    drawer = Drawer(t("ui_scorecards.template"), lambda: None)
    with panel(t("ui_scorecards.templates"), flush=True) as corner:
        hint = "sy-quiet sy-small sy-panel-text"
        label(t("ui_scorecards.templates_hint"), hint, tag="p")
        columns = [
            Column("name", t("ui.name")),
            Column("id", t("ui_scorecards.id"), "mono"),
            Column("parts", t("ui_scorecards.top_parts")),
            Column("indicators", t("ui_scorecards.indicators"), "number"),
            Column("gates", t("ui_scorecards.gates"), "number"),
        ]
        rows = [_template_row(name) for name in template_names()]
        with corner:
            csv_action("templates", [one.label for one in columns], [one.cells for one in rows])
        table = DataTable(
            t("ui_scorecards.templates"),
            columns,
            on_open=lambda name: _open_template(visit, drawer, name),
        )
        table.show(rows)


def _template_row(name: str) -> Row:
    card = load_scorecard(name)
    return Row(
        name,
        [
            pick(card.name),
            name,
            " · ".join(pick(child.name) for child in card.root.children),
            count_text(len(card.indicators())),
            count_text(len(card.all_gates())),
        ],
    )


def _open_template(visit: Visit, drawer: Drawer, name: str) -> None:
    if name not in template_names():
        return
    card = load_scorecard(name)
    place = drawer.open()
    place.clear()
    with place:
        with row():
            label(pick(card.name), tag="h2")
            ui.element("div").classes("sy-grow")
            if visit.may(Role.EVALUATOR):
                begin = t("ui_scorecards.begin_from")
                action(begin, lambda: _begin(visit, name), weight="primary")
            action(t("ui.close"), drawer.close, weight="plain")
        facts(
            [
                (t("ui_scorecards.id"), f"{card.id} v{card.version}"),
                (t("ui_scorecards.indicators"), ", ".join(card.indicators())),
                (t("ui_scorecards.gates"), "; ".join(card.all_gates()) or t("ui.none")),
            ]
        )
        raw(template_text(name))


async def _begin(visit: Visit, template: str) -> None:
    made = ""

    async def send(values: Values) -> None:
        nonlocal made
        name = values["name"]
        text = with_id(template_text(values["template"]), name)

        def create(session: Session, actor: Actor) -> str:
            return documents.create_document(
                session,
                actor,
                visit.here.id,
                "scorecard",
                name,
                text,
                description=values["description"],
            ).id

        made = await visit.act(Role.EVALUATOR, create)

    options = [(name, f"{pick(load_scorecard(name).name)} ({name})") for name in template_names()]
    fields = [
        Field("name", t("ui.name"), required=True, hint=t("ui_scorecards.name_hint")),
        Field("template", t("ui_scorecards.begin_with"), "select", template, options=options),
        Field("description", t("ui.description"), "area", rows=2),
    ]
    question = t("ui_scorecards.new")
    if await ask_form(question, fields, t("ui_scorecards.create"), send):
        ui.navigate.to(visit.url("scorecards", made))


def with_id(text: str, name: str) -> str:
    """Return the text of a template as the scorecard of that name, its first version."""
    id_ = re.sub(r"[^\w.-]+", "-", name).strip("-") or "scorecard"
    text = _ID.sub(lambda _: f"id: '{id_}'", text, count=1)
    return re.sub(r"^version:.*$", "version: 1", text, count=1, flags=re.MULTILINE)


PAGE = Page(
    "/p/{project}/scorecards",
    "ui_scorecards.scorecards",
    build,
    icon="account_tree",
    group="build",
)
