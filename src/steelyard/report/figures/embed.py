"""What a page needs to draw figures by itself: Plotly's script, ours, the drawings, and a policy.

Measured in Chromium with Plotly's script 4.1: it needs no `eval` and makes no request for these
kinds of figure. It wants one empty style element to which it adds rules from script, style
attributes, and `blob:` images when a picture is saved.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import orjson
from markupsafe import Markup

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.report.figures.figure import CONFIG, Figure
from steelyard.report.figures.resolve import packed
from steelyard.report.figures.theme import PALETTES, TEMPLATE
from steelyard.report.user_cache import cached
from steelyard.report.wording import words

# 10 % larger than at the highest level, in a third of the time.
_LEVEL = 3
_GUARD = re.compile(rb'getElementById\("([0-9a-f]{64})"\)')
EMPTY_STYLE = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


@dataclass(frozen=True)
class Library:
    """Plotly's script, ready to be put in a page.

    Attributes:
        packed: gzip, then base64.
        hash: of the script, as a content security policy names it.
        guards: ids of style elements (of maps) that it leaves out when they are there already.
    """

    packed: str
    hash: str
    guards: tuple[str, ...]


@cache
def library() -> Library:
    """Return Plotly's script from the installed package, which is not imported for it."""
    found = find_spec("plotly")
    if found is None or not found.submodule_search_locations:
        raise InputError(t("figures.no_plotly"), hint=t("figures.no_plotly_hint"))
    script = (
        Path(found.submodule_search_locations[0]) / "package_data" / "plotly.min.js"
    ).read_bytes()
    guards = dict.fromkeys(guard.decode() for guard in _GUARD.findall(script))
    digest = hashlib.sha256(script).digest()
    small = cached(
        "plotly.min.js.gz",
        digest + bytes([_LEVEL]),
        lambda: gzip.compress(script, _LEVEL, mtime=0),
    )
    return Library(base64.b64encode(small).decode(), _source(digest), tuple(guards))


@cache
def script() -> str:
    """Return the script that unpacks the library and draws every `[data-figure]` of a page."""
    return (files("steelyard.report.figures") / "page" / "figures.js").read_text("utf-8").strip()


@cache
def style() -> str:
    """Return the rules that a page needs for the places of figures."""
    return (files("steelyard.report.figures") / "page" / "figures.css").read_text("utf-8").strip()


@cache
def switches() -> str:
    """Return the script by which a page changes its language and its theme."""
    return (files("steelyard.report.figures") / "page" / "switch.js").read_text("utf-8").strip()


def sources() -> dict[str, tuple[str, ...]]:
    """Return what a content security policy must allow, by directive, beside a page's own."""
    return {
        "script-src": (f"'{_hash(script().encode())}'", f"'{library().hash}'"),
        "style-src-elem": (f"'{EMPTY_STYLE}'",),
        "style-src-attr": ("'unsafe-inline'",),
        "img-src": ("data:", "blob:"),
    }


def embedded(figures: Sequence[Figure]) -> Markup:
    """Return the elements that hold drawings, library and script; they go at the end of the body.

    The page keeps `lang` (`en` or `zh-CN`) and `data-theme` (`light`, `dark` or none) on its root
    element; figures follow them. A figure is drawn in `<div data-figure="its id"></div>`.
    """
    if not figures:
        return Markup("")
    guards = "".join(f'<template id="{guard}"></template>' for guard in library().guards)
    # Only base64, our own script and JSON whose angle brackets are escaped.
    return Markup(
        f"{guards}"
        f'<script type="application/json" id="figure-drawings">{drawings(figures)}</script>\n'
        f'<script type="text/plain" id="figure-library">{library().packed}</script>\n'
        f"<script>{script()}</script>"
    )


def place(figure: Figure) -> Markup:
    """Return the element in which a figure is drawn; it keeps the room until then."""
    return Markup(
        '<div class="figure" data-figure="{id}" data-height="{height}" role="img"></div>'
    ).format(id=figure.id, height=figure.height)


def drawings(figures: Sequence[Figure]) -> str:
    """Return the JSON that `script` draws from, safe inside a script element."""
    content: dict[str, Any] = {
        "palettes": PALETTES,
        "template": TEMPLATE,
        "config": CONFIG,
        "words": {
            name: packed(words(f"figures.{name}"))
            for name in ("save_png", "save_svg", "cannot_draw")
        },
        "figures": {
            figure.id: {
                "title": packed(figure.title),
                "caption": packed(figure.caption),
                **packed(figure.drawing),
            }
            for figure in figures
        },
    }
    text = orjson.dumps(content).decode("utf-8")
    # `</script` and `<!--` would end or confuse the element; U+2028 is harmless in JSON.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(content: bytes) -> str:
    return _source(hashlib.sha256(content).digest())


def _source(digest: bytes) -> str:
    """Return a digest as a content security policy writes it."""
    return "sha256-" + base64.b64encode(digest).decode()
