"""One spelling for equal JSON values: keys sorted, whole numbers without a fraction."""

from __future__ import annotations

import json
from typing import Any

_EXACT = 2**53  # beyond it a float no longer names one whole number


def canonical(value: Any) -> str:
    """Return JSON text that is the same for equal values: {"b": 1.0, "a": 2} is {"a":2,"b":1}."""
    return json.dumps(_whole(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def same(left: Any, right: Any) -> bool:
    """Return whether two JSON values are equal: 1 is 1.0 but not true."""
    if isinstance(left, str) or isinstance(right, str):
        return isinstance(left, str) and left == right
    try:
        return canonical(left) == canonical(right)
    except (RecursionError, TypeError):  # nested too deep to tell, or not JSON
        return False


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return value
