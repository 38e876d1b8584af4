"""Values of a file that may be anything: what is not of the shape wanted counts as nothing."""

from __future__ import annotations

from typing import Any


def object_of(value: Any) -> dict[str, Any]:
    """Return the value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def objects_of(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list; none when it is no list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
