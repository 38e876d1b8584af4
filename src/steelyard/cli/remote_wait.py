"""Wait for a task, say how it ended, and exit as the same run here would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steelyard.cli.progress import emit
from steelyard.cli.remote import plain
from steelyard.cli.remote_progress import state_line, task_shown
from steelyard.errors import GateError, InterruptedRunError, RunStoppedError, UserError
from steelyard.i18n import t
from steelyard.i18n.numbers import value_text

if TYPE_CHECKING:
    from steelyard.client import Project, Run, TaskShown


def wait_for(project: Project, task_id: str, timeout: float | None, *, as_json: bool) -> None:
    """Wait until a task has ended and say how.

    Raises:
        GateError: it finished, and a gate failed.
        RunStoppedError: a limit of the plan ended it.
        UserError: it failed or was cancelled.
        InterruptedRunError: Ctrl-C; the task goes on.
    """
    try:
        with task_shown(as_json=as_json) as tell:
            task = project.tasks.wait(task_id, timeout=timeout, tell=tell)
    except KeyboardInterrupt:
        hint = t("remote.go_on", id=task_id)
        raise InterruptedRunError(t("remote.left_running"), hint=hint) from None
    _show(project, task, as_json=as_json)
    _refuse(project, task)


def _show(project: Project, task: TaskShown, *, as_json: bool) -> None:
    run = None if task.run_id is None else project.runs.show(task.run_id)
    if as_json:
        emit("done", task=plain(task), run=plain(run))
        return
    click.echo(state_line({"name": task.name, "after": task.state}))
    if run is None:
        return
    if run.score is not None:
        click.echo(t("remote.score", score=_first_number(run), rows=run.rows))
    if run.rows is not None:
        click.echo(t("remote.report_with", id=task.id), err=True)


def _first_number(run: Run) -> str:
    """Return the first number of a run's report: what it is called, its value, its source."""
    from steelyard.i18n import pick
    from steelyard.report.headline import number_name
    from steelyard.report.sources import headline_source

    id_ = run.headline.get("measure") or "overall"
    shown = f"{pick(number_name(id_))} {value_text(run.score, '%')}"
    source = headline_source(id_, run.headline.get("provenance"))
    return shown if source is None else t("remote.sourced", score=shown, source=pick(source))


def _refuse(project: Project, task: TaskShown) -> None:
    if task.state == "finished":
        if task.gates_failed and task.run_id is not None:
            gates = project.runs.show_summary(task.run_id)["gates"]
            failed = [gate["text"] for gate in gates if not gate["passed"]]
            raise GateError(t("pipeline.gate_failed", gates="; ".join(failed)))
        return
    message = t(f"remote.ended_{task.state}", name=task.name)
    kind = RunStoppedError if task.state == "stopped" else UserError
    hint = t("remote.resume_with", id=task.id) if task.state in ("stopped", "failed") else None
    raise kind(f"{message}\n{task.error}" if task.error else message, hint=hint)
