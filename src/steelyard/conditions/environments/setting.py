"""Where an agent's commands run: folder, variables, placeholders, and the words to start it."""

from __future__ import annotations

import os
import socket
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steelyard.conditions.environments.commands import fill, words_of, wrap
from steelyard.conditions.environments.environment import Command, Environment
from steelyard.conditions.environments.probe import MARK, Where
from steelyard.conditions.environments.process import Order
from steelyard.conditions.environments.venv import bin_folder, python_of
from steelyard.errors import UserError
from steelyard.i18n import t
from steelyard.model import inherited_variables, open_port, secret_value

# Without these hardly any program starts; all others are left out when nothing is inherited.
_BASIC = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT")
_LIMITS = {"memory_mb": "RLIMIT_AS", "cpu_seconds": "RLIMIT_CPU", "files": "RLIMIT_NOFILE"}
_MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Setting:
    """An environment of the plan on this machine, for one attempt."""

    environment: Environment
    folder: Path
    venv: Path | None
    env: dict[str, str] = field(repr=False)
    secrets: tuple[str, ...] = field(repr=False)
    values: dict[str, str | int]

    def start_order(self) -> Order:
        """Return what starts the agent."""
        asked = self.environment
        assert asked.start is not None
        if asked.shell:
            argv = ["/bin/sh", "-c", fill(str(asked.start), self.values)]
        else:
            argv = words_of(asked.start, self.values)
        if asked.command_template is not None:
            argv = wrap(fill(asked.command_template, self.values), argv, "{command}")
        given = asked.limits.model_dump(exclude_none=True)
        limits = {_LIMITS[name]: amount for name, amount in given.items()}
        if "RLIMIT_AS" in limits:
            limits["RLIMIT_AS"] *= _MEGABYTE
        return Order(argv, self.folder, self.env, limits, asked.stop.grace)

    def order(self, command: Command) -> Order:
        """Return another command of the user, such as a fix: here, and without the limits."""
        return Order(words_of(command, self.values), self.folder, self.env, {}, grace=1.0)

    def where(self) -> Where:
        """Return where this environment is probed."""
        template = self.environment.command_template
        if template is not None:
            command = fill(template, self.values).replace("{command}", MARK)
            return Where(command=command, env=self.env, cwd=self.folder)
        return Where(python=str(self.values["python"]), env=self.env, cwd=self.folder)

    def scrub(self, text: str) -> str:
        """Return a text without secret values."""
        for secret in self.secrets:
            text = text.replace(secret, "***")
        return text


def make_setting(environment: Environment, *, base: Path, venv: Path | None) -> Setting:
    """Return the setting of one attempt, with a port that is free now.

    Raises:
        UserError: the folder or a secret is not there.
    """
    folder = (base / environment.workdir).resolve()
    if not folder.is_dir():
        raise UserError(t("environments.no_folder", folder=folder))
    secrets = _secrets(environment)
    values: dict[str, str | int] = {
        "port": environment.port or free_port(),
        "name": environment.name,
        "python": str(python_of(venv)) if venv else sys.executable,
    }
    if environment.start is not None:
        open_port(int(values["port"]))
    env = {**_inherited(environment, venv), **secrets}
    for name, value in environment.env.items():
        env.pop(name, None)
        if value is not None:
            env[name] = fill(value, values)
    return Setting(environment, folder, venv, env, tuple(filter(None, secrets.values())), values)


def agent_with(agent: dict[str, Any], changes: Any, values: dict[str, str | int]) -> dict[str, Any]:
    """Return the plan's agent with what differs here; another adapter replaces it altogether."""
    if changes is None:
        return agent
    same = agent.keys() == changes.keys()
    merged: dict[str, Any] = _filled(_merged(agent, changes) if same else changes, values)
    return merged


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _inherited(environment: Environment, venv: Path | None) -> dict[str, str]:
    env = inherited_variables()
    if not environment.inherit:
        env = {name: env[name] for name in _BASIC if name in env}
    # A line that an agent has said must not sit in its buffer while we wait for it.
    env.setdefault("PYTHONUNBUFFERED", "1")
    if venv is not None:
        for name in ("PYTHONHOME", "PYTHONPATH"):  # would bring packages the target does not have
            env.pop(name, None)
        env["VIRTUAL_ENV"] = str(venv)
        env["PATH"] = f"{bin_folder(venv)}{os.pathsep}{env.get('PATH', os.defpath)}"
    return env


def _secrets(environment: Environment) -> dict[str, str]:
    found = {}
    for name, variable in environment.env_from.items():
        value = secret_value(variable)
        if value is None:
            raise UserError(t("environments.no_secret", name=name))
        found[name] = value
    return found


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
    return new


def _filled(value: Any, values: dict[str, str | int]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(inner, values) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, values) for inner in value]
    return fill(value, values) if isinstance(value, str) else value
