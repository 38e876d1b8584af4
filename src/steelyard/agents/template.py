"""Request templates: a JSON value whose texts may say `{{input}}`, `{{scene}}`, `{{metadata.x}}`.

A text that is nothing but one placeholder becomes the value itself, with its type; elsewhere values
are put in as text. What a case does not say is null, or nothing inside a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from steelyard.agents.answer import as_text
from steelyard.errors import PlanError
from steelyard.i18n import t
from steelyard.model import FIELDS, Case

Filler = Callable[[Case], Any]

_PLACEHOLDER = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
_OWN = ("input", "case_id", "epoch", "row")


def compile_template(template: Any, *, place: str) -> Filler:
    """Return a function from a case to the filled template; `place` is for error messages."""
    if isinstance(template, str):
        return _compile_text(template, place)
    if isinstance(template, dict):
        fillers = {k: compile_template(v, place=f"{place}.{k}") for k, v in template.items()}
        return lambda case: {key: fill(case) for key, fill in fillers.items()}
    if isinstance(template, list):
        parts = [compile_template(v, place=f"{place}.{i}") for i, v in enumerate(template)]
        return lambda case: [fill(case) for fill in parts]
    return lambda case: template


def compile_text(
    template: str, *, place: str, quote: Callable[[str], str] = str
) -> Callable[[Case], str]:
    """Return a function from a case to the filled text, every value passed through `quote`."""
    literals = _PLACEHOLDER.split(template)
    getters = [_getter(name, place) for name in literals[1::2]]
    first, rest = literals[0], literals[2::2]

    def fill(case: Case) -> str:
        pieces = [first]
        for get, literal in zip(getters, rest, strict=True):
            pieces += (quote(as_text(get(case)) or ""), literal)
        return "".join(pieces)

    return fill


def has_placeholder(text: str) -> bool:
    """Whether a text would change from case to case."""
    return _PLACEHOLDER.search(text) is not None


def _compile_text(template: str, place: str) -> Filler:
    if whole := _PLACEHOLDER.fullmatch(template):
        return _getter(whole.group(1), place)
    if has_placeholder(template):
        return compile_text(template, place=place)
    return lambda case: template


def _getter(name: str, place: str) -> Filler:
    if name == "input":
        return lambda case: case.input
    if name in ("case_id", "epoch", "row"):
        return lambda case: getattr(case, name)
    if name.startswith("metadata."):
        key = name.removeprefix("metadata.")
        return lambda case: case.metadata.get(key)
    if name in FIELDS and FIELDS[name].role != "run":
        return lambda case: case.value(name)
    allowed = [*_OWN, *(field for field, spec in FIELDS.items() if spec.role != "run")]
    close = get_close_matches(name, allowed, n=1, cutoff=0.6) or ["input"]
    raise PlanError(t("agents.unknown_placeholder", place=place, name=name, close=close[0]))
