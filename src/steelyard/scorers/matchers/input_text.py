"""The text of a case's input, which may be text, chat messages or an object."""

from __future__ import annotations

from typing import Any

from steelyard.scorers.plain_json import plain

_DEEPEST = 8


def input_text(value: Any) -> str:
    """Return the text that the agent was given; several parts are joined by line breaks.

    Args:
        value: the input as the dataset has it, or as JSON text when read back from a table.
    """
    if isinstance(value, str):
        parsed = plain(value) if value.lstrip()[:1] in ("{", "[") else value
        if not isinstance(parsed, (dict, list)):
            return value
        value = parsed
    return "\n".join(_texts(value, 0))


def _texts(value: Any, depth: int) -> list[str]:
    if isinstance(value, str):
        return [value]
    if depth > _DEEPEST:
        return []
    if isinstance(value, dict):
        # The role of a message is no part of what it says.
        held = [item for name, item in value.items() if name not in ("role", "type")]
        return [text for item in held for text in _texts(item, depth + 1)]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item, depth + 1)]
    return [str(value)] if isinstance(value, (int, float)) else []
