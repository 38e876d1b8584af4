"""Tasks: started from a plan, and waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard.client.areas.tasks import ProjectTasks, Task, TaskShown
from steelyard.client.errors import WaitedTooLongError
from steelyard.client.events import Events, News
from steelyard.client.plans import Choice, prepare
from steelyard.i18n import t

if TYPE_CHECKING:
    from steelyard.client.project import Project
    from steelyard.client.wire import Wire

ENDED = frozenset({"finished", "stopped", "failed", "cancelled"})
_SILENCE = 20.0


class Tasks(ProjectTasks):
    """Tasks of a project."""

    def __init__(self, wire: Wire, project: Project) -> None:
        super().__init__(wire, project.id)
        self._of = project

    def start(
        self,
        plan: str | Path | Mapping[str, Any],
        choice: Choice | None = None,
        *,
        name: str | None = None,
        priority: int = 0,
    ) -> Task:
        """Queue a plan; cases in a file beside it are uploaded first.

        Args:
            plan: a YAML file, or what stands in one.
            choice: agent, dataset or scorecard of the project instead of the plan's.
            name: of the task; by default that of the plan.
            priority: tasks with a higher one go first.
        """
        body = prepare(self._of, plan, choice or Choice())
        return self.create(**body, name=name, priority=priority)

    def wait(
        self,
        task: str,
        *,
        timeout: float | None = None,
        tell: Callable[[News], None] | None = None,
    ) -> TaskShown:
        """Return a task when it has ended: finished, stopped, failed or cancelled.

        Args:
            task: its id.
            timeout: the most seconds to wait; by default there is no end.
            tell: is told of every move and all progress.

        Raises:
            WaitedTooLongError: the time is up; the task goes on.
        """
        end = None if timeout is None else time.monotonic() + timeout
        silence = _SILENCE if timeout is None else min(_SILENCE, max(timeout, 0.1))
        last = self.show_history(task)[-1]
        if last.after not in ENDED:
            events = Events(self._wire, self._project).listen(task, last=last.id, silence=silence)
            for news in events:
                if news is not None and tell is not None:
                    tell(news)
                if news is not None and news.data.get("after") in ENDED:
                    break
                if end is not None and time.monotonic() >= end:
                    raise WaitedTooLongError(t("client.waited", seconds=f"{timeout:g}"))
            events.close()  # type: ignore[attr-defined]
        return self.show(task)
