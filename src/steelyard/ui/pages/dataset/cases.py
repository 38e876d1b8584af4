"""The cases of a version, page by page; one opens beside the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import count_text
from steelyard.server.db.tables import DatasetVersion
from steelyard.server.library import pooled_reading
from steelyard.ui.components import (
    Column,
    DataTable,
    Drawer,
    Row,
    action,
    icon_action,
    label,
    panel,
    raw,
    row,
    title,
)
from steelyard.ui.visit import Visit

_PAGE_SIZE = 50
_SHOWN = ("input", "expected_output")


async def show_cases(visit: Visit, version: DatasetVersion) -> None:
    """Show the first cases."""
    start = 0
    found: Sequence[dict[str, Any]] = ()
    with panel(flush=True):
        table = DataTable(
            t("ui_data.cases"),
            [
                Column("case", t("ui_data.case"), "mono"),
                Column("input", t("ui_data.input")),
                Column("expected", t("ui_data.expected_output")),
                Column("scene", t("ui.scene")),
                Column("domain", t("ui.domain")),
            ],
            on_open=lambda key: open_case(int(key)),
        )
        with ui.element("div").classes("sy-pager"):
            place = label("")
            ui.element("div").classes("sy-grow")
            with row():
                back = action(t("ui.back"), lambda: move(-_PAGE_SIZE), weight="plain")
                further = action(t("ui.further"), lambda: move(_PAGE_SIZE), weight="plain")

    async def show() -> None:
        nonlocal found
        found = await visit.work(
            visit.role,
            lambda: pooled_reading.read_page(visit.settings, version, start, _PAGE_SIZE),
        )
        table.show([_row(n, one) for n, one in enumerate(found)])
        place.clear()
        with place:
            last = count_text(start + len(found))
            ui.label(f"{count_text(start + 1)}–{last} / {count_text(version.rows)}")
        back.set_enabled(start > 0)
        further.set_enabled(start + _PAGE_SIZE < version.rows)

    async def move(by: int) -> None:
        nonlocal start
        start = max(0, start + by)
        await show()

    def open_case(n: int) -> None:
        place = drawer.open()
        place.clear()
        with place:
            _show_case(found[n], drawer)

    drawer = Drawer(t("ui_data.case"), lambda: None)
    await show()


def _row(n: int, case: Mapping[str, Any]) -> Row:
    texts = [_short(case.get(name)) for name in _SHOWN]
    return Row(str(n), [case["case_id"], *texts, case.get("scene"), case.get("domain")])


def _show_case(case: Mapping[str, Any], drawer: Drawer) -> None:
    with title(str(case["case_id"])):
        ui.element("div").classes("sy-grow")
        icon_action(t("ui.close"), "close", drawer.close)
    for name in _SHOWN:
        if case.get(name) is not None:
            label(t(f"ui_data.{name}"), tag="h2")
            raw(_text(case[name]))
    known = (*_SHOWN, "case_id")
    rest = {k: v for k, v in case.items() if k not in known and v not in (None, {})}
    if rest:
        label(t("ui_data.more_fields"), tag="h2")
        raw(_text(rest))


def _short(value: Any) -> str | None:
    return None if value is None else _text(value)[:400]


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode()
