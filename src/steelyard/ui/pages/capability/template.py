"""The template of missions: how it weighs, and what a case has to tell."""

from __future__ import annotations

import json

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.model import ALGORITHMS, FIELDS
from steelyard.scorecards import template_text
from steelyard.server.people.policy import Role
from steelyard.ui.components import (
    Column,
    DataTable,
    Row,
    action,
    csv_action,
    grid,
    label,
    panel,
    raw,
    row,
)
from steelyard.ui.pages import examples
from steelyard.ui.visit import Visit

_FIRST, _LAST = "mission_id", "state_end"  # the fields of missions stand together
_SCORER = "ops.mission"


def show_template(visit: Visit) -> None:
    """Show the scorecard, the fields and an example to begin from."""
    with grid():
        with panel(t("ui_analysis.how_to"), span=12):
            for n in (1, 2, 3):
                label(t(f"ui_analysis.how_to_{n}"), "sy-wrap", tag="p")
            with row("sy-row-wrap"):
                if visit.may(Role.EVALUATOR):
                    upload, task = visit.url("data", "upload"), visit.url("tasks", "new")
                    action(t("ui_data.upload"), lambda: ui.navigate.to(upload), icon="upload")
                    action(t("ui.new_task"), lambda: ui.navigate.to(task), icon="add")
                action(t("ui_analysis.example_file"), _save_example, icon="download")
        _fields()
        with panel(t("ui_analysis.card"), span=5):
            label(t("ui_analysis.card_hint"), "sy-quiet sy-small", tag="p")
            raw(template_text("mission"))
            label(t("ui_analysis.plan_hint"), "sy-quiet sy-small", tag="p")
            raw(examples.MISSIONS)


def example_case() -> dict[str, object]:
    """Return the mission of the scorer's own example, as a case."""
    given = dict(ALGORITHMS.get(_SCORER).examples[0].inputs["case"])
    return {"id": "mission-1", "input": "…", "mission_id": "M-1", "scene": "flood", **given}


def _save_example() -> None:
    line = json.dumps(example_case(), ensure_ascii=False) + "\n"
    ui.download.content(line.encode(), "missions.jsonl", "application/x-ndjson")


def _fields() -> None:
    names = list(FIELDS)
    wanted = names[names.index(_FIRST) : names.index(_LAST) + 1]
    columns = [
        Column("name", t("ui_analysis.field"), "mono"),
        Column("means", t("tables.meaning")),
        Column("type", t("ui_analysis.type"), "mono"),
        Column("by", t("ui_analysis.told_by"), "badges"),
    ]
    rows = []
    for name in wanted:
        field = FIELDS[name]
        of_case = field.role == "case"
        told = (t(f"ui_analysis.by_{field.role}"), "idle" if of_case else "accent")
        rows.append(Row(name, [name, pick(field.words), field.type, [told]]))
    with panel(t("ui_analysis.fields"), span=7, flush=True) as corner:
        with corner:
            csv_action("fields", [c.label for c in columns], [one.cells for one in rows])
        DataTable(t("ui_analysis.fields"), columns).show(rows)
