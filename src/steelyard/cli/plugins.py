"""`--plugin FILE`: the user's own Python, from the user's own command line."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from steelyard.errors import UserError
from steelyard.i18n import t


def load_plugin_files(files: Iterable[str]) -> None:
    """Import each file; it registers what it brings."""
    for file in files:
        path = Path(file)
        if not path.is_file():
            raise UserError(t("cli.plugin_missing", path=path))
        name = f"steelyard_plugin_{path.stem}"
        spec = spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise UserError(t("cli.plugin_broken", path=path, error="not a Python file"))
        module = module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise UserError(t("cli.plugin_broken", path=path, error=reason)) from error
