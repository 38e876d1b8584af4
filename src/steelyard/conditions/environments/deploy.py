"""Deploy an agent to an environment: create, start, health check, smoke cases; then end it all.

    async with Deployment(environment, base=folder, smoke=ask_a_few) as deployment:
        if deployment.ready:
            agent = deployment.agent(plan.agent)
    rows = deployment.record.rows()

That an agent does not come to run is a finding, not an exception: `record` says how far it came.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from steelyard.conditions.environments.attempts import (
    Attempt,
    DeploymentRecord,
    SmokeResult,
    Stage,
)
from steelyard.conditions.environments.checklist import Checklist, check_environment
from steelyard.conditions.environments.environment import Environment
from steelyard.conditions.environments.issues import Issue, issue_in, issue_of_ending
from steelyard.conditions.environments.probe import Probe, take_probe
from steelyard.conditions.environments.process import Guarded, run_command
from steelyard.conditions.environments.ready import (
    Lines,
    default_ready,
    taken_address,
    until_ready,
)
from steelyard.conditions.environments.requirements import load_requirements, named_items
from steelyard.conditions.environments.setting import Setting, agent_with, make_setting
from steelyard.conditions.environments.venv import Making, python_of, ready_venv
from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.i18n.numbers import value_text

AskSmoke = Callable[["Deployment"], Awaitable[SmokeResult]]
OnStage = Callable[[int, Stage], None]

_STOP_S = 60.0
_TAIL_LINES, _TAIL_CHARS = 40, 500


class Deployment:
    """One environment while it is in use; everything started in it ends with the `with` block."""

    def __init__(
        self,
        environment: Environment,
        *,
        base: Path,
        smoke: AskSmoke | None = None,
        on_stage: OnStage = lambda number, stage: None,
    ) -> None:
        self.environment = environment
        self.ready = False
        self.error: str | None = None
        self._base = base
        self._smoke = smoke
        self._on_stage = on_stage
        self._requirements = (
            load_requirements(base / environment.requirements) if environment.requirements else None
        )
        self._attempts: list[Attempt] = []
        self._checklist: Checklist | None = None
        self._probe_error: str | None = None
        self._setting: Setting | None = None
        self._process: Guarded | None = None
        self._temporary: Path | None = None
        self._known: set[Issue] = set()
        self._trial = _Trial(1)

    @property
    def record(self) -> DeploymentRecord:
        """What is known so far."""
        asked = self.environment
        return DeploymentRecord(
            asked.name,
            tuple(self._attempts),
            self._checklist,
            self._probe_error,
            asked.person_hours,
            asked.cost_unit,
        )

    @property
    def output(self) -> tuple[str, ...]:
        """The last lines the agent said."""
        return tuple(self._trial.tail)

    def agent(self, agent: dict[str, Any]) -> dict[str, Any]:
        """Return the plan's agent as it is reached in this environment."""
        assert self._setting is not None
        return agent_with(agent, self.environment.agent, self._setting.values)

    async def __aenter__(self) -> Self:
        try:
            if self.environment.start is None:
                await self._find()
            for number in range(1, self.environment.tries + 1):
                if self.ready or self.environment.start is None:
                    break
                await self._attempt(number)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End everything that was started, and remove what was made for it."""
        self.ready = False
        try:
            await self._stop()
        finally:
            if self._temporary is not None:
                shutil.rmtree(self._temporary, ignore_errors=True)
                self._temporary = None

    async def _find(self) -> None:
        """Take an agent that runs already; nothing is deployed, so there is no attempt."""
        self._setting = make_setting(self.environment, base=self._base, venv=None)
        await self._check()
        if self.environment.ready is not None:
            lines = Lines(self.environment.ready.log)
            try:
                await until_ready(self.environment.ready, self._setting, None, lines)
            except UserError as error:
                self.error = str(error)
        self.ready = self.error is None

    async def _attempt(self, number: int) -> None:
        trial = self._trial = _Trial(number)
        try:
            await self._try(trial)
        except UserError as error:
            trial.error = str(error)
        except OSError as error:
            trial.error = f"{type(error).__name__}: {error}"
        trial.seconds = time.perf_counter() - trial.began
        if trial.error is not None:
            await self._stop()  # its last words come in here
        self._keep(trial)
        self.error = trial.error
        self.ready = trial.error is None

    async def _try(self, trial: _Trial) -> None:
        if trial.number > 1:
            await self._fix(trial)
        self._enter(trial, "create")
        setting = self._setting = await self._create(trial)
        trial.scrub = setting.scrub
        if self._checklist is None:
            await self._check()
        self._enter(trial, "start")
        ready = self.environment.ready or default_ready(setting)
        if (address := await taken_address(ready, setting)) is not None:
            raise UserError(t("environments.taken", address=address))
        lines = Lines(ready.log)

        def on_line(line: str) -> None:
            trial.hear(line)
            lines.hear(line)

        self._process = await Guarded.start(setting.start_order(), on_line)
        self._enter(trial, "ready")
        await until_ready(ready, setting, self._process, lines)
        if self._smoke is not None and self.environment.smoke is not None:
            self._enter(trial, "smoke")
            await self._ask(trial, self._smoke)
        self._enter(trial, "done")

    async def _fix(self, trial: _Trial) -> None:
        """Run what is to be done before this attempt, where the agent is to run."""
        self._enter(trial, "fix")
        fixes, venv = self.environment.fix, self._venv_folder()
        if venv is not None and not python_of(venv).exists():
            # `pip install` would find another pip, and change the Python of whoever runs us.
            raise UserError(t("environments.no_venv", folder=venv))
        anywhere = self.environment.model_copy(update={"workdir": "."})  # it may be what lacks
        setting = self._setting or make_setting(anywhere, base=self._base, venv=venv)
        trial.scrub = setting.scrub
        order = setting.order(fixes[min(trial.number - 2, len(fixes) - 1)])
        problem = await run_command(order, self.environment.setup_timeout, trial.hear)
        if problem is not None:
            raise UserError(problem)

    async def _create(self, trial: _Trial) -> Setting:
        venv, folder = self.environment.venv, self._venv_folder()
        if venv is not None and folder is not None:
            needs_pip = bool(venv.packages or self.environment.fix)
            making = Making(folder, self.environment.setup_timeout, needs_pip=needs_pip)
            await ready_venv(venv, making, trial.hear)
        return make_setting(self.environment, base=self._base, venv=folder)

    def _venv_folder(self) -> Path | None:
        venv = self.environment.venv
        if venv is None:
            return None
        if venv.path is not None:
            return (self._base / venv.path).absolute()
        if self._temporary is None:
            self._temporary = Path(tempfile.mkdtemp(prefix="steelyard-venv-"))
        return self._temporary

    async def _check(self) -> None:
        """Probe the environment and check it, once: as it was found before anything was fixed."""
        if self._requirements is None:
            return
        assert self._setting is not None
        ask, name = named_items(self._requirements), self.environment.name
        try:
            probe = await asyncio.to_thread(take_probe, ask, self._setting.where(), name=name)
        except UserError as error:
            self._probe_error = str(error)
            probe = Probe(name, datetime.now(UTC).isoformat(timespec="seconds"), {})
        self._checklist = check_environment(self._requirements, probe, name=name)

    async def _ask(self, trial: _Trial, smoke: AskSmoke) -> None:
        asked = self.environment.smoke
        assert asked is not None
        try:
            result = trial.smoke = await asyncio.wait_for(smoke(self), asked.timeout)
        except TimeoutError:
            seconds = f"{asked.timeout:g}"
            raise UserError(t("environments.smoke_slow", seconds=seconds)) from None
        for error in result.errors:
            trial.add(issue_in(trial.scrub(error)))
        if result.asked == 0 or result.passed / result.asked < asked.threshold:
            said = {"passed": result.passed, "asked": result.asked}
            wanted = value_text(asked.threshold, "%")
            raise UserError(t("environments.smoke_failed", **said, wanted=wanted))

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None or self._setting is None:
            return
        if process.code is not None and self._trial.error is not None:
            program = self._setting.start_order().argv[0]
            self._trial.add(issue_of_ending(process.code, program))
        try:
            if self.environment.stop.command is not None:
                order = self._setting.order(self.environment.stop.command)
                await run_command(order, _STOP_S, self._trial.hear)
        finally:
            await process.end()

    def _enter(self, trial: _Trial, stage: Stage) -> None:
        trial.stage = stage
        self._on_stage(trial.number, stage)

    def _keep(self, trial: _Trial) -> None:
        """Keep an attempt; an issue counts where it was first seen, by whatever means."""
        failed = self._checklist.failed_packages if self._checklist else frozenset()
        new = tuple(
            issue
            for issue in trial.issues
            if issue not in self._known and issue.package not in failed
        )
        self._known |= set(new)
        self._attempts.append(trial.attempt(new))


class _Trial:
    """An attempt while it lasts."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.stage: Stage = "create"
        self.error: str | None = None
        self.smoke: SmokeResult | None = None
        self.issues: dict[Issue, None] = {}
        self.tail: deque[str] = deque(maxlen=_TAIL_LINES)
        self.scrub: Callable[[str], str] = str
        self._started_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.began = time.perf_counter()
        self.seconds = 0.0

    def hear(self, line: str) -> None:
        """Keep a line of output, and the issue it may tell of."""
        text = self.scrub(line)
        self.tail.append(text[:_TAIL_CHARS])
        self.add(issue_in(text))

    def add(self, issue: Issue | None) -> None:
        """Add an issue once."""
        if issue is not None:
            self.issues[issue] = None

    def attempt(self, issues: tuple[Issue, ...]) -> Attempt:
        """Return the record of this attempt."""
        return Attempt(
            number=self.number,
            stage=self.stage,
            success=self.error is None,
            started_at=self._started_at,
            seconds=self.seconds,
            error=self.error,
            output=tuple(self.tail),
            issues=issues,
            smoke=self.smoke,
        )
