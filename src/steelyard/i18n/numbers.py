"""The one formatter of numbers: every surface prints a number through here.

Three significant digits, percent for proportions, points for what proportions differ by, seconds in
a unit that keeps them short, a real minus sign, and `–` for what is undefined.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import NamedTuple

NOTHING = "–"
MINUS = "−"  # as wide as a plus, and no place where a line may break
# How indicator records may say that a number is a proportion.
_PROPORTIONS = frozenset({"", "1", "%", "percent", "proportion", "rate", "ratio", "share"})
_POINTS = "points"  # an indicator that is itself a difference of proportions
_COUNT = "count"
_SECONDS = "s"
# Units of time: seconds in each, and up to how many seconds it is used.
_TIMES = (
    ("µs", 1e-6, 1e-4),
    ("ms", 1e-3, 0.1),
    ("s", 1.0, 600.0),
    ("min", 60.0, 10_800.0),
    ("h", 3600.0, math.inf),
)
TIMES = frozenset(name for name, _, _ in _TIMES)


class Scale(NamedTuple):
    """A unit in which numbers are short, and by what they are multiplied for it."""

    unit: str
    times: float = 1.0

    def of(self, value: float | None) -> float | None:
        """Return a value in this unit."""
        return None if value is None else value * self.times


def is_proportion(unit: str) -> bool:
    """Return whether values of this unit are shown as percent."""
    return unit in _PROPORTIONS


def in_points(unit: str) -> bool:
    """Return whether values of this unit differ by points."""
    return is_proportion(unit) or unit == _POINTS


def scale_of(unit: str, *values: float | None) -> Scale:
    """Return a short unit for values of `unit`: seconds become µs, ms, min or h by the largest."""
    sizes = (abs(value) for value in values if value is not None and math.isfinite(value))
    largest = max(sizes, default=0.0)
    if unit != _SECONDS or largest == 0:
        return Scale(unit)
    return next(Scale(name, 1 / size) for name, size, below in _TIMES if largest < below)


def value_text(value: float | None, unit: str) -> str:
    """Return a value with its unit, such as `85.3 %` or `0.214 s`; `–` when undefined."""
    if value is None:
        return NOTHING
    number, written = value_and_unit(value, unit)
    return f"{number} {written}".rstrip()


def value_and_unit(value: float, unit: str) -> tuple[str, str]:
    """Return a value and the unit written after it: `("28.5", "ms")` of 0.0285 s."""
    scale = scale_of(unit, value)
    return bare(value * scale.times, scale.unit), unit_text(scale.unit)


def interval_text(low: float | None, high: float | None, unit: str) -> str:
    """Return an interval, such as `[79.1, 90.2]`; empty when there is none.

    It stands beside a value that has the unit. Times whose ends are not both in seconds have units
    of their own: `[88.1 ms, 0.120 s]`.
    """
    if low is None or high is None:
        return ""
    if {scale_of(unit, low).unit, scale_of(unit, high).unit} == {unit}:
        return f"[{bare(low, unit)}, {bare(high, unit)}]"
    return f"[{value_text(low, unit)}, {value_text(high, unit)}]"


def unit_text(unit: str) -> str:
    """Return the unit as it is written after a number."""
    if is_proportion(unit):
        return "%"
    if unit == _POINTS:
        return "pp"  # in every language: percentage points
    return "" if unit == _COUNT else unit  # what is counted, the name says


def bare(value: float, unit: str) -> str:
    """Return a value without its unit."""
    if unit == _COUNT and value.is_integer():
        return count_text(int(value))
    if unit == _POINTS:
        return points_text(value)
    if not is_proportion(unit):
        return significant(value)
    # Nothing but all is 100 %, and nothing but nothing 0 %.
    if 0.9995 <= value < 1:
        return ">99.9"
    return "<0.001" if 0 < value < 1e-5 else significant(value * 100)


def gate_text(observed: float | None) -> str:
    """Return what a gate was checked against: whole numbers as such, others with three digits."""
    if observed is None:
        return NOTHING
    return count_text(observed) if float(observed).is_integer() else significant(observed)


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


def tick_text(value: float, unit: str) -> str:
    """Return a round number at an axis, with its unit and no zeros at its end: `0.5 s`, `20 ms`."""
    scale = scale_of(unit, value)
    return f"{value * scale.times:.3g} {unit_text(scale.unit)}".rstrip()


def share_text(share: float | None) -> str:
    """Return a share that only gives an idea of size in whole percent: `31 %`, `<1 %`."""
    if share is None:
        return NOTHING
    whole = round(share * 100)
    if whole == 0 and share > 0:
        return "<1 %"
    return ">99 %" if whole == 100 and share < 1 else f"{whole} %"


def points_text(difference: float | None) -> str:
    """Return what two proportions differ by, in points: `+7.5`, `−0.04`; `–` when undefined.

    One digit after the point, or two below 0.1; the word "points" is the caller's.
    """
    return NOTHING if difference is None else signed(difference * 100, points=True)


def points_interval_text(low: float | None, high: float | None) -> str:
    """Return the interval of a difference in points: `[−3.4, +5.0]`; empty when there is none."""
    if low is None or high is None:
        return ""
    return f"[{points_text(low)}, {points_text(high)}]"


def signed(value: float, *, points: bool = False) -> str:
    """Return a number with its sign; points have one digit after the point, or two below 0.1."""
    if value == 0:
        return "0"
    size = abs(value)
    text = significant(size)
    if points:
        text = f"{size:.1f}" if size >= 0.095 else f"{size:.2f}"
    if not text.strip("0.,"):
        return "0"
    return f"{'+' if value > 0 else MINUS}{text}"


def coefficient_text(value: float | None) -> str:
    """Return a correlation or coefficient with its sign: `−0.42`."""
    if value is None:
        return NOTHING
    return f"{round(value, 2) + 0.0:+.2f}".replace("-", MINUS)  # plus 0.0: no minus before a 0


def p_text(p: float | None) -> str:
    """Return a p value with three digits, never as 0."""
    if p is None:
        return NOTHING
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def confidence_text(confidence: float) -> str:
    """Return the confidence of an interval as it was set: `95 %`, `98.33 %`."""
    return f"{confidence * 100:.4g} %"


def seconds_text(value: float | None) -> str:
    """Return a time with its unit: `7.30 µs`, `28.5 ms`, `0.214 s`, `12.1 min`."""
    return value_text(value, _SECONDS)


def count_text(value: float | None) -> str:
    """Return a whole number with thousands set apart."""
    return NOTHING if value is None else f"{value:,.0f}"


def duration_text(seconds: float | None) -> str:
    """Return how long something took: `2.62 ms`, `4.21 s`, `12 min 5 s`, `3 h 20 min`."""
    if seconds is None or not math.isfinite(seconds):
        return NOTHING
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
