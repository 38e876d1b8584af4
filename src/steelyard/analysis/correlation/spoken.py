"""Reasons and notes of the analysis in both languages at once."""

from __future__ import annotations

from typing import Any

from steelyard.i18n import LANGUAGES, pick, t, using_language
from steelyard.model import Words


def both(key: str, **values: Any) -> Words:
    """Return a sentence of this analysis in both languages; values may be bilingual themselves."""
    made = []
    for language in LANGUAGES:
        with using_language(language):
            filled = {k: pick(v) if isinstance(v, Words) else v for k, v in values.items()}
            made.append(t(f"correlation.{key}", **filled))
    return Words(*made)
