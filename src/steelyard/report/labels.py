"""Names that come with a summary: given in both languages, in one, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Words
from steelyard.report.text import one_line

_LONGEST = 400


def label(given: Any, otherwise: str) -> Words:
    """Return a name in both languages, made safe to look at."""
    if isinstance(given, Mapping):
        english = given.get("en") or given.get("zh") or otherwise
        return _safe(english, given.get("zh") or english)
    if isinstance(given, Words):
        return _safe(*given)
    return _safe(given or otherwise, given or otherwise)


def _safe(english: object, chinese: object) -> Words:
    return Words(one_line(str(english), _LONGEST), one_line(str(chinese), _LONGEST))
