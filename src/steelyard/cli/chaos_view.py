"""How `steelyard chaos` shows what it does: live on a terminal, plain lines, JSON events."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
import orjson

from steelyard.cli.console import ResultConsole
from steelyard.cli.progress import emit
from steelyard.conditions.faults import FAULTS, Counts, Event, Fault, Rule
from steelyard.i18n import pick, t
from steelyard.i18n.numbers import value_text

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

_PLAIN_SECONDS = 5.0


class ChaosView:
    """Counts what happens and shows it."""

    def __init__(self, rules: Sequence[Rule], *, as_json: bool) -> None:
        self._rules = rules
        self._json = as_json
        self._counts = Counts()
        self._landed: Counter[str] = Counter()
        self._missed: Counter[str] = Counter()
        self._live: Live | None = None
        self._said, self._said_at = "", 0.0

    def begin(self, url: str, upstream: str, counts: Counts) -> None:
        """Say that the proxy is up."""
        self._counts = counts
        if self._json:
            emit("listening", url=url, upstream=upstream)
            return
        click.echo(t("cli_chaos.listening", url=url, upstream=upstream), err=True)
        self._said = self._line()
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            console = Console(stderr=True)
            self._live = Live(self._table(), console=console, transient=True, auto_refresh=False)
            self._live.start()

    def event(self, event: Event) -> None:
        """Count one."""
        (self._landed if event.landed else self._missed)[event.kind] += 1
        if self._json:
            emit("fault", **event._asdict())

    def tick(self) -> None:
        """Show the counts, on a log only when they changed and not too often."""
        if self._live is not None:
            self._live.update(self._table(), refresh=True)
        elif not self._json and time.monotonic() - self._said_at > _PLAIN_SECONDS:
            line = self._line()
            if line != self._said:
                self._said, self._said_at = line, time.monotonic()
                click.echo(line, err=True)

    def end(self) -> None:
        """Give the terminal back."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def summary(self) -> None:
        """Print what came of it."""
        if self._json:
            emit("done", **self._facts())
            return
        click.echo(self._line())
        ResultConsole().print(self._table())

    def _line(self) -> str:
        return t(
            "cli_chaos.counts",
            requests=self._counts.requests,
            disturbed=self._landed.total(),
            failed=self._counts.upstream_failed,
        )

    def _table(self) -> Table:
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        table.add_column(t("cli_chaos.col_id"), no_wrap=True)
        for name in ("share", "landed", "missed"):
            table.add_column(t(f"cli_chaos.col_{name}"), justify="right")
        for rule in self._rules:
            landed, missed = self._landed[rule.kind], self._missed[rule.kind]
            table.add_row(rule.kind, value_text(rule.share, "%"), str(landed), str(missed))
        return table

    def _facts(self) -> dict[str, Any]:
        return {
            "requests": self._counts.requests,
            "upstream_failed": self._counts.upstream_failed,
            "landed": dict(self._landed),
            "missed": dict(self._missed),
        }


def show_list(*, as_json: bool) -> None:
    """Print every fault."""
    if as_json:
        click.echo(orjson.dumps([_record(fault) for fault in FAULTS]).decode())
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for name in ("id", "params", "meaning"):
        table.add_column(t(f"cli_chaos.col_{name}"), no_wrap=name == "id")
    for fault in FAULTS:
        params = "\n".join(f"{p.name} {_value(p.default)}" for p in fault.params)
        table.add_row(fault.id, params, pick(fault.meaning))
    ResultConsole().print(table)


def _value(value: Any) -> str:
    return "null" if value is None else f"{value:g}"


def _record(fault: Fault) -> dict[str, Any]:
    params = [
        {
            "name": param.name,
            "default": param.default,
            "minimum": param.minimum,
            "maximum": param.maximum,
            "about": pick(param.words),
        }
        for param in fault.params
    ]
    return {
        "id": fault.id,
        "title": pick(fault.title),
        "meaning": pick(fault.meaning),
        "on_wire": fault.on_wire is not None,
        "params": params,
    }
