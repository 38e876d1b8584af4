"""Changes as people read them: a sign, points for shares, percent for ratios, stars for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.i18n import t
from steelyard.report.numbers import (
    NOTHING,
    TIMES,
    in_points,
    p_text,
    points_interval_text,
    points_text,
    signed,
    unit_text,
    value_text,
)

if TYPE_CHECKING:
    from steelyard.analysis.comparison import Difference


def change_text(value: float | None, unit: str) -> str:
    """Return a change with its sign: `+7.5` points of a share, `−0.126 s`; `–` when undefined."""
    if value is None:
        return NOTHING
    if in_points(unit):
        return points_text(value)
    return f"{signed(value)} {unit_text(unit)}".rstrip()


def interval_text(low: float | None, high: float | None, unit: str) -> str:
    """Return the interval of a change; empty when there is none."""
    if low is None or high is None:
        return ""
    if in_points(unit):
        return points_interval_text(low, high)
    return f"[{signed(low)}, {signed(high)}]"


def said_with_interval(one: Difference) -> str:
    """Return a change and its interval for a sentence: `+6.0 points [0.4, 3.8]`."""
    interval = interval_text(one.ci_low, one.ci_high, one.unit)
    return f"{said_change(one)} {interval}".rstrip()


def said_change(one: Difference) -> str:
    """Return a change as it stands in a sentence: `+6.0 points`; `–` when undefined."""
    change = change_text(one.value, one.unit)
    if one.value is not None and in_points(one.unit):
        return t("comparison.points", change=change)
    return change


def p_said(p: float | None) -> str:
    """Return a p value as it stands in a sentence: `p = 0.012`, `p < 0.001`."""
    said = p_text(p)
    return f"p < {said[1:]}" if said.startswith("<") else f"p = {said}"


def ratio_text(ratio: float | None) -> str:
    """Return a ratio as a change in percent: `−22.3 %`."""
    return NOTHING if ratio is None else f"{points_text(ratio - 1)} %"


def amount_text(value: float | None, unit: str) -> str:
    """Return a value with its unit; of money and tokens only the number."""
    return value_text(value, unit if unit in TIMES else "count")
