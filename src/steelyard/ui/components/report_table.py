"""`report_table`: a table of the reports, live: the same rows, in the visitor's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from nicegui import ui

from steelyard.i18n import pick
from steelyard.model import Words
from steelyard.report.correlation.table import Table as Plain
from steelyard.report.numbers import count_text, moment_text, p_text, significant
from steelyard.report.tables import Cell, Chance, Link, Quantity, Span, Table, Tone
from steelyard.report.tables import Column as Heading
from steelyard.report.tables.cell_text import quantity_parts, span_text
from steelyard.report.wording import words
from steelyard.ui.components.download import csv_action
from steelyard.ui.components.layout import panel
from steelyard.ui.components.table import Column, DataTable, Kind, Row
from steelyard.ui.components.text import label

_LONGEST = 300  # characters of a text in a row
_MOST_BESIDE = 4  # numbers with an interval that have room for it in the same line
_KINDS: dict[str, Kind] = {"number": "number", "span": "number"}
_TONES = {"good": "good", "bad": "bad", "warn": "warn", "calm": "idle"}


def report_table(
    table: Table,
    *,
    span: int = 12,
    on_open: Callable[[int], Any] | None = None,
    links: Sequence[str | None] | None = None,
) -> None:
    """Show a table in a panel of its own, with its CSV.

    Args:
        table: of a report.
        span: columns of the grid.
        on_open: called with the number of the row that was opened.
        links: where the first cell of each row leads; None for nowhere.
    """
    columns, rows = shown_table(table)
    if links is not None and columns:
        columns, rows = _linked(columns, rows, links)
    opened = None if on_open is None else _by_number(on_open)
    with panel(pick(table.title), span=span, flush=True) as corner:
        with corner:
            if table.hint is not None:
                label(pick(table.hint), "sy-quiet sy-small")
            csv_action(table.id, [one.label for one in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(pick(table.title), columns, on_open=opened).show(stacked_rows(columns, rows))
        if table.note is not None:
            label(pick(table.note), "sy-quiet sy-small sy-panel-text", tag="p")


def shown_table(table: Table) -> tuple[list[Column], list[Row]]:
    """Return columns and rows as a page shows them.

    An interval stands behind its number, what nobody says anything about is left out, and remarks
    come last.
    """
    rows = [list(row) for row in table.rows]
    groups = [
        group
        for group in _groups(table.columns)
        if any(is_said(row[at]) for row in rows for at in group)
    ]
    columns = []
    for number, group in enumerate(groups):
        first = table.columns[group[0]]
        kind = _kind(first, [row[group[0]] for row in rows])
        columns.append(Column(str(number), pick(first.title), kind))
    shown = [
        Row(str(n), [_together([row[at] for at in group]) for group in groups])
        for n, row in enumerate(rows)
    ]
    return columns, shown


def _kind(column: Heading, cells: Sequence[Cell]) -> Kind:
    said = [cell for cell in cells if is_said(cell)]
    if any(isinstance(cell, Tone) for cell in said):
        return "status"
    if said and all(isinstance(cell, datetime) for cell in said):
        return "time"
    return _KINDS.get(column.kind, "text")


def cell_text(cell: Cell) -> str | None:
    """Return a cell as text; None when it says nothing."""
    if not is_said(cell):
        return None
    for kind, shown in _SHOWN_AS.items():
        if isinstance(cell, kind):
            return shown(cell)
    return None


def is_said(cell: Cell) -> bool:
    """Whether a cell says anything."""
    if isinstance(cell, Quantity | Chance):
        return cell.value is not None
    if isinstance(cell, Span):
        return cell.low is not None and cell.high is not None
    return cell is not None and cell != ""


def _groups(columns: Sequence[Heading]) -> list[list[int]]:
    """Return which columns stand together: a number and the interval behind it."""
    groups: list[list[int]] = []
    last: list[list[int]] = []
    for at, column in enumerate(columns):
        if column.kind == "detail":
            continue
        if column.kind == "aside":
            last.append([at])
        elif at and _is_interval_of(column, columns[at - 1]):
            groups[-1].append(at)
        else:
            groups.append([at])
    return [*groups, *last]


def _is_interval_of(column: Heading, number: Heading) -> bool:
    """Whether a column holds the intervals of the numbers to its left, and not other bounds."""
    if column.kind != "span" or number.kind != "number":
        return False
    return column.title in (number.title, words("tables.interval"))


def _together(cells: Sequence[Cell]) -> Any:
    if len(cells) == 1 and isinstance(cells[0], Tone):
        return pick(cells[0].said), _TONES[cells[0].tone], False
    if len(cells) == 1 and isinstance(cells[0], datetime):
        return cells[0].isoformat()  # shown in the visitor's own zone
    said = [text for text in map(cell_text, cells) if text]
    return " ".join(said) or None


def stacked_rows(columns: Sequence[Column], rows: list[Row]) -> list[Row]:
    """Put intervals below their numbers where too many of them stand side by side."""
    wide = {
        at
        for at, column in enumerate(columns)
        if column.kind == "number" and any(" [" in str(row.cells[at]) for row in rows)
    }
    if len(wide) <= _MOST_BESIDE:
        return rows
    return [
        Row(row.key, [_below(cell) if at in wide else cell for at, cell in enumerate(row.cells)])
        for row in rows
    ]


def _below(cell: Any) -> Any:
    return cell.replace(" [", "\n[") if isinstance(cell, str) else cell


def _quantity(cell: Quantity) -> str:
    assert cell.value is not None
    number, unit = quantity_parts(cell)
    return f"{number} {pick(unit) if isinstance(unit, Words) else unit}".rstrip()


def _chance(cell: Chance) -> str:
    return p_text(cell.value)


def _text(cell: str) -> str:
    return cell if len(cell) <= _LONGEST else cell[:_LONGEST] + "…"


# The first that fits; a bool is an int, and the records are tuples.
_SHOWN_AS: dict[type, Callable[[Any], str]] = {
    Words: pick,
    Tone: lambda cell: pick(cell.said),
    Link: lambda cell: _text(cell.said),
    Quantity: _quantity,
    Span: span_text,
    Chance: _chance,
    str: _text,
    bool: lambda cell: "✓" if cell else "✗",
    int: count_text,
    float: significant,
    datetime: lambda cell: moment_text(cell.isoformat()),
}


def _linked(
    columns: list[Column], rows: list[Row], links: Sequence[str | None]
) -> tuple[list[Column], list[Row]]:
    """Make the first text of each row a link."""
    at = next((n for n, column in enumerate(columns) if column.kind == "text"), None)
    if at is None:
        return columns, rows
    head = Column(columns[at].name, columns[at].label, "link")
    made = []
    for row, to in zip(rows, links, strict=False):
        cells = list(row.cells)
        cells[at] = None if cells[at] is None else (cells[at], to or "")
        made.append(Row(row.key, cells))
    return [*columns[:at], head, *columns[at + 1 :]], made


def _by_number(do: Callable[[int], Any]) -> Callable[[str], Any]:
    return lambda key: do(int(key))


def plain_table(table: Plain, *, span: int = 12) -> None:
    """Show a table whose cells are texts already, in a panel of its own, with its CSV."""
    columns = [
        Column(str(n), _said(head), "number" if side == "r" else "text")
        for n, (head, side) in enumerate(zip(table.headings, table.sides, strict=False))
    ]
    rows = [Row(str(n), [_said(cell) for cell in row]) for n, row in enumerate(table.rows)]
    with panel(pick(table.title), span=span, flush=True) as corner:
        with corner:
            if table.hint is not None:
                label(pick(table.hint), "sy-quiet sy-small")
            csv_action("table", [one.label for one in columns], [row.cells for row in rows])
        with ui.element("div").classes("sy-scroll"):
            DataTable(pick(table.title), columns).show(rows)
        if table.more is not None:
            label(pick(table.more), "sy-quiet sy-small sy-panel-text", tag="p")


def _said(cell: str | Words) -> str:
    return pick(cell) if isinstance(cell, Words) else cell
