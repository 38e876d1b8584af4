"""An environment of the plan: how the agent gets to run there, and how one knows that it does."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from steelyard.conditions.sample import Sample
from steelyard.i18n import t

Command = str | list[str]
CostUnit = Literal["seconds", "minutes", "hours"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Venv(_Part):
    """A Python of its own for the agent, on this machine."""

    path: str | None = Field(
        None, description="folder of the virtual environment; a temporary one if it is to be made"
    )
    create: bool = Field(False, description="make it")
    packages: list[str] = Field([], description="what pip installs into it")
    python: str | None = Field(None, description="the Python to make it with; ours if unset")
    pip_options: list[str] = Field([], description="options of pip, such as --no-index")

    @model_validator(mode="after")
    def _sound(self) -> Venv:
        if self.path is None and not self.create:
            raise ValueError(t("environments.venv_nowhere"))
        if (self.packages or self.python) and not self.create:
            raise ValueError(t("environments.venv_not_ours"))
        return self


class Limits(_Part):
    """What the agent's processes may use."""

    memory_mb: int | None = Field(None, ge=1, description="address space of each process, in MiB")
    cpu_seconds: int | None = Field(None, ge=1, description="processor time of each process")
    files: int | None = Field(None, ge=8, description="files each process may have open")


class Ready(_Part):
    """How one knows that the agent runs: exactly one check."""

    http: str | None = Field(None, description="address that answers with a status below 400")
    tcp: int | str | None = Field(None, description="port, or host:port, that accepts connections")
    log: str | None = Field(None, description="pattern that a line of its output matches")
    command: Command | None = Field(None, description="command that ends with exit code 0")
    alive: float | None = Field(None, ge=0, description="seconds for which it has not ended")
    timeout: float = Field(60.0, gt=0, description="seconds to wait for it")
    interval: float = Field(0.2, gt=0, description="seconds between two looks")

    @model_validator(mode="after")
    def _one_check(self) -> Ready:
        kinds = ("http", "tcp", "log", "command", "alive")
        given = [kind for kind in kinds if getattr(self, kind) is not None]
        if len(given) != 1:
            found = ", ".join(given) or "–"
            raise ValueError(t("environments.one_check", found=found))
        return self


class Stop(_Part):
    """How the agent is ended."""

    command: Command | None = Field(None, description="run first, such as docker stop agent")
    grace: float = Field(
        5.0, ge=0, description="seconds between asking its processes to end and ending them"
    )


class Smoke(_Part):
    """A few cases that show whether the agent works, not only answers."""

    cases: int = Field(3, ge=1, description="how many of the first cases are asked")
    threshold: float = Field(1.0, ge=0, le=1, description="share of them that must be answered")
    timeout: float = Field(120.0, gt=0, description="seconds for all of them together")


class Environment(_Part):
    """One environment the agent is deployed to."""

    name: str = Field(min_length=1, max_length=200, description="name of the environment")
    start: Command | None = Field(
        None, description="starts the agent; unset: it runs already. Knows {port}, {name}, {python}"
    )
    shell: bool = Field(False, description="let a shell read `start`; otherwise no shell runs")
    command_template: str | None = Field(
        None, description='where `start` runs, such as "ssh host {command}"; unset: here'
    )
    detached: bool = Field(
        False, description="`start` returns while the agent goes on elsewhere; needs stop.command"
    )
    workdir: str = Field(".", description="folder to run in, relative to the plan")
    env: dict[str, str | None] = Field({}, description="variables to set; null takes one away")
    env_from: dict[str, str] = Field(
        {}, description="variable of the agent to variable of ours that holds its secret value"
    )
    inherit: bool = Field(True, description="start from our own variables")
    venv: Venv | None = Field(None, description="a virtual environment on this machine")
    limits: Limits = Field(default_factory=Limits, description="what it may use, on this machine")
    port: int | None = Field(None, ge=1, le=65535, description="{port}; a free one if unset")
    ready: Ready | None = Field(
        None, description="how one knows that it runs; unset: its {port}, or alive for a second"
    )
    stop: Stop = Field(default_factory=Stop, description="how it is ended")
    agent: dict[str, Any] | None = Field(
        None, description="what differs from the plan's agent, such as an address with {port}"
    )
    requirements: str | None = Field(
        None, description="requirements file, checked against a probe of this environment"
    )
    smoke: Smoke | None = Field(
        default_factory=Smoke, description="cases asked before the rest; null: none"
    )
    sample: Sample = Field(None, description="which cases are asked there; all if unset")
    attempts: int | None = Field(
        None, ge=1, description="how often to try; 1, or one more than there are fixes"
    )
    fix: list[Command] = Field(
        [], description="what is run before the second attempt, the third, ...; the last repeats"
    )
    setup_timeout: float = Field(
        600.0, gt=0, description="seconds for making a virtual environment, and for each fix"
    )
    person_hours: float = Field(0.0, ge=0, description="declared hours of people on adapting")
    cost_unit: CostUnit = Field("seconds", description="unit of adaptation_cost")

    @property
    def tries(self) -> int:
        """How often to try: unattended once, and once more after each fix."""
        return self.attempts or 1 + len(self.fix)

    @field_validator("agent")
    @classmethod
    def _one_adapter(cls, agent: dict[str, Any] | None) -> dict[str, Any] | None:
        if agent is not None and len(agent) != 1:
            raise ValueError(t("plan.one_adapter", found=", ".join(agent) or "–"))
        return agent

    @model_validator(mode="after")
    def _sound(self) -> Environment:
        for wrong, key in self._contradictions():
            if wrong:
                raise ValueError(t(f"environments.{key}"))
        return self

    def _contradictions(self) -> list[tuple[bool, str]]:
        elsewhere, limits = self.command_template is not None, self.limits.model_dump().values()
        later = self.tries > 1
        return [
            (elsewhere and "{command}" not in (self.command_template or ""), "no_command_mark"),
            (elsewhere and any(limits), "limits_elsewhere"),
            (elsewhere and self.venv is not None, "venv_elsewhere"),
            (elsewhere and self.shell, "shell_elsewhere"),
            (self.shell and not isinstance(self.start, str | None), "shell_words"),
            (self.detached and self.stop.command is None, "detached_needs_stop"),
            (later and not self.fix, "attempts_need_fix"),
            (self.tries < 1 + len(self.fix), "more_fixes"),
            (self.start is None and (later or self.detached), "nothing_to_start"),
        ]
