"""Three ways of showing a run's progress: live on a terminal, plain lines, JSON events."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any

import click
import orjson

from steelyard.i18n import t
from steelyard.runner import Progress, Tally

_PLAIN_SECONDS = 5.0


def choose_progress(*, as_json: bool) -> Progress:
    """Return the display that fits where the output goes."""
    if as_json:
        return JsonProgress()
    return LiveProgress() if sys.stderr.isatty() else PlainProgress()


def stage_label(name: str, facts: Mapping[str, Any]) -> str:
    """Return what a stage is called."""
    if name != "condition":
        return t(f"cli.stage_{name}", **facts)
    detail = facts["detail"]
    if facts["kind"] == "load":
        phase, blank, level = detail.partition(" ")
        detail = f"{t(f'report.phase_{phase}')}{blank}{level}"
    return t(f"cli.stage_condition_{facts['kind']}", detail=detail)


class PlainProgress(Progress):
    """A line per stage and every few seconds, for logs."""

    def __init__(self) -> None:
        self._said_at = 0.0
        self._said = ""

    def stage(self, name: str, **facts: Any) -> None:
        """Print the stage."""
        click.echo(stage_label(name, facts), err=True)
        if facts.get("done"):
            click.echo(t("cli.resumed_at", n=facts["done"]), err=True)

    def preview(self, judging: Mapping[str, Any]) -> None:
        """Print how answers will be judged."""
        from rich.console import Console

        from steelyard.cli.judging_preview import print_preview

        print_preview(judging, Console(stderr=True))

    def tick(self, tally: Tally) -> None:
        """Print the counts when they have not been printed for a while, and at the end."""
        finished = tally.done_before + tally.done == tally.total
        if not finished and time.monotonic() - self._said_at < _PLAIN_SECONDS:
            return
        self._said_at = time.monotonic()
        if (line := describe(tally)) != self._said:
            self._said = line
            click.echo(f"  {line}", err=True)


class LiveProgress(Progress):
    """One bar that moves."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        self._console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[say]}"),
            console=self._console,
            transient=True,
            auto_refresh=False,
        )
        self._task: Any = None
        self._label = ""

    def stage(self, name: str, **facts: Any) -> None:
        """Say the stage; while asking, show a bar."""
        label = stage_label(name, facts)
        if name in ("stopping", "condition", "worker_lost"):
            self._bar.console.print(label)
        elif name in ("asking", "judging"):
            self._end_bar()
            self._label = label
            if facts.get("done"):
                self._console.print(t("cli.resumed_at", n=facts["done"]))
            self._task = self._bar.add_task(label, total=facts["total"], say="")
            self._bar.start()
        else:
            self._end_bar()
            self._console.print(f"[dim]{label}[/dim]")

    def preview(self, judging: Mapping[str, Any]) -> None:
        """Print how answers will be judged."""
        from steelyard.cli.judging_preview import print_preview

        print_preview(judging, self._console)

    def tick(self, tally: Tally) -> None:
        """Move the bar."""
        if self._task is None:
            return
        done = tally.done_before + tally.done
        self._bar.update(self._task, completed=done, say=describe(tally), refresh=True)
        if done == tally.total:
            self._end_bar()
            self._console.print(f"{self._label}: {describe(tally)}", highlight=False)

    def _end_bar(self) -> None:
        if self._task is not None:
            self._bar.stop()
            self._task = None

    def __del__(self) -> None:
        self._end_bar()


class JsonProgress(Progress):
    """One JSON object per line on standard output."""

    def __init__(self) -> None:
        self._said_at = 0.0

    def stage(self, name: str, **facts: Any) -> None:
        """Emit the stage."""
        emit("stage", stage=name, **facts)

    def preview(self, judging: Mapping[str, Any]) -> None:
        """Emit how answers will be judged."""
        emit("judging", **judging)

    def tick(self, tally: Tally) -> None:
        """Emit the counts at most once a second, and at the end."""
        done = tally.done_before + tally.done
        if done < tally.total and time.monotonic() - self._said_at < 1.0:
            return
        self._said_at = time.monotonic()
        emit(
            "progress",
            done=done,
            total=tally.total,
            ok=tally.ok,
            failed=tally.failed,
            retries=tally.retries,
            tokens=tally.tokens,
            cost=tally.cost,
            elapsed_s=round(tally.elapsed, 3),
        )


def emit(event: str, **facts: Any) -> None:
    """Print one event."""
    click.echo(orjson.dumps({"event": event, **facts}, default=str).decode())


def describe(tally: Tally) -> str:
    """Return the counts in words: done, failed, rate, time left, tokens, cost, troubles."""
    done = tally.done_before + tally.done
    rate = tally.done / tally.elapsed if tally.elapsed > 0 else 0.0
    parts = [t("cli.progress_done", done=done, total=tally.total)]
    if tally.failed:
        parts.append(t("cli.progress_failed", n=tally.failed))
    parts.append(t("cli.progress_rate", rate=f"{rate:.3g}" if rate < 100 else f"{rate:.0f}"))
    if rate > 0 and done < tally.total:
        parts.append(t("cli.progress_eta", eta=_clock((tally.total - done) / rate)))
    if tally.tokens:
        parts.append(t("cli.progress_tokens", n=f"{tally.tokens:,}"))
    if tally.cost:
        parts.append(t("cli.progress_cost", cost=f"{tally.cost:.4g}"))
    if tally.waiting_for_agent:
        parts.append(t("cli.progress_waiting"))
    return " · ".join(parts)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
