"""A wrong value in the reader's words: pydantic finds it, and speaks only English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.i18n.lookup import t

_LONGEST = 60
_SAID = ("missing", "too_long", "too_short")  # say themselves what was found


def wrong_value(item: Mapping[str, Any], *, show: bool = False) -> str:
    """Return what is wrong with a value, of one of the `errors()` of pydantic.

    Args:
        item: one of them.
        show: say what was found too; not where it may be a secret.
    """
    kind, context = item["type"], item.get("ctx") or {}
    if kind == "value_error":
        return str(context["error"])  # our own validators: a sentence already
    try:
        needed, joint = t(f"values.{kind}", **context), "values.found"
    except KeyError:
        needed, joint = item["msg"], "values.found_otherwise"
    if not show or kind in _SAID:
        return needed
    found = repr(item.get("input"))
    return t(joint, found=found if len(found) <= _LONGEST else found[:57] + "...", needed=needed)
