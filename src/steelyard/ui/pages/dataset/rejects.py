"""Rows that were set aside: why, and a way to put them right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson
from nicegui import ui

from steelyard.cases import Reject
from steelyard.i18n import t
from steelyard.report.numbers import count_text
from steelyard.server.library.corrections import MOST_SHOWN, check_row
from steelyard.ui.components import (
    Column,
    DataTable,
    Field,
    Row,
    Values,
    action,
    ask_form,
    csv_action,
    label,
    panel,
)

Fixes = dict[int, dict[str, Any]]


def show_rejects(
    rejects: Sequence[Reject],
    mapping: Mapping[str, str],
    fixes: Fixes,
    *,
    total: int,
    apply: Callable[[], Any] | None,
) -> None:
    """Show the rows; without `apply` nobody can put them right."""
    by_line = {one.line: one for one in rejects}
    with panel(t("ui_data.set_aside"), flush=True) as corner:
        with corner:
            _export(rejects)
            button = action("", apply, icon="done_all", weight="primary")
        with ui.element("div").classes("sy-panel-text"):
            label(t("ui_data.set_aside_explained"), "sy-quiet sy-small", tag="p")
        table = DataTable(
            t("ui_data.set_aside"),
            [
                Column("line", t("ui_data.line"), "number"),
                Column("outcome", t("ui_data.outcome"), "status"),
                Column("problems", t("ui_data.problems")),
                Column("content", t("ui_data.content"), "mono"),
            ],
            on_open=None if apply is None else lambda key: fix(int(key)),
        )
        if total > len(rejects):
            with ui.element("div").classes("sy-panel-text"):
                label(t("ui_data.first_rejects", n=count_text(len(rejects))), "sy-quiet sy-small")

    def show() -> None:
        table.show([_row(one, fixes.get(one.line)) for one in rejects])
        button.set_text(t("ui_data.apply_fixes", n=len(fixes)))
        button.set_visibility(bool(fixes) and apply is not None)

    async def fix(line: int) -> None:
        if await _ask(by_line[line], mapping, fixes):
            show()

    show()


async def _ask(reject: Reject, mapping: Mapping[str, str], fixes: Fixes) -> bool:
    def keep(values: Values) -> None:
        fixes[reject.line] = check_row(values["row"], mapping)

    now = fixes.get(reject.line)
    text = _pretty(reject.row) if now is None else _written(now)
    reasons = "\n".join(error.message for error in reject.errors)
    return await ask_form(
        t("ui_data.fix_row", line=reject.line),
        [Field("row", t("ui_data.content"), "area", text, required=True, rows=12, mono=True)],
        t("ui.save"),
        keep,
        explain=f"{reasons}\n{t('ui_data.fix_explained')}",
    )


def _row(one: Reject, fixed: Mapping[str, Any] | None) -> Row:
    said = " ".join(error.message for error in one.errors)
    if fixed is None:
        state, content = (t("ui_data.left_out"), "warn", False), one.row
    else:
        state, content = (t("ui_data.fixed"), "good", False), orjson.dumps(fixed).decode()
    return Row(str(one.line), [str(one.line), state, said, content[:300]])


def _export(rejects: Sequence[Reject]) -> None:
    columns = [t("ui_data.line"), t("ui_data.problems"), t("ui_data.content")]
    rows = [
        (one.line, " ".join(error.message for error in one.errors), one.row)
        for one in rejects[:MOST_SHOWN]
    ]
    csv_action("rejects", columns, rows)


def _pretty(text: str) -> str:
    try:
        return _written(orjson.loads(text))
    except orjson.JSONDecodeError:
        return text


def _written(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
