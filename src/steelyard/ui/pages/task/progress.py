"""How far a task is: asked, rate, remaining, failures, spent. Numbers change where they stand."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from nicegui import ui

from steelyard.i18n import t
from steelyard.report.numbers import NOTHING, count_text, duration_text, significant
from steelyard.server.db.tables import Task
from steelyard.ui.components import label, panel
from steelyard.ui.components.badge import STATES, Tone, state_word

_LOOKED_BACK_S = 20.0
_STAGES = (
    *("reading", "asking", "condition", "tabulating", "judging", "summarising", "comparing"),
    "stopping",
)


class Speed:
    """Asks per second over the last moments, as seen from here."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def note(self, done: int, now: float) -> float | None:
        """Take how many were done; return the rate, None while it is not known."""
        self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[0][0] > _LOOKED_BACK_S:
            self._seen.popleft()
        (begun, before), (last, after) = self._seen[0], self._seen[-1]
        return (after - before) / (last - begun) if last - begun >= 1 else None


class _Gauge(NamedTuple):
    value: ui.label
    note: ui.label


class Gauges:
    """Four numbers and a bar."""

    def __init__(self, task: Task) -> None:
        self._speed = Speed()
        with panel(span=3) as frame:
            frame.classes("sy-kpi")
            self._asked = _gauge(t("ui.asked"))
            with ui.element("div").classes("sy-bar sy-progress") as track:
                track.props["role"] = "progressbar"
                track.props["aria-label"] = t("ui.progress")
                self._fill = ui.element("div")
            self._track = track
        self._rate = _card(t("ui.rate"))
        self._failed = _card(t("ui.failures"))
        self._spent = _card(t("ui_tasks.spent"))
        self.show(task)

    def show(self, task: Task) -> None:
        """Show what is known of the task now."""
        facts = task.progress
        done, total = int(facts.get("done") or 0), int(facts.get("total") or 0)
        share = min(1.0, done / total) if total else 0.0
        _set(
            self._asked,
            f"{count_text(done)} / {count_text(total or None)}",
            stage_text(task.state, facts),
        )
        width = f"{100 * share:.1f}%"
        if self._fill.style.get("width") != width:
            self._fill.style["width"] = width
            self._fill.update()
            self._track.props["aria-valuenow"] = round(100 * share)
            self._track.update()
        self._show_rate(task, done, total)
        retries = t("ui_tasks.retries_made", n=count_text(facts.get("retries") or 0))
        _set(self._failed, count_text(facts.get("failed") or 0), retries)
        tokens, cost = facts.get("tokens"), facts.get("cost")
        spent = t("ui_tasks.cost_is", cost=significant(cost)) if cost else t("ui_tasks.no_cost")
        said = t("ui_tasks.tokens_are", n=count_text(tokens)) if tokens else NOTHING
        _set(self._spent, _took(task), f"{said} · {spent}")

    def _show_rate(self, task: Task, done: int, total: int) -> None:
        rate = self._speed.note(done, time.monotonic())
        if task.state != "running":
            _set(self._rate, NOTHING, t("ui_tasks.at_rest"))
            return
        if rate is None and task.started_at is not None and done:
            rate = done / max(1.0, (datetime.now(UTC) - task.started_at).total_seconds())
        if not rate:
            said = "waiting" if task.progress.get("waiting_for_agent") else "no_answer_lately"
            _set(self._rate, NOTHING if rate is None else "0", t(f"ui_tasks.{said}"))
            return
        left = duration_text((total - done) / rate) if total > done else NOTHING
        _set(self._rate, t("ui_tasks.per_second", n=significant(rate)), t("ui_tasks.left", n=left))


class Stages:
    """What a task that asks nobody is at, and how long it takes."""

    def __init__(self, task: Task) -> None:
        self._stage = _card(t("ui_tasks.stage"), span=6)
        self._took = _card(t("ui_tasks.time"), span=6)
        self.show(task)

    def show(self, task: Task) -> None:
        """Show what is known of the task now."""
        at = stage_text(task.state, task.progress) or state_word(task.state)
        _set(self._stage, at, t("ui_tasks.nobody_asked"))
        _set(self._took, _took(task), "")


def gauges_of(task: Task) -> Gauges | Stages:
    """Show how far a task is, as suits what it does."""
    return Stages(task) if task.kind == "rescore" else Gauges(task)


def task_name(name: str, kind: str) -> str:
    """Return what a task is called: one that follows a run says what it does with it."""
    return name if kind == "run" else f"{name} · {t(f'ui_tasks.kind_{kind}')}"


def _card(name: str, *, span: int = 3) -> _Gauge:
    with panel(span=span) as frame:
        frame.classes("sy-kpi")
        return _gauge(name)


def _gauge(name: str) -> _Gauge:
    label(name, "sy-kpi-name")
    value = ui.label(NOTHING).classes("sy-kpi-value")
    return _Gauge(value, ui.label("").classes("sy-quiet sy-small"))


def _set(gauge: _Gauge, value: str, note: str) -> None:
    if gauge.value.text != value:
        gauge.value.set_text(value)
    if gauge.note.text != note:
        gauge.note.set_text(note)


def stage_text(state: str, progress: Mapping[str, Any]) -> str:
    """Return what a running task is at; nothing for any other."""
    stage = str(progress.get("stage") or "")
    return t(f"ui_tasks.stage_{stage}") if stage in _STAGES and state == "running" else ""


def state_cell(state: str, progress: Mapping[str, Any]) -> tuple[str, Tone, bool]:
    """Return the state as a table shows it; once everything is asked, what is done with it."""
    tone, live = STATES.get(state, ("idle", False))
    done, total = progress.get("done") or 0, progress.get("total") or 0
    said = stage_text(state, progress) if total and done >= total else ""
    return said or state_word(state), tone, live


def _took(task: Task) -> str:
    if task.started_at is None:
        return NOTHING
    end = task.finished_at or datetime.now(UTC)
    seconds = (end - task.started_at).total_seconds()
    # While it counts, digits after the point would only flicker.
    return f"{seconds:.0f} s" if seconds < 60 else duration_text(seconds)
