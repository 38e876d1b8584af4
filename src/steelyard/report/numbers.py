"""Numbers as people read them: three significant digits, percent for proportions, units kept."""

from __future__ import annotations

import math
from datetime import UTC, datetime

NOTHING = "–"
MINUS = "−"  # as wide as a plus, and no place where a line may break
# How indicator records may say that a number is a proportion.
_PROPORTIONS = frozenset({"", "1", "%", "percent", "proportion", "rate", "ratio", "share"})
_COUNT = "count"


def is_proportion(unit: str) -> bool:
    """Return whether values of this unit are shown as percent."""
    return unit in _PROPORTIONS


def value_text(value: float | None, unit: str) -> str:
    """Return a value with its unit, such as `85.3 %` or `0.214 s`; `–` when undefined."""
    if value is None:
        return NOTHING
    return f"{bare(value, unit)} {unit_text(unit)}".rstrip()


def interval_text(low: float | None, high: float | None, unit: str) -> str:
    """Return an interval without its unit, such as `[79.1, 90.2]`; empty when there is none."""
    if low is None or high is None:
        return ""
    return f"[{bare(low, unit)}, {bare(high, unit)}]"


def unit_text(unit: str) -> str:
    """Return the unit as it is written after a number."""
    if is_proportion(unit):
        return "%"
    return "" if unit == _COUNT else unit  # what is counted, the name says


def bare(value: float, unit: str) -> str:
    """Return a value without its unit."""
    if unit == _COUNT and value.is_integer():
        return count_text(int(value))
    if not is_proportion(unit):
        return significant(value)
    # Nothing but all is 100 %, and nothing but nothing 0 %.
    if 0.9995 <= value < 1:
        return ">99.9"
    return "<0.001" if 0 < value < 1e-5 else significant(value * 100)


def significant(value: float, digits: int = 3) -> str:
    """Return `value` with three significant digits and no exponent: 0.0123, −12.3, 123, 12,346."""
    if not math.isfinite(value):
        return NOTHING
    if value == 0:
        return "0"
    if value < 0:
        return f"{MINUS}{significant(-value, digits)}"
    # Rounding first: 9.996 has one digit fewer after the point than its logarithm says.
    rounded = float(f"{value:.{digits - 1}e}")
    decimals = digits - 1 - math.floor(math.log10(rounded))
    if decimals > 9:
        return f"{value:.{digits - 1}e}"
    return f"{value:,.{max(0, decimals)}f}"


def seconds_text(value: float | None) -> str:
    """Return seconds with their unit."""
    return value_text(value, "s")


def count_text(value: float | None) -> str:
    """Return a whole number with thousands set apart."""
    return NOTHING if value is None else f"{value:,.0f}"


def duration_text(seconds: float | None) -> str:
    """Return how long a run took: `2.62 ms`, `4.21 s`, `12 min 5 s`, `3 h 20 min`."""
    if seconds is None or not math.isfinite(seconds):
        return NOTHING
    if 0 < seconds < 0.01:
        return value_text(seconds * 1000, "ms")
    if seconds < 60:
        return seconds_text(seconds)
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def moment_text(moment: object) -> str:
    """Return a point in time (ISO text or Unix seconds) as `2026-03-01 10:22:33 UTC`."""
    try:
        if isinstance(moment, int | float):
            at = datetime.fromtimestamp(moment, UTC)
        else:
            at = datetime.fromisoformat(str(moment))
    except (ValueError, OverflowError, OSError):
        return str(moment)
    return f"{at:%Y-%m-%d %H:%M:%S} {at:%Z}".rstrip()


def size_text(size: float | None) -> str:
    """Return a size in bytes as `1.21 MB`."""
    if size is None:
        return NOTHING
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{significant(size)} {unit}"
        size /= 1000
    return f"{significant(size)} TB"
