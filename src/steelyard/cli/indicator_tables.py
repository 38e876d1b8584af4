"""How indicators of one's own are shown on the terminal when they are tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from steelyard.cli.console import ResultConsole
from steelyard.i18n import pick, t
from steelyard.report.numbers import NOTHING, interval_text, value_text

if TYPE_CHECKING:
    from steelyard.indicators import Indicator
    from steelyard.indicators.sandbox import Apart
    from steelyard.model import IndicatorValue


def show(found: Apart, records: Mapping[str, Indicator]) -> None:
    """Print the values, those of every group, and the notes."""
    console = ResultConsole()
    console.print(_values(found.values, records))
    for column, groups in found.groups.items():
        console.print()
        console.print(_groups(column, groups, records))
    for id_, value in found.values.items():
        for note in value.notes:
            console.print(f"[dim]{escape(id_)}:[/dim] {escape(note)}")


def _values(values: Mapping[str, IndicatorValue], records: Mapping[str, Indicator]) -> Table:
    table = _table(
        t("cli_indicators.indicator"),
        t("cli_indicators.value"),
        t("cli_indicators.interval"),
        t("cli_indicators.score"),
        "n",
        t("cli_indicators.status"),
    )
    for id_, value in values.items():
        record = records[id_]
        score = value_text(value.score, "%")
        table.add_row(
            f"{escape(pick(record.name))} [dim]{escape(id_)}[/dim]",
            value_text(value.value, record.unit),
            escape(_interval(value, record.unit)),
            score,
            str(value.n),
            value.status,
        )
    return table


def _groups(
    column: str,
    groups: Mapping[str | None, Mapping[str, IndicatorValue]],
    records: Mapping[str, Indicator],
) -> Table:
    table = _table(column, *(escape(id_) for id_ in records))
    for group, values in groups.items():
        cells = []
        for id_, record in records.items():
            value = values.get(id_)
            cells.append(NOTHING if value is None else value_text(value.value, record.unit))
        name = NOTHING if group is None else "".join(c if c.isprintable() else " " for c in group)
        table.add_row(escape(name[:60]), *cells)
    return table


def _interval(value: IndicatorValue, unit: str) -> str:
    return "" if value.interval is None else interval_text(*value.interval[:2], unit)


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, overflow="fold")
    for heading in others:
        table.add_column(heading, justify="right", overflow="fold")
    return table
