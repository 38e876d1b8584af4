"""How a finished run is shown: the scorecard on the terminal, or one JSON event."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

import click
import orjson

from steelyard.bundle import Bundle
from steelyard.cli.summary_file import append_summary
from steelyard.errors import GateError, NoVerdictError
from steelyard.i18n import t
from steelyard.i18n.numbers import count_text
from steelyard.model import RunState


def show_outcome(bundle: Bundle, *, as_json: bool, summary: bool = False) -> None:
    """Show the run and fail if one of its gates did.

    Args:
        bundle: the run.
        as_json: one event instead of the report.
        summary: append to the summary of the job, too.

    Raises:
        GateError: a gate failed.
        NoReplyError: no request got an answer.
        NoVerdictError: there are gates, but too few verdicts.
    """
    if summary:
        from steelyard.report import report_of

        append_summary(report_of(bundle))
    if as_json:
        from steelyard.cli.progress import emit

        report = orjson.loads((bundle.path / "report.json").read_bytes())
        emit("done", path=str(bundle.path), state=bundle.state, report=report)
    else:
        print_report(bundle)
        report_path = bundle.path / "report.html"
        click.echo(t("cli.run_written", path=bundle.path, report=report_path), err=True)
    if bundle.state is RunState.FAILED:
        from steelyard.judging import no_reply_error

        raise no_reply_error(bundle)
    found = bundle.summary()
    _check_verdicts(found)
    failed = [gate["text"] for gate in found["gates"] if not gate["passed"]]
    if failed:
        raise GateError(t("pipeline.gate_failed", gates="; ".join(failed)))


def _check_verdicts(summary: Mapping[str, Any]) -> None:
    """Refuse to rely on gates where few answers have a verdict."""
    judging = summary.get("judging") or {}
    reason = (judging.get("warning") or {}).get("reason")
    if reason == "few_verdicts" and summary["gates"]:
        facts = {name: count_text(judging[name]) for name in ("verdicts", "answered")}
        raise NoVerdictError(t("pipeline.few_verdicts", **facts))


def print_report(bundle: Bundle, *, everything: bool = False) -> None:
    """Print the terminal report of a run."""
    from steelyard.cli.console import ResultConsole
    from steelyard.report import report_of, terminal

    terminal(
        report_of(bundle, cases=False),
        ResultConsole(),
        everything=everything,
        path=shlex.quote(str(bundle.path)),
    )
