"""What rankings came to: measures side by side, each against the first, queries that changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import MINUS, NOTHING, count_text
from steelyard.ui.components import Column, DataTable, Row, csv_action, grid, kpi, label, panel

_RANKS = ("mean_first_rank", "median_first_rank")


def show_result(found: Mapping[str, Any]) -> None:
    """Show an evaluation of files."""
    with grid():
        _headlines(found)
        for note in found["notes"]:
            label(note, "sy-caution sy-wrap sy-span-12", tag="p")
        _measures(found)
        for one in found.get("comparisons", ()):
            _comparison(one)
            if one["changed"]:
                _changed(one)


def _headlines(found: Mapping[str, Any]) -> None:
    first = found["runs"][0]
    k = max(found["options"]["cutoffs"])
    for name in (f"ndcg@{k}", "map", "mrr", f"recall@{k}"):
        value = first["metrics"].get(name)
        ends = first["intervals"].get(name) or {}
        note = f"{_interval(ends)} · {t('retrieval.queries', n=first['queries'])}".strip(" ·")
        bar = None if value is None else (value, ends.get("low"), ends.get("high"))
        kpi(f"{name} · {first['name'][-40:]}", _number(value), note=note, bar=bar)


def _measures(found: Mapping[str, Any]) -> None:
    records = found["runs"]
    columns = [
        Column("metric", t("retrieval.metric"), "mono"),
        *(Column(f"run{n}", one["name"][-60:], "interval") for n, one in enumerate(records)),
    ]
    rows = [
        Row(name, [name, *(_cell(one, name) for one in records)]) for name in records[0]["metrics"]
    ]
    with panel(t("ui_analysis.metrics"), flush=True) as corner:
        with corner:
            label(t("retrieval.interval"), "sy-quiet sy-small")
            csv_action("retrieval", [c.label for c in columns], [row.cells for row in rows])
        DataTable(t("ui_analysis.metrics"), columns).show(rows)


def _comparison(found: Mapping[str, Any]) -> None:
    heading = t("retrieval.against", other=found["other"][-60:], base=found["base"][-60:])
    columns = [
        Column("metric", t("retrieval.metric"), "mono"),
        *(
            Column(name, t(f"retrieval.{name}"), "number")
            for name in ("difference", "n", "better", "worse", "equal")
        ),
    ]
    rows = []
    for name, one in found["metrics"].items():
        change = f"{_number(one['difference'], '+')} {_interval(one, '+')}".strip()
        counts = [count_text(one[key]) for key in ("n", "better", "worse", "equal")]
        rows.append(Row(name, [name, change, *counts]))
    with panel(heading, span=7, flush=True) as corner:
        with corner:
            csv_action("comparison", [c.label for c in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(heading, columns).show(rows)


def _changed(found: Mapping[str, Any]) -> None:
    heading = t("retrieval.changed", metric=found["changed_by"])
    columns = [
        Column("query", t("retrieval.query_column"), "mono"),
        Column("base", t("ui_analysis.base"), "number"),
        Column("other", t("ui_analysis.other"), "number"),
        Column("difference", t("retrieval.difference"), "number"),
    ]
    rows = [
        Row(
            str(n),
            [
                one["query"][:200],
                _number(one["base"]),
                _number(one["other"]),
                _number(one["difference"], "+"),
            ],
        )
        for n, one in enumerate(found["changed"])
    ]
    with panel(heading, span=5, flush=True) as corner:
        with corner:
            csv_action("queries", [c.label for c in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(heading, columns).show(rows)


def _cell(record: Mapping[str, Any], name: str) -> tuple[Any, ...] | None:
    value = record["metrics"].get(name)
    if value is None:
        return None
    ends = record["intervals"].get(name) or {}
    text = f"{_number(value)} {_interval(ends)}".strip()
    if name in _RANKS:
        return text, None, None, None
    return text, value, ends.get("low"), ends.get("high")


def _interval(ends: Mapping[str, Any], sign: str = "") -> str:
    low, high = ends.get("low"), ends.get("high")
    if low is None or high is None:
        return ""
    return f"[{_number(low, sign)}, {_number(high, sign)}]"


def _number(value: float | None, sign: str = "") -> str:
    """Return a measure with four decimals, as evaluations of retrieval are written."""
    return NOTHING if value is None else f"{value:{sign}.4f}".replace("-", MINUS)
