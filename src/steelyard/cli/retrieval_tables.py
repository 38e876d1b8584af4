"""How an evaluation of run files is shown on the terminal."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from steelyard.i18n import t

_MOST_QUERIES = 200
_FIRST, _EACH = 22, 25  # columns of the terminal that the metrics take, and each run


def show(found: dict[str, Any]) -> None:
    """Print a table of the runs, what was compared, and the notes."""
    console = Console(width=None if sys.stdout.isatty() else 100, highlight=False)
    side_by_side = max(1, (console.width - _FIRST) // _EACH)
    for at in range(0, len(found["runs"]), side_by_side):
        console.print(_runs(found["runs"][at : at + side_by_side]))
    for record in found["runs"]:
        if "per_query" in record:
            console.print(_queries(record, found["options"]["cutoffs"]))
            if (more := len(record["per_query"]) - _MOST_QUERIES) > 0:
                console.print(t("retrieval.more_queries", n=more))
    for comparison in found.get("comparisons", ()):
        console.print(_comparison(comparison))
        if comparison["changed"]:
            console.print(_changed(comparison))
    for note in found["notes"]:
        console.print(f"[dim]{escape(t('cli.warning'))}[/dim] {escape(note)}")


def _runs(records: list[dict[str, Any]]) -> Table:
    table = _table(t("retrieval.metric"), *(_plain(record["name"]) for record in records))
    counts = (t("retrieval.queries", n=record["queries"]) for record in records)
    table.add_row(f"[dim]{t('retrieval.interval')}[/dim]", *(f"[dim]{c}[/dim]" for c in counts))
    for metric in records[0]["metrics"]:
        cells = []
        for record in records:
            bounds = record["intervals"].get(metric, {})
            cells.append(_cell(record["metrics"][metric], bounds.get("low"), bounds.get("high")))
        table.add_row(metric, *cells)
    return table


def _queries(record: dict[str, Any], cutoffs: list[int]) -> Table:
    k = min(cutoffs)
    names = (f"precision@{k}", f"recall@{k}", f"ndcg@{k}", "ap", "rr")
    table = _table(f"{t('retrieval.query_column')} · {_plain(record['name'])}", *names)
    for query, values in list(record["per_query"].items())[:_MOST_QUERIES]:
        table.add_row(_plain(query), *(_number(values[name]) for name in names))
    return table


def _comparison(comparison: dict[str, Any]) -> Table:
    title = t("retrieval.against", other=comparison["other"], base=comparison["base"])
    headings = (t(f"retrieval.{name}") for name in ("difference", "n", "better", "worse", "equal"))
    table = _table(_plain(title), *headings)
    for metric, values in comparison["metrics"].items():
        cell = _cell(values["difference"], values["low"], values["high"], sign="+")
        counts = (str(values[name]) for name in ("n", "better", "worse", "equal"))
        table.add_row(metric, cell, *counts)
    return table


def _changed(comparison: dict[str, Any]) -> Table:
    by = comparison["changed_by"]
    headings = (_plain(comparison["base"]), _plain(comparison["other"]), "Δ")
    table = _table(t("retrieval.changed", metric=by), *headings)
    for row in comparison["changed"]:
        change = f"{row['difference']:+.4f}"
        table.add_row(_plain(row["query"]), _number(row["base"]), _number(row["other"]), change)
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, overflow="fold")
    for heading in others:
        table.add_column(heading, justify="right", overflow="fold")
    return table


def _cell(value: float | None, low: float | None, high: float | None, sign: str = "") -> str:
    if value is None or low is None or high is None:
        return _number(value, sign)
    return f"{value:{sign}.4f} [dim]\\[{low:{sign}.4f}, {high:{sign}.4f}][/dim]"


def _number(value: float | None, sign: str = "") -> str:
    return "–" if value is None else f"{value:{sign}.4f}"


def _plain(text: str) -> str:
    return escape("".join(c if c.isprintable() else " " for c in text))
