"""Reading a scorecard: a built-in template by name, or a YAML or JSON file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.lined import read_lined, read_lined_file
from steelyard.scorecards.node import Scorecard
from steelyard.scorecards.read import read_tree
from steelyard.scorecards.short_form import spelled_out

_ENDINGS = (".yaml", ".yml", ".json")
_DEFAULT = "default"


def load_scorecard(name_or_path: str | None = None, base: Path | None = None) -> Scorecard:
    """Return a built-in scorecard by name, or the one in a file.

    Args:
        name_or_path: a template's name or a path ending in .yaml, .yml or .json; None is the
            template `default`.
        base: what a relative path is relative to.
    """
    if name_or_path is None:
        return _template(_DEFAULT)
    if name_or_path.endswith(_ENDINGS):
        path = (base or Path()) / name_or_path
        if not path.is_file():
            raise InputError(t("scorecards.no_file", path=path))
        return _made(str(path), read_lined_file(path))
    return _template(name_or_path)


def from_here(name_or_path: str) -> str:
    """Return a template's name as it is, and the path of a file from the current folder in full."""
    is_file = name_or_path.endswith(_ENDINGS)
    return str(Path(name_or_path).resolve()) if is_file else name_or_path


def template_names() -> list[str]:
    """Return the names of the built-in scorecards."""
    folder = files("steelyard.scorecards") / "templates"
    names = (entry.name for entry in folder.iterdir())
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def template_text(name: str) -> str:
    """Return the file of a built-in scorecard, to begin one's own from.

    Raises:
        InputError: there is no such template.
    """
    if name not in template_names():
        allowed = ", ".join(template_names())
        raise InputError(t("scorecards.no_template", name=name, allowed=allowed))
    return (files("steelyard.scorecards") / "templates" / f"{name}.yaml").read_text("utf-8")


def read_scorecard(source: str, text: str) -> Scorecard:
    """Return the scorecard a YAML or JSON text describes; `source` names it in errors."""
    return _made(source, read_lined(source, text))


@cache
def _template(name: str) -> Scorecard:
    return read_scorecard(name, template_text(name))


def _made(source: str, raw: Any) -> Scorecard:
    if not isinstance(raw, Mapping):
        raise InputError(t("scorecards.bad_file", source=source))
    return read_tree(source, spelled_out(source, raw))
