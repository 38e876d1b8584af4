"""Does a value that was found meet a requirement? True, False, or None when they do not compare."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from steelyard.conditions.environments.versions import same_version, version_key

UNLIMITED = "unlimited"


def holds(found: Any, op: str, wanted: Any) -> bool | None:
    """Return whether `found op wanted`; of a list, one element that meets it is enough.

    `!=` is the other way round: no element may equal. Numbers compare as numbers, texts that begin
    with a version as versions, other texts only for being equal.
    """
    if isinstance(found, list):
        verdicts = [holds(value, op, wanted) for value in found]
        if op == "!=":
            return None if None in verdicts else all(verdicts)
        return True if True in verdicts else (None if None in verdicts else False)
    return _OPERATORS[op](found, wanted)


def _order(found: Any, wanted: Any) -> int | None:
    """Return -1, 0 or 1; None when the two do not compare."""
    a: Any
    b: Any
    if isinstance(found, str) and found != UNLIMITED:
        a, b = version_key(found), version_key(str(wanted))
    else:
        a, b = _number(found), _number(wanted)
    return None if a is None or b is None else (a > b) - (a < b)


def _number(value: Any) -> float | None:
    if value == UNLIMITED:
        return float("inf")
    if isinstance(value, bool):
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _at_least(found: Any, wanted: Any) -> bool | None:
    order = _order(found, wanted)
    return None if order is None else order >= 0


def _at_most(found: Any, wanted: Any) -> bool | None:
    order = _order(found, wanted)
    return None if order is None else order <= 0


def _equal(found: Any, wanted: Any) -> bool | None:
    if isinstance(found, bool) or isinstance(wanted, bool):
        return bool(found is wanted)
    if isinstance(found, str):
        if found == str(wanted):
            return True
        return bool(_wholly_version(found) and same_version(found, str(wanted)))
    return _number(found) == _number(wanted) and _number(found) is not None


def _wholly_version(text: str) -> bool:
    """`glibc` and `3com` are no versions; equality of those is of texts."""
    return re.fullmatch(r"v?\d+([.!+_-]?[0-9a-z]+)*", text.strip(), re.IGNORECASE) is not None


def _differ(found: Any, wanted: Any) -> bool | None:
    equal = _equal(found, wanted)
    return None if equal is None else not equal


def _among(found: Any, wanted: Any) -> bool | None:
    return any(_equal(found, one) for one in wanted)


def _match(found: Any, wanted: Any) -> bool | None:
    return re.search(str(wanted), str(found)) is not None


_OPERATORS: dict[str, Callable[[Any, Any], bool | None]] = {
    ">=": _at_least,
    "<=": _at_most,
    "==": _equal,
    "!=": _differ,
    "in": _among,
    "match": _match,
}
