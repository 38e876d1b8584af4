"""Reading a scorecard: a built-in template by name, or a YAML or JSON file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.scorecards.node import Scorecard
from steelyard.scorecards.read import read_tree
from steelyard.scorecards.short_form import spelled_out

_ENDINGS = (".yaml", ".yml", ".json")


def load_scorecard(name_or_path: str = "default", base: Path | None = None) -> Scorecard:
    """Return a built-in scorecard by name, or the one in a file.

    Args:
        name_or_path: a template's name or a path ending in .yaml, .yml or .json.
        base: what a relative path is relative to.
    """
    if name_or_path.endswith(_ENDINGS):
        path = (base or Path()) / name_or_path
        if not path.is_file():
            raise InputError(t("scorecards.no_file", path=path))
        return read_scorecard(str(path), path.read_text("utf-8"))
    if name_or_path not in template_names():
        allowed = ", ".join(template_names())
        raise InputError(t("scorecards.no_template", name=name_or_path, allowed=allowed))
    return _template(name_or_path)


def template_names() -> list[str]:
    """Return the names of the built-in scorecards."""
    folder = files("steelyard.scorecards") / "templates"
    names = (entry.name for entry in folder.iterdir())
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


@cache
def _template(name: str) -> Scorecard:
    text = (files("steelyard.scorecards") / "templates" / f"{name}.yaml").read_text("utf-8")
    return read_scorecard(name, text)


def read_scorecard(source: str, text: str) -> Scorecard:
    """Return the scorecard a YAML or JSON text describes; `source` names it in errors."""
    try:
        raw: Any = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise InputError(t("scorecards.not_yaml", source=source, problem=error)) from None
    if not isinstance(raw, Mapping):
        raise InputError(t("scorecards.bad_file", source=source))
    return read_tree(source, spelled_out(source, raw))
