"""What a file of indicators gives on a run: value with interval, score, n, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.indicators.lined import read_lined
from steelyard.report import wording
from steelyard.report.labels import label as named
from steelyard.report.numbers import NOTHING, count_text, significant, value_text
from steelyard.ui.components import Column, DataTable, Row, csv_action, label, row
from steelyard.ui.components.table import Kind

_MOST_GROUPS = 200
_KINDS: dict[str, Kind] = {"score": "number", "missing": "number", "status": "text"}


def names_in(text: str) -> dict[str, str]:
    """Return what the indicators of a file that is in order are called, by id."""
    records = read_lined("-", text)["indicators"]
    return {id_: pick(named(record.get("name"), id_)) for id_, record in records.items()}


def show_found(found: Mapping[str, Any], names: Mapping[str, str]) -> None:
    """Show every indicator by its name, then each group that was asked for."""
    whole = [("", one) for one in found["indicators"]]
    _show_table(t("ui_algorithms.preview"), whole, names)
    for by, groups in found["groups"].items():
        rows = [(str(one["group"]), each) for one in groups for each in one["indicators"]]
        _show_table(t(f"ui_algorithms.by_{by}"), rows[:_MOST_GROUPS], names, grouped=True)
    for one in found["indicators"]:
        for note in one["notes"]:
            label(note, "sy-quiet sy-small sy-wrap", tag="p")


def _show_table(
    name: str,
    found: Sequence[tuple[str, Mapping[str, Any]]],
    names: Mapping[str, str],
    *,
    grouped: bool = False,
) -> None:
    # There is half a page for it: what would say nothing new is left out.
    said = {
        "score": any(not _is_score(one) for _, one in found),
        "missing": any(one["n_missing"] for _, one in found),
        "status": any(one["status"] != "ok" for _, one in found),
    }
    columns = [
        *([Column("group", name)] if grouped else []),
        Column("name", t("report.indicator")),
        Column("value", t("ui_algorithms.value"), "interval"),
        Column("n", "n", "number"),
        *(Column(key, t(f"ui_algorithms.{key}"), _KINDS[key]) for key in said if said[key]),
    ]
    rows = [
        Row(
            str(n),
            [*([group] if grouped else []), names.get(one["id"], one["id"]), *_cells(one, said)],
        )
        for n, (group, one) in enumerate(found)
    ]
    with row():
        if grouped:
            label(name, "sy-strong", tag="h3")
        ui.element("div").classes("sy-grow")
        heads = [t("ui_algorithms.id"), *(one.label for one in columns)]
        ids = [one["id"] for _, one in found]
        saved = [[id_, *one.cells] for id_, one in zip(ids, rows, strict=True)]
        csv_action("indicators", heads, saved)
    with ui.element("div").classes("sy-scroll"):
        DataTable(name, columns).show(rows)


def _is_score(one: Mapping[str, Any]) -> bool:
    """Whether the value is its own score, as that of a share of which more is better."""
    return bool(one["score"] == one["value"])


def _cells(one: Mapping[str, Any], said: Mapping[str, bool]) -> list[Any]:
    value, score = one["value"], one["score"]
    low, high = one["ci_low"], one["ci_high"]
    shown = NOTHING if value is None else significant(value)
    if value is not None and low is not None and high is not None:
        shown = f"{shown} [{significant(low)}, {significant(high)}]"
    drawn = value is not None and _is_score(one)
    others = {
        "score": None if score is None else value_text(score, "%"),
        "missing": count_text(one["n_missing"]),
        "status": pick(wording.known_words("status", one["status"])),
    }
    return [
        (shown, *((value, low, high) if drawn else (None, None, None))),
        count_text(one["n"]),
        *(others[key] for key in said if said[key]),
    ]
