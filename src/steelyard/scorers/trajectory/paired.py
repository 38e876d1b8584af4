"""Two lists of one length as pairs, with every wrong value named by its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t


def pairs(id_: str, inputs: Mapping[str, Any], numbers: str, flags: str) -> list[tuple[float, int]]:
    """Return (number, 0 or 1) for every position where both lists have a value."""
    left: Sequence[Any] = inputs[numbers]
    right: Sequence[Any] = inputs[flags]
    if len(left) != len(right):
        sizes = {"first": numbers, "n": len(left), "second": flags, "m": len(right)}
        raise InputError(t("trajectory.lengths", id=id_, **sizes))
    found: list[tuple[float, int]] = []
    for at, (value, flag) in enumerate(zip(left, right, strict=True)):
        if value is None or flag is None:
            continue
        if not isinstance(value, (int, float)) or value != value:
            raise InputError(_wrong("number", id_, numbers, at, value))
        if flag not in (0, 1):
            raise InputError(_wrong("flag", id_, flags, at, flag))
        found.append((float(value), int(flag)))
    return found


def _wrong(what: str, id_: str, name: str, at: int, value: Any) -> str:
    return t(f"trajectory.{what}", id=id_, name=name, at=at + 1, found=repr(value)[:60])
