"""A task in the hands of a worker: what it tells, and how it is told to stop."""

from __future__ import annotations

import threading
import time
from typing import Any, Literal

from steelyard.errors import InterruptedRunError
from steelyard.i18n import t
from steelyard.runner import Progress, Stopper, Tally

Why = Literal["pause", "cancel", "drain", "fenced"]
# Seconds that asks in flight get to come home; what does not is asked again.
_GRACE: dict[Why, float] = {"pause": 10.0, "drain": 5.0, "cancel": 0.0, "fenced": 0.0}
_STRONGER: tuple[Why, ...] = ("pause", "drain", "cancel", "fenced")
# What needs memory and a core of its own; asking, also of judges, needs neither.
_HEAVY = frozenset({"tabulating", "summarising", "comparing"})
_TURN_SECONDS = 0.2
_ADDED_UP = ("failed", "retries", "tokens", "cost")  # each process counts these from nothing


class Carried(Progress):
    """Hears the run in its own thread; the watch reads what it heard and writes it down.

    Args:
        task_id: of the task.
        attempt: the hand-over by which this worker has it.
        progress: what was known of it before.
        patience: seconds without anything new before the task counts as stuck.
        turns: how many tasks of this worker may do heavy work at a time.
    """

    def __init__(
        self,
        task_id: str,
        attempt: int,
        progress: dict[str, Any],
        patience: float,
        turns: threading.Semaphore | None = None,
    ) -> None:
        self.task_id = task_id
        self.attempt = attempt
        self.stopper = Stopper()
        self.why: Why | None = None
        self._asked = 0.0
        self._lock = threading.Lock()
        self._facts = {**progress, "stuck": False}
        self._before = {name: progress.get(name) or 0 for name in _ADDED_UP}
        self._changed = time.monotonic()
        self._patience = patience
        self._turns = turns or threading.Semaphore()
        self._has_turn = False

    def stop(self, why: Why) -> None:
        """Ask for an end; may be said from any thread, again and more urgently."""
        with self._lock:
            if self.why is None or _STRONGER.index(why) > _STRONGER.index(self.why):
                self.why = why
                self._asked = time.monotonic()

    def facts(self) -> dict[str, Any]:
        """Return what is known now."""
        with self._lock:
            return dict(self._facts)

    @property
    def stuck(self) -> bool:
        """Whether nothing has happened for longer than the plan explains."""
        return time.monotonic() - self._changed > self._patience

    def tell(self, **facts: Any) -> None:
        """Note something; what is new shows that the task moves."""
        with self._lock:
            if any(self._facts.get(name) != value for name, value in facts.items()):
                self._facts |= facts
                self._changed = time.monotonic()
                self._facts["stuck"] = False

    def say_stuck(self) -> bool:
        """Note that it is stuck; True the first time."""
        with self._lock:
            said, self._facts["stuck"] = self._facts["stuck"], True
            return not said

    def stage(self, name: str, **facts: Any) -> None:
        """A stage began: the moment to stop between two, which costs no more than a kill does."""
        self.tell(stage=name, **{key: facts[key] for key in ("total", "done") if key in facts})
        if self.why is not None and name != "stopping":
            raise InterruptedRunError(t("pipeline.interrupted"))
        if name not in _HEAVY:
            self.let_others()
        elif not self._has_turn:
            self._wait_for_turn()

    def let_others(self) -> None:
        """End heavy work, if there was some."""
        if self._has_turn:
            self._has_turn = False
            self._turns.release()

    def _wait_for_turn(self) -> None:
        while not self._turns.acquire(timeout=_TURN_SECONDS):
            self._changed = time.monotonic()  # nothing is wrong with it
            if self.why is not None:
                raise InterruptedRunError(t("pipeline.interrupted"))
        self._has_turn = True

    def read(self, rows: int) -> None:
        """So many rows of the dataset have been read."""
        self.tell(read=rows)
        self.stage("reading")

    def tick(self, tally: Tally) -> None:
        """Note the counts; called in the event loop, where the run may be stopped."""
        self.tell(
            total=tally.total,
            done=tally.done_before + tally.done,
            **{name: self._before[name] + getattr(tally, name) for name in _ADDED_UP},
            waiting_for_agent=tally.waiting_for_agent,
            last_error=tally.last_error,
        )
        if self.why is None:
            return
        self.stopper.stop()
        if time.monotonic() - self._asked >= _GRACE[self.why]:
            self.stopper.abort()
