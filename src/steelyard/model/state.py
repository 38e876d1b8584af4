"""The states of a run and the one table of moves between them."""

from __future__ import annotations

from enum import StrEnum


class RunState(StrEnum):
    """Where a run is."""

    CREATED = "created"  # the bundle exists, its cases are being written
    RUNNING = "running"  # cases are on disk, asks are being journalled
    INTERRUPTED = "interrupted"  # stopped by the user or by a signal
    STOPPED = "stopped"  # ended by a limit or by fail_on_error
    FINALISING = "finalising"  # every ask is journalled, tables are being written
    FINISHED = "finished"  # tables are whole; the journal is no longer needed
    FAILED = "failed"  # no request got an answer; tables and journal are there


TRANSITIONS: dict[RunState, frozenset[RunState]] = {
    RunState.CREATED: frozenset({RunState.RUNNING}),
    RunState.RUNNING: frozenset({RunState.INTERRUPTED, RunState.STOPPED, RunState.FINALISING}),
    RunState.INTERRUPTED: frozenset({RunState.RUNNING}),
    RunState.STOPPED: frozenset({RunState.RUNNING, RunState.FINALISING}),
    # Back to running: a kill came before the tables, or damaged replies were dropped.
    RunState.FINALISING: frozenset({RunState.RUNNING, RunState.FINISHED, RunState.FAILED}),
    RunState.FAILED: frozenset({RunState.RUNNING, RunState.FINISHED}),  # people gave verdicts
    RunState.FINISHED: frozenset({RunState.RUNNING}),  # cases that failed are asked again
}
RESUMABLE = frozenset(RunState) - {RunState.FINISHED, RunState.FAILED}
