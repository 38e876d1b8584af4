"""How deep a value of a row may be nested: what is deeper no later step could walk through."""

from __future__ import annotations

from typing import Any

from steelyard.cases.rows import SHOWN, BadRow, content, row_error
from steelyard.i18n import t

MOST_LEVELS = 100


def is_too_deep(value: Any, levels: int = MOST_LEVELS) -> bool:
    """Whether lists and objects lie in each other more than `levels` deep."""
    if levels < 0:
        return True
    for item in value.values() if value.__class__ is dict else value:
        kind = item.__class__
        if (kind is dict or kind is list) and is_too_deep(item, levels - 1):
            return True
    return False


def refuse_deep(row: Any) -> Any:
    """Return a row as a reader gave it; a `BadRow` instead of one that is too deep."""
    if row.__class__ is not dict or not is_too_deep(row):
        return row
    deep = [name for name, value in row.items() if _is_deep_field(value)]
    outline = {name: "…" if name in deep else value for name, value in row.items()}
    allowed = t("cases.allowed_levels", most=MOST_LEVELS)
    error = row_error("too_deep", field=deep[0], found=str(deep[0])[:SHOWN], allowed=allowed)
    return BadRow(error, content(outline))


def _is_deep_field(value: Any) -> bool:
    return value.__class__ in (dict, list) and is_too_deep(value, MOST_LEVELS - 1)
