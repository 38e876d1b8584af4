"""`sheet`: figures and their numbers on one page that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from steelyard.i18n import language, pick
from steelyard.model import Words
from steelyard.report.figures import embed
from steelyard.report.figures.figure import Figure
from steelyard.report.figures.lettering import said
from steelyard.report.figures.theme import Theme
from steelyard.report.numbers import NOTHING, significant
from steelyard.report.text import one_line, visible

if TYPE_CHECKING:
    from jinja2 import Template


def sheet(figures: Sequence[Figure], name: str, theme: Theme | None = None) -> str:
    """Return an HTML page with every figure; it opens in the current language.

    Args:
        figures: from `figures_of`.
        name: of the run, or whatever the figures are about.
        theme: in which it opens; as the system has it when not given.
    """
    style = f"{_asset('sheet.css')}\n{embed.style()}"
    script = embed.switches()
    heading = said("page_title", name=one_line(name, 120))
    return _template().render(
        figures=figures,
        heading=heading,
        title=pick(heading),
        language=language(),
        theme=theme,
        style=Markup(style),
        script=Markup(script),
        policy=_policy(style, script),
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.filters.update(both=_both, cell=_cell)
    environment.globals.update(said=said, place=embed.place, embedded=embed.embedded)
    return environment.from_string(_asset("sheet.html.j2"))


def _asset(name: str) -> str:
    return (files("steelyard.report.figures") / "page" / name).read_text("utf-8").strip()


def _policy(style: str, script: str) -> str:
    allowed = {name: list(sources) for name, sources in embed.sources().items()}
    allowed["style-src-elem"].append(_hash(style))
    allowed["script-src"].append(_hash(script))
    said_so = "; ".join(f"{name} {' '.join(sources)}" for name, sources in allowed.items())
    return f"default-src 'none'; {said_so}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _both(words: Words) -> Markup:
    english, chinese = visible(words.en), visible(words.zh)
    if english == chinese:
        return escape(english)
    return Markup('<span lang="en">{}</span><span lang="zh-CN">{}</span>').format(english, chinese)


def _cell(value: Any) -> Markup:
    if isinstance(value, Words):
        return _both(value)
    if value is None:
        return escape(NOTHING)
    if isinstance(value, bool):
        return escape("✓" if value else "✗")
    return escape(significant(value) if isinstance(value, float) else visible(str(value)))
