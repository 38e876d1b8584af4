"""Cells of rows that come from outside: a number, a truth or nothing; anything else is named."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t


def number_cell(
    id_: str, at: int, row: Mapping[str, Any], name: str, *, low: float = -math.inf
) -> float | None:
    """Return the number in a cell of row `at` (from 1), which is at least `low`, or None."""
    value = row.get(name)
    if value is None:
        return None
    known = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not known or not math.isfinite(value) or value < low:
        allowed = t("generalisation.number", low="" if low == -math.inf else f" ≥ {low:g}")
        raise InputError(_wrong(id_, at, name, value, allowed))
    return float(value)


def truth_cell(id_: str, at: int, row: Mapping[str, Any], name: str) -> bool | None:
    """Return the truth in a cell of row `at` (from 1), or None."""
    value = row.get(name)
    if value is None or isinstance(value, bool):
        return value
    raise InputError(_wrong(id_, at, name, value, t("generalisation.truth")))


def word_cell(
    id_: str, at: int, row: Mapping[str, Any], name: str, allowed: tuple[str, ...]
) -> str | None:
    """Return the word in a cell of row `at` (from 1), one of those allowed, or None."""
    value = row.get(name)
    if value is None or value in allowed:
        return value
    raise InputError(_wrong(id_, at, name, value, ", ".join(allowed)))


def _wrong(id_: str, at: int, name: str, value: Any, allowed: str) -> str:
    text = repr(value)
    found = text if len(text) <= 60 else text[:57] + "..."
    return t("generalisation.cell", id=id_, at=at, name=name, found=found, allowed=allowed)
