"""Cells of JSON columns: objects in a fresh batch, JSON text when read back from Parquet."""

from __future__ import annotations

from typing import Any

import orjson


def plain(cell: Any) -> Any:
    """Return what a JSON cell holds; text that is not JSON, or nested too deep, stays text."""
    # Twice: a text that an agent itself wrote as JSON is JSON text inside JSON text.
    for _ in range(2):
        if not isinstance(cell, str):
            break
        try:
            cell = orjson.loads(cell)
        except orjson.JSONDecodeError:
            break
    return cell


def objects(cell: Any) -> list[dict[str, Any]] | None:
    """Return the objects of a cell that holds a list; None when it holds none."""
    value = plain(cell)
    if not isinstance(value, list):
        return None
    return [item for item in value if isinstance(item, dict)]


def number(value: Any) -> float | None:
    """Return a finite number (true is 1), or None."""
    if isinstance(value, (bool, int, float)) and abs(value) <= 1e300:  # NaN compares false
        return float(value)
    return None
