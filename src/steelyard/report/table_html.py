"""A `Table` as HTML: untrusted text escaped, intervals in one column, many rows folded."""

from __future__ import annotations

from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from steelyard.model import Words
from steelyard.report.numbers import NOTHING, count_text, moment_text, p_text, significant
from steelyard.report.tables import Chance, Link, Quantity, Span, Tone
from steelyard.report.tables.cell_text import quantity_parts, span_text
from steelyard.report.text import visible
from steelyard.report.wording import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from steelyard.report.tables import Cell, Column, Table

_SHOWN = 25
_MOST = 500
_LONG = 300
_NUMBERS = ("number", "span")


def table_html(table: Table, *, shown: int = _SHOWN, most: int = _MOST) -> Markup:
    """Return the table; rows beyond `shown` are folded, beyond `most` only counted.

    Columns in which no row says anything are left out.
    """
    rows = list(islice(iter(table.rows), most))
    left = sum(1 for _ in table.rows) - len(rows) if isinstance(table.rows, list) else 0
    kept = [
        at
        for at, column in enumerate(table.columns)
        if column.kind not in ("aside", "detail") and any(_said(row[at]) for row in rows)
    ]
    if not rows:
        return Markup('<p class="empty">{}</p>').format(both(words("page.empty_table")))
    head = Markup("").join(_heading(table.columns, at) for at in kept)
    made = Markup('<table class="wide-table"><thead><tr>{}</tr></thead>{}</table>').format(
        head, _body(rows[:shown], table.columns, kept)
    )
    if len(rows) > shown:
        made += Markup(
            '<details><summary>{}</summary><table class="wide-table">{}</table></details>'
        ).format(
            both(words("more_groups", n=count_text(len(rows) - shown + left))),
            _body(rows[shown:], table.columns, kept),
        )
    if table.note is not None:
        made += Markup('<p class="note later">{}</p>').format(both(table.note))
    return made


def both(said: Words | str) -> Markup:
    """Both languages side by side; the style sheet hides one."""
    if isinstance(said, str):
        return escape(visible(said))
    english, chinese = visible(said.en), visible(said.zh)
    if english == chinese:
        return escape(english)
    return Markup('<span lang="en">{}</span><span lang="zh-CN">{}</span>').format(english, chinese)


def _heading(columns: Sequence[Column], at: int) -> Markup:
    column = columns[at]
    kind = Markup(' class="num"') if column.kind in _NUMBERS else Markup("")
    # The interval of the number to its left needs no name of its own.
    same = at > 0 and column.kind == "span" and columns[at - 1].title == column.title
    return Markup("<th{}>{}</th>").format(kind, "" if same else both(column.title))


def _body(rows: Iterable[Sequence[Cell]], columns: Sequence[Column], kept: Sequence[int]) -> Markup:
    named = next((at for at in kept if columns[at].kind == "text"), None)
    lines = []
    for row in rows:
        aside = [row[at] for at, column in enumerate(columns) if column.kind == "aside"]
        cells = (
            _cell(row[at], columns[at], aside if at == named else (), first=at == kept[0])
            for at in kept
        )
        lines.append(Markup("<tr>{}</tr>").format(Markup("").join(cells)))
    return Markup("<tbody>{}</tbody>").format(Markup("\n").join(lines))


def _cell(cell: Cell, column: Column, aside: Sequence[Cell], *, first: bool) -> Markup:
    name = "num" if column.kind in _NUMBERS else "note" if column.kind == "long" else "name"
    name = "num calm" if column.kind == "span" else name
    inside = cell_html(cell)
    if first and column.kind == "text":
        inside = Markup("<b>{}</b>").format(inside)
    for more in filter(_said, aside):
        inside += Markup('<div class="note">{}</div>').format(cell_html(more))
    return Markup('<td class="{}">{}</td>').format(name, inside)


def cell_html(cell: Cell) -> Markup:
    """Return one cell."""
    for kind, shown in _SHOWN_AS.items():
        if isinstance(cell, kind):
            return shown(cell)
    return escape(NOTHING)


def _said(cell: Cell) -> bool:
    if isinstance(cell, Quantity | Chance):
        return cell.value is not None
    if isinstance(cell, Span):
        return cell.low is not None
    return cell is not None and cell != ""


def _text(cell: str) -> Markup:
    short = visible(cell if len(cell) <= _LONG else cell[: _LONG - 1] + "…")
    return Markup("<bdi>{}</bdi>").format(short)


def _words(cell: Words) -> Markup:
    return both(cell)


def _tone(cell: Tone) -> Markup:
    return Markup('<span class="dot-word {}">{}</span>').format(cell.tone, both(cell.said))


def _link(cell: Link) -> Markup:
    return Markup('<a class="drill" href="{}"><bdi>{}</bdi></a>').format(
        cell.address, visible(cell.said)
    )


def _quantity(cell: Quantity) -> Markup:
    if cell.value is None:
        return escape(NOTHING)
    number, unit = quantity_parts(cell)
    if not unit:
        return escape(number)
    return Markup('{}&nbsp;<span class="unit">{}</span>').format(number, both(unit))


def _span(cell: Span) -> Markup:
    return escape(span_text(cell))


def _chance(cell: Chance) -> Markup:
    return escape(p_text(cell.value))


def _moment(cell: datetime) -> Markup:
    return escape(moment_text(cell.isoformat()))


def _truth(cell: bool) -> Markup:  # noqa: FBT001 - dispatch
    return escape("✓" if cell else "✗")


def _whole(cell: int) -> Markup:
    return escape(count_text(cell))


def _number(cell: float) -> Markup:
    return escape(significant(cell))


# The first that fits; a bool is an int, and the records are tuples.
_SHOWN_AS: dict[type, Callable[[Any], Markup]] = {
    Words: _words,
    Tone: _tone,
    Link: _link,
    Quantity: _quantity,
    Span: _span,
    Chance: _chance,
    str: _text,
    bool: _truth,
    int: _whole,
    float: _number,
    datetime: _moment,
}
