"""Changes as people read them: a sign, points for shares, percent for ratios, stars for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from steelyard.i18n import t
from steelyard.report.numbers import MINUS, NOTHING, is_proportion, significant, value_text

if TYPE_CHECKING:
    from steelyard.analysis.comparison import Difference


def change_text(value: float | None, unit: str) -> str:
    """Return a change with its sign: `+7.5` points of a share, `−0.126 s`; `–` when undefined."""
    if value is None:
        return NOTHING
    if is_proportion(unit):
        return signed(value * 100, points=True)
    return f"{signed(value)} {unit}".rstrip()


def interval_text(low: float | None, high: float | None, unit: str) -> str:
    """Return the interval of a change; empty when there is none."""
    if low is None or high is None:
        return ""
    scale, points = (100, True) if is_proportion(unit) else (1, False)
    return f"[{signed(low * scale, points=points)}, {signed(high * scale, points=points)}]"


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


class Scale(NamedTuple):
    """A unit in which numbers are short, and by what they are multiplied for it."""

    unit: str
    times: float = 1.0

    def of(self, value: float | None) -> float | None:
        """Return a value in this unit."""
        return None if value is None else value * self.times


def scale_of(unit: str, *values: float | None) -> Scale:
    """Return a short unit for values of `unit`: seconds become ms or µs when all are small."""
    largest = max((abs(value) for value in values if value is not None), default=1.0)
    if unit != "s" or largest >= 0.1:
        return Scale(unit)
    return Scale("ms", 1e3) if largest >= 1e-4 else Scale("µs", 1e6)


def points_text(one: Difference) -> str:
    """Return a change and its interval for a sentence: `+6.0 points [0.4, 3.8]`."""
    interval = interval_text(one.ci_low, one.ci_high, one.unit)
    return f"{said_change(one)} {interval}".rstrip()


def said_change(one: Difference) -> str:
    """Return a change as it stands in a sentence: `+6.0 points`; `–` when undefined."""
    change = change_text(one.value, one.unit)
    if one.value is not None and is_proportion(one.unit):
        return t("comparison.points", change=change)
    return change


def p_text(p: float | None) -> str:
    """Return a p value with three digits, never as 0."""
    if p is None:
        return NOTHING
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def p_said(p: float | None) -> str:
    """Return a p value as it stands in a sentence: `p = 0.012`, `p < 0.001`."""
    said = p_text(p)
    return f"p < {said[1:]}" if said.startswith("<") else f"p = {said}"


def ratio_text(ratio: float | None) -> str:
    """Return a ratio as a change in percent: `−22.3 %`."""
    return NOTHING if ratio is None else f"{signed((ratio - 1) * 100, points=True)} %"


def amount_text(value: float | None, unit: str) -> str:
    """Return a value with its unit; of money and tokens only the number."""
    shown = unit if unit in ("s", "ms", "µs") else "count"
    return value_text(value, shown).removesuffix(" count")
