"""How a trace of a team is shown on the terminal, and as JSON."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from steelyard.i18n import t
from steelyard.interop import Traces
from steelyard.interop.traces.write import message_row

_MEASURES = (
    "messages",
    "rounds",
    "response_rate",
    "info_accuracy",
    "redundancy",
    "balance",
    "parallelism",
    "time",
    "tokens",
)
_TEXT_SHOWN = 60


def show(traces: Traces, found: dict[str, Any], *, rows: int) -> None:
    """Print the first messages, the measures and the notes."""
    console = Console(width=None if sys.stdout.isatty() else 100, highlight=False)
    count = len(traces.messages)
    heading = {"n": count, "traces": len(found["traces"]), "format": traces.format}
    console.print(t("trace.heading", **heading))
    console.print()
    if rows and count:
        console.print(_messages(traces, rows))
        if count > rows:
            console.print(t("trace.more", n=count - rows))
    console.print()
    console.print(_measures(found))
    for note in found["notes"]:
        console.print(f"[dim]{escape(t('cli.warning'))}[/dim] {escape(note)}")


def as_plain(traces: Traces, found: dict[str, Any]) -> dict[str, Any]:
    """Return everything as JSON values."""
    rows = [message_row(message) for message in traces.messages]
    return {"format": traces.format, **found, "messages": rows}


def _messages(traces: Traces, rows: int) -> Table:
    columns = ("column_trace", "column_time", "column_way", "column_text")
    table = _table(*(t(f"trace.{name}") for name in columns))
    starts: dict[str | None, float] = {}
    for message in traces.messages[:rows]:
        moment = ""
        if message.ts is not None:
            moment = f"{message.ts - starts.setdefault(message.trace, message.ts):.3f}"
        way = f"{message.sender} → {message.receiver or '*'}"
        table.add_row(
            _plain(message.trace or "–", 20), moment, _plain(way, 40), _plain(message.text or "–")
        )
    return table


def _measures(found: dict[str, Any]) -> Table:
    table = _table(t("trace.column_measure"), t("trace.column_value"))
    for name in _MEASURES:
        table.add_row(t(f"trace.{name}"), _number(found["overall"][name]))
    for name, count in found["agents"].items():
        table.add_row(f"[dim]{_plain(t('trace.sent', name=name))}[/dim]", str(count))
    return table


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def _number(value: float | int | None) -> str:
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.4f}"


def _plain(text: str, width: int = _TEXT_SHOWN) -> str:
    line = "".join(c if c.isprintable() else " " for c in text)
    return escape(line if len(line) <= width else f"{line[: width - 1]}…")
