"""Finding the function a plan names: `module:callable` or `path/to/file.py:callable`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from steelyard.errors import AgentSetupError
from steelyard.i18n import t


def load_target(target: str, base: Path) -> Callable[..., Any]:
    """Return the callable that `target` names; files and modules beside the plan are found too."""
    source, _, name = target.rpartition(":")
    if not source or not name:
        raise AgentSetupError(t("agents.target_form", target=target))
    try:
        module = _from_file(base / source) if source.endswith(".py") else _from_name(source, base)
    except AgentSetupError:
        raise
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise AgentSetupError(t("agents.target_import", target=target, problem=problem)) from error
    try:
        function = attrgetter(name)(module)
    except AttributeError:
        names = [n for n, v in vars(module).items() if callable(v) and not n.startswith("_")]
        shown = ", ".join(names) or t("agents.nothing")
        message = t("agents.target_missing", source=source, name=name, names=shown)
        raise AgentSetupError(message) from None
    if not callable(function):
        raise AgentSetupError(t("agents.target_not_callable", target=target))
    found: Callable[..., Any] = function
    return found


def _from_name(name: str, base: Path) -> ModuleType:
    _make_importable(base)
    return import_module(name)


def _from_file(path: Path) -> ModuleType:
    path = path.resolve()
    if not path.is_file():
        raise AgentSetupError(t("agents.target_file", file=path))
    _make_importable(path.parent)
    name = f"steelyard_agent_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise AgentSetupError(t("agents.target_file", file=path))
    module = module_from_spec(spec)
    # Dataclasses and pickles look their module up by name.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _make_importable(folder: Path) -> None:
    """Let the user's code import what lies beside it; last, so that it shadows nothing."""
    text = str(folder.resolve())
    if text not in sys.path:
        sys.path.append(text)
