"""A virtual environment for an agent: one that is there, or one made for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from steelyard.conditions.environments.environment import Venv
from steelyard.conditions.environments.process import Order, run_command
from steelyard.errors import UserError
from steelyard.i18n import t


class Making(NamedTuple):
    """Where a virtual environment is made, in how much time, and whether pip is needed in it."""

    folder: Path
    timeout: float
    needs_pip: bool


async def ready_venv(venv: Venv, making: Making, on_line: Callable[[str], None]) -> None:
    """Make sure that a virtual environment stands in its folder.

    Raises:
        UserError: there is none, or it could not be made or filled.
    """
    folder = making.folder
    if not venv.create:
        if not python_of(folder).exists():
            raise UserError(t("environments.no_venv", folder=folder))
        return
    if not python_of(folder).exists():
        pip = [] if making.needs_pip else ["--without-pip"]
        words = [venv.python or sys.executable, "-m", "venv", *pip, str(folder)]
        await _run(words, making, on_line)
    if venv.packages:
        words = [str(python_of(folder)), "-m", "pip", "install", "--disable-pip-version-check"]
        words += ["--no-input", *venv.pip_options, *venv.packages]
        await _run(words, making, on_line)


def python_of(folder: Path) -> Path:
    """Return the Python of a virtual environment."""
    return bin_folder(folder) / ("python.exe" if os.name == "nt" else "python")


def bin_folder(folder: Path) -> Path:
    """Return the folder of its programs."""
    return folder / ("Scripts" if os.name == "nt" else "bin")


async def _run(words: list[str], making: Making, on_line: Callable[[str], None]) -> None:
    parent = making.folder.parent
    parent.mkdir(parents=True, exist_ok=True)
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONHOME", "PYTHONPATH")}
    problem = await run_command(Order(words, parent, env, {}), making.timeout, on_line)
    if problem is not None:
        raise UserError(problem)
