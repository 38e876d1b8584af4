"""Names that travel with a record: a sentence in both languages."""

from __future__ import annotations

from typing import Any

from steelyard.i18n import LANGUAGES, t, using_language
from steelyard.model import Words


def words(key: str, **values: Any) -> Words:
    """Return the sentence `comparison.<key>` in both languages."""
    said = []
    for language in LANGUAGES:
        with using_language(language):
            said.append(t(f"comparison.{key}", **values))
    return Words(*said)
