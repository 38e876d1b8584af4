"""Figures as a file: one page for people, one JSON document for programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from steelyard.errors import InputError
from steelyard.i18n import language, pick, t
from steelyard.report.figures.figure import Figure
from steelyard.report.figures.sheet import sheet
from steelyard.report.figures.theme import Theme
from steelyard.report.write import not_written


def write_figures(
    figures: Sequence[Figure], path: Path, *, to: str, name: str, theme: Theme | None = None
) -> Path:
    """Write figures as `html` or `json` and return where they are.

    Args:
        figures: from `figures_of`.
        path: of the file.
        to: a page with a switch for language and theme, or JSON in the current language.
        name: of the run, for the heading of the page.
        theme: in which the page opens, or of the JSON; the system's, and light, when not given.
    """
    if not figures:
        raise InputError(t("figures.nothing", name=name), hint=t("figures.nothing_hint"))
    content = (
        _json(figures, theme or "light")
        if to == "json"
        else sheet(figures, name, theme).encode("utf-8")
    )
    try:
        path.write_bytes(content)
    except OSError as error:
        raise not_written(path, error) from error
    return path


def list_figures(figures: Sequence[Figure]) -> str:
    """Return a line per figure: its id and its title."""
    wide = max((len(figure.id) for figure in figures), default=0)
    return "\n".join(f"{figure.id:<{wide}}  {pick(figure.title)}" for figure in figures)


def as_dict(figure: Figure, theme: Theme = "light") -> dict[str, Any]:
    """Return a figure in the current language as plain JSON values."""
    return {
        "id": figure.id,
        "title": pick(figure.title),
        "caption": pick(figure.caption),
        **figure.spec(theme=theme),
        "table": figure.records(),
    }


def _json(figures: Sequence[Figure], theme: Theme) -> bytes:
    content = {
        "language": language(),
        "theme": theme,
        "figures": [as_dict(figure, theme) for figure in figures],
    }
    # Half a surrogate pair cannot be written as UTF-8; texts were made visible before.
    return orjson.dumps(content, option=orjson.OPT_INDENT_2)
