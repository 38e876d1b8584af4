"""The page around every kind of report: one file, both languages, a policy, contents, figures.

Everything untrusted is shown by `visible` and escaped by the template engine. A content security
policy that admits only our own style and scripts, by their hashes, stands behind that.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from markupsafe import Markup

from steelyard import __version__
from steelyard.i18n import language
from steelyard.model import Words
from steelyard.report import (
    beside,
    conditions,
    drawing,
    drilldown,
    findings,
    headline,
    numbers,
    outline,
    sources,
    wording,
)
from steelyard.report.figures import embed
from steelyard.report.table_html import both, cell_html, table_html
from steelyard.report.text import one_line, visible

if TYPE_CHECKING:
    from jinja2 import Environment

    from steelyard.report.figures import Figure


class Entry(NamedTuple):
    """A line of the table of contents."""

    id: str
    title: Words


def anchor(name: str) -> str:
    """Return a name as the id of an element: letters, digits, dots and dashes."""
    return re.sub(r"[^\w.-]+", "-", one_line(name))[:80]


class Contents:
    """The sections of a page, noted as they are rendered."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def head(self, id_: str, title: Words, hint: Words | None = None) -> Markup:
        """Note a section and return its heading; the section has the anchor of the same name."""
        self.entries.append(Entry(anchor(id_), title))
        said = Markup('<span class="hint">{}</span>').format(both(hint)) if hint else ""
        return Markup("<header><h2>{}</h2>{}</header>").format(both(title), said)


def framed(
    body: str,
    *,
    title: str,
    context: Mapping[str, Any],
    data: Mapping[str, Any] | None = None,
    figures: Sequence[Figure] = (),
) -> str:
    """Return the whole page.

    Args:
        body: name of the template of what stands between the contents and the footer.
        title: of the window.
        context: what the template reads.
        data: what the script reads: cases to filter, words to say.
        figures: the template places them by their ids.
    """
    contents = Contents()
    environment = _environment()
    inside = environment.get_template(body).render(
        contents=contents, figures={one.id: one for one in figures}, **context
    )
    return environment.get_template("frame.html.j2").render(
        title=title,
        language=language(),
        body=Markup(inside),
        contents=contents.entries,
        policy=_policy(drawn=bool(figures)),
        data=_embedded(dict(data or {})),
        figures=embed.embedded(figures),
        version=__version__,
    )


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    from steelyard.report.template_cache import TemplateCache

    environment = Environment(
        loader=FunctionLoader(_asset),
        bytecode_cache=TemplateCache(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        style=Markup(_style()),
        script=Markup(_script()),
        w=wording.words,
        draw=drawing,
        headline_name=headline.headline_name,
        headline_lines=headline.headline_lines,
        findings=findings,
        beside=beside,
        link=drilldown,
        numbers=numbers,
        said=conditions,
        sources=sources,
        outline=outline,
        wording=wording,
        place=embed.place,
        table_html=table_html,
    )
    environment.filters.update(
        both=both, anchor=anchor, cell=cell_html, seen=visible, line=one_line
    )
    return environment


@cache
def _asset(name: str) -> str:
    return (files("steelyard.report") / "page" / name).read_text("utf-8").strip()


@cache
def _script() -> str:
    return "\n".join((embed.switches(), _asset("page.js"), _asset("cases.js")))


@cache
def _style() -> str:
    return f"{_asset('page.css')}\n{embed.style()}"


def _policy(*, drawn: bool) -> str:
    """Admit our own style and scripts; where figures are drawn, also what draws them."""
    allowed = {"style-src": [_hash(_style())], "script-src": [_hash(_script())]}
    allowed["img-src"] = ["data:"]
    if drawn:
        allowed["style-src-elem"] = allowed.pop("style-src")
        for directive, sources in embed.sources().items():
            allowed.setdefault(directive, []).extend(sources)
    said = "; ".join(f"{name} {' '.join(dict.fromkeys(them))}" for name, them in allowed.items())
    return f"default-src 'none'; {said}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _embedded(data: Any) -> Markup:
    """JSON that cannot end the element it stands in."""
    text = orjson.dumps(data, default=list).decode()  # bilingual words as pairs
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))
