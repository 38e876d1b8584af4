"""How a sample was judged, and the rows that ask the same."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import ui

from steelyard.i18n import pick, t
from steelyard.model import FIELDS
from steelyard.report.judging import rule_words
from steelyard.report.numbers import NOTHING, count_text, seconds_text
from steelyard.report.wording import score_text
from steelyard.ui.components import Column, DataTable, Row, facts, label, raw
from steelyard.ui.components.badge import Tone
from steelyard.ui.pages.cases.columns import column_text, is_count
from steelyard.ui.pages.cases.said import VERDICTS, condition_text

_GIVEN = "reported_"  # columns that the agent stated and the run measured itself
_SHOWN = {"case_id", "input", "output", "expected_output", "label", "error", "trajectory",
          "messages", "references", "row", "passed", "domain", "scene", "difficulty",
          "verdict_by", "verdict_evidence"}  # fmt: skip
_LONGEST = 4_000
_NOTHING: tuple[Any, ...] = (None, "", "[]", "{}", [], {})
_TONES: dict[Tone, str] = {"good": "sy-good", "bad": "sy-bad", "idle": "sy-idle"}


def verdict(passed: bool | None) -> None:  # noqa: FBT001
    """Show a verdict: dot and word."""
    tone, word = VERDICTS[passed]
    with ui.element("span").classes("sy-status").classes(_TONES[tone]):
        ui.element("span").classes("sy-dot")
        ui.label(t(f"ui_cases.{word}"))


def show_scores(cells: Mapping[str, Any]) -> None:
    """Show every score that scorers wrote, and the evidence they gave for it."""
    own = {k: v for k, v in cells.items() if k not in FIELDS and not k.startswith(_GIVEN)}
    own.pop("declared_passed", None)
    scores = {k: v for k, v in own.items() if isinstance(v, bool | int | float)}
    evidence = {k: v for k, v in own.items() if k not in scores and v not in _NOTHING}
    label(t("report.scores"), "sy-strong", tag="h3")
    if cells.get("verdict_by"):
        label(_judged_by(cells), "sy-quiet", tag="p")
    if not scores and not evidence:
        label(t("ui_cases.no_scores"), "sy-quiet", tag="p")
        return
    if scores:
        columns = [
            Column("score", t("ui_cases.what_scored")),
            Column("column", t("ui_cases.column"), "mono"),
            Column("value", t("report.value"), "number"),
        ]
        DataTable(t("report.scores"), columns).show(
            [
                Row(name, [column_text(name), name, _value(name, value)])
                for name, value in scores.items()
            ]
        )
    for name, value in evidence.items():
        said = column_text(name)
        label(f"{said} · {name}" if said else name, "sy-quiet sy-small")
        raw(_pretty(value), "sy-text sy-text-short")


def _judged_by(cells: Mapping[str, Any]) -> str:
    """Return the rule or scorer that gave the verdict, and what it read."""
    by, read = pick(rule_words(str(cells["verdict_by"]))), cells.get("verdict_evidence")
    return t("judged.row", by=by) if read is None else t("judged.row_read", by=by, read=read)


def show_siblings(
    siblings: list[dict[str, Any]], number: int, open_row: Callable[[int], Awaitable[None]]
) -> None:
    """Show the rows that ask the same case: repeats, and what conditions made of it."""
    if len(siblings) < 2:
        return
    label(t("ui_cases.siblings"), "sy-strong", tag="h3")
    columns = [
        Column("condition", t("ui.condition")),
        Column("epoch", t("ui_cases.epoch"), "number"),
        Column("passed", t("ui.passed"), "status"),
        Column("latency", t("report.latency"), "number"),
    ]
    rows = [
        Row(
            str(one["row"]),
            [
                condition_text(one) or t("ui_cases.plain"),
                str((one["epoch"] or 0) + 1),
                (t(f"ui_cases.{VERDICTS[one['passed']][1]}"), VERDICTS[one["passed"]][0], False),
                None if one["latency_s"] is None else seconds_text(one["latency_s"]),
            ],
        )
        for one in siblings
    ]
    table = DataTable(t("ui_cases.siblings"), columns, on_open=lambda key: open_row(int(key)))
    table.show(rows)
    table.choose([str(number)])


def show_fields(cells: Mapping[str, Any]) -> None:
    """Show whatever else the row says, folded."""
    rest = {
        name: _pretty(value)
        for name, value in cells.items()
        if name not in _SHOWN and name in FIELDS and value not in _NOTHING
    }
    with ui.expansion(t("ui_cases.fields", n=len(rest))).classes("sy-fold"):
        facts((name, text or NOTHING) for name, text in rest.items())


def _value(column: str, value: float) -> str:
    whole = not isinstance(value, bool) and is_count(column) and float(value).is_integer()
    return count_text(int(value)) if whole else score_text(value)


def _pretty(value: Any) -> str:
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            value = json.loads(value)
        except ValueError:
            return str(value)[:_LONGEST]
    if isinstance(value, str | int | float | bool):
        return str(value)[:_LONGEST]
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)[:_LONGEST]
