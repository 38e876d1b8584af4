"""What steps make of the first cases: counts by step, and rows before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import count_text, share_text
from steelyard.server.library.intake import Preview
from steelyard.ui.components import (
    Column,
    DataTable,
    Drawer,
    Row,
    badge,
    csv_action,
    icon_action,
    label,
    panel,
    raw,
    title,
)
from steelyard.ui.components.badge import Tone
from steelyard.ui.pages.processing.steps import step_title

_SHORT = 160
_TEXTS = ("input", "expected_output")
_TONES: dict[str, Tone] = {"stays": "idle", "changes": "accent", "goes": "warn"}


def show_preview(found: Preview, drawer: Drawer) -> None:
    """Show what the steps did to the cases that were looked at."""
    if found.steps:
        _show_counts(found)
    columns = [Column("case", t("ui_data.case"), "mono")]
    if found.steps:
        columns += [
            Column("outcome", t("ui_data.outcome"), "badges"),
            Column("what", t("ui_data.what_changes")),
            Column("input", t("ui_data.input")),
        ]
    else:
        columns += [
            Column("input", t("ui_data.input")),
            Column("expected", t("ui_data.expected_output")),
        ]
    by_key = {str(n): one for n, one in enumerate(found.rows)}
    rows = [Row(key, _cells(one, processed=bool(found.steps))) for key, one in by_key.items()]

    def open_row(key: str) -> None:
        place = drawer.open()
        place.clear()
        with place:
            _show_row(by_key[key], drawer, processed=bool(found.steps))

    with panel(t("ui_data.preview"), flush=True) as corner:
        with corner:
            note = t("ui_data.preview_note", n=count_text(found.looked_at))
            label(note, "sy-quiet sy-small")
        table = DataTable(t("ui_data.preview"), columns, on_open=open_row)
        table.show(rows)


def _show_counts(found: Preview) -> None:
    columns = [
        Column("step", t("ui_data.step")),
        Column("in", t("ui_data.rows_in"), "number"),
        Column("out", t("ui_data.rows_out"), "number"),
        Column("changed", t("ui_data.rows_changed"), "number"),
        Column("aside", t("ui_data.rows_rejected"), "number"),
        Column("share", t("ui_data.share_kept"), "progress"),
    ]
    rows = [
        Row(str(n), [f"{n}. {step_title(one['step'])}", *_counts(one)])
        for n, one in enumerate(found.steps, 1)
    ]
    with panel(t("ui_data.steps"), flush=True) as corner:
        with corner:
            csv_action("steps", [one.label for one in columns], [row.cells for row in rows])
        DataTable(t("ui_data.steps"), columns).show(rows)


def _counts(one: Mapping[str, Any]) -> list[Any]:
    share = one["rows_out"] / one["rows_in"] if one["rows_in"] else 0.0
    return [
        count_text(one["rows_in"]),
        count_text(one["rows_out"]),
        count_text(one["rows_changed"]),
        count_text(one["rows_rejected"]),
        (share_text(share), share),
    ]


def outcome(row: Mapping[str, Any], *, processed: bool) -> str:
    """Return what becomes of a row: stays, changes or goes."""
    if not processed:
        return "stays"
    after = row.get("after")
    if after is None:
        return "goes"
    return "changes" if changed_fields(row["before"], after) else "stays"


def changed_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return the names under which two records differ; metadata by its own names."""
    names = [name for name in {**before, **after} if name != "metadata"]
    found = [name for name in names if before.get(name) != after.get(name)]
    old, new = before.get("metadata") or {}, after.get("metadata") or {}
    return found + [f"metadata.{name}" for name in {**old, **new} if old.get(name) != new.get(name)]


def _cells(row: Mapping[str, Any], *, processed: bool) -> list[Any]:
    if not processed:
        return [row["case_id"], *(_short(row["before"].get(name)) for name in _TEXTS)]
    word = outcome(row, processed=processed)
    what = None
    if word == "changes":
        names = changed_fields(row["before"], row["after"])
        shown = [
            f"{name}: {_short(_at(row['before'], name))} → {_short(_at(row['after'], name))}"
            for name in names[:2]
        ]
        what = "; ".join(shown) + (" …" if len(names) > 2 else "")
    badges = [(t(f"ui_data.{word}"), _TONES[word])]
    return [row["case_id"], badges, what, _short(row["before"].get("input"))]


def _show_row(row: Mapping[str, Any], drawer: Drawer, *, processed: bool) -> None:
    word = outcome(row, processed=processed)
    with title(str(row["case_id"])):
        badge(t(f"ui_data.{word}"), _TONES[word])
        ui.element("div").classes("sy-grow")
        icon_action(t("ui.close"), "close", drawer.close)
    with ui.element("div").classes("sy-pair"):
        for key in ("before", "after") if processed else ("before",):
            with ui.element("div").classes("sy-column"):
                label(t(f"ui_data.{key}"), tag="h2")
                raw(_text(row.get(key)))


def _at(record: Mapping[str, Any], name: str) -> Any:
    if name.startswith("metadata."):
        return (record.get("metadata") or {}).get(name.removeprefix("metadata."))
    return record.get(name)


def _short(value: Any) -> str:
    text = "–" if value is None else value if isinstance(value, str) else _text(value)
    return text if len(text) <= _SHORT else f"{text[:_SHORT]}…"


def _text(value: Any) -> str:
    if value is None:
        return "–"
    return orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode()
