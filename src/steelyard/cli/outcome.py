"""How a finished run is shown: the scorecard on the terminal, or one JSON event."""

from __future__ import annotations

import click
import orjson

from steelyard.bundle import Bundle
from steelyard.cli.progress import emit
from steelyard.errors import GateError
from steelyard.i18n import t


def show_outcome(bundle: Bundle, *, as_json: bool) -> None:
    """Show the run and fail if one of its gates did.

    Raises:
        GateError: a gate failed.
    """
    summary = bundle.summary()
    if as_json:
        report = orjson.loads((bundle.path / "report.json").read_bytes())
        emit("done", path=str(bundle.path), state=bundle.state, report=report)
    else:
        print_report(bundle)
        report_path = bundle.path / "report.html"
        click.echo(t("cli.run_written", path=bundle.path, report=report_path), err=True)
    failed = [gate["text"] for gate in summary["gates"] if not gate["passed"]]
    if failed:
        raise GateError(t("pipeline.gate_failed", gates="; ".join(failed)))


def print_report(bundle: Bundle, *, everything: bool = False) -> None:
    """Print the terminal report of a run."""
    from steelyard.bundle import connect
    from steelyard.cli.console import ResultConsole
    from steelyard.report import collect, terminal

    connection = connect(bundle.results_path)
    try:
        report = collect(bundle.manifest.values, bundle.summary(), connection)
    finally:
        connection.close()
    terminal(report, ResultConsole(), everything=everything)
