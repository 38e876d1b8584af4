"""A drawing in one language and one theme.

`figures.js` does the same in the browser: a text in two languages is `{"en": ..., "zh": ...}`, a
colour is `{"@": name}`. Both are objects, so no text of a user can be taken for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.i18n import Language
from steelyard.model import Words
from steelyard.report.figures.theme import PALETTES, Theme


def resolve(value: Any, language: Language, theme: Theme) -> Any:
    """Return `value` with every text in `language` and every colour of `theme`."""
    if isinstance(value, Words):
        return value.zh if language == "zh" else value.en
    if isinstance(value, Mapping):
        if "@" in value:
            return PALETTES[theme][value["@"]]
        return {key: resolve(item, language, theme) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [resolve(item, language, theme) for item in value]
    return value


def packed(value: Any) -> Any:
    """Return `value` in plain JSON values with both languages and no colours put in yet."""
    if isinstance(value, Words):
        return value.en if value.en == value.zh else {"en": value.en, "zh": value.zh}
    if isinstance(value, Mapping):
        return {key: packed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [packed(item) for item in value]
    return value
