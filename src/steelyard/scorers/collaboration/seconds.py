"""Moments as agents write them, in seconds."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any


def seconds_of(value: Any) -> float | None:
    """Return a moment in seconds: a number as it is, ISO 8601 text as Unix time; None if neither.

    A text without a zone is taken as UTC: only differences count, and one trace has one clock.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float(value) if abs(value) <= 1e300 and math.isfinite(value) else None
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
