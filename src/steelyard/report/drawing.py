"""The small drawings inside tables: intervals, scales, the histogram of seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from steelyard.report import numbers, outline, svg
from steelyard.scorecards.headline import OVERALL

if TYPE_CHECKING:
    from steelyard.analysis.generalisation import Rate
    from steelyard.report.content import Indicator, Part, RunReport
    from steelyard.scorecards.headline import Headline

_BAR = 180


def bar(indicator: Indicator | None, top: float | None, reference: float | None = None) -> Markup:
    """The value of an indicator and its interval, on a scale up to `top`."""
    if (
        indicator is None
        or indicator.value is None
        or top is None
        or not outline.drawable(indicator)
    ):
        return Markup("")
    interval = numbers.interval_text(indicator.ci_low, indicator.ci_high, indicator.unit)
    label = f"{numbers.value_text(indicator.value, indicator.unit)} {interval}"
    return svg.interval_bar(
        indicator.value,
        indicator.ci_low,
        indicator.ci_high,
        label=label.strip(),
        top=top,
        reference=reference,
        width=_BAR,
    )


def headline_bar(first: Headline) -> Markup:
    """The first number with its interval; the overall score inside its bounds."""
    bounded = first.id == OVERALL and first.lo is not None and first.hi is not None
    return svg.interval_bar(
        first.value,
        first.ci_low,
        first.ci_high,
        label=numbers.value_text(first.value, "%"),
        bounds=(first.lo or 0.0, first.hi or 0.0) if bounded else None,
        width=400,
    )


def score_bar(part: Part) -> Markup:
    """The score of a part, with its interval inside its bounds."""
    bounded = part.indicator is None and part.lo is not None and part.hi is not None
    interval = numbers.interval_text(part.ci_low, part.ci_high, "%")
    return svg.interval_bar(
        part.score,
        part.ci_low,
        part.ci_high,
        label=f"{numbers.value_text(part.score, '%')} {interval}".strip(),
        bounds=(part.lo or 0.0, part.hi or 0.0) if bounded else None,
        width=_BAR,
    )


def rate_bar(rate: Rate, reference: float | None, width: int = 140) -> Markup:
    """A share and its interval."""
    interval = numbers.interval_text(rate.ci_low, rate.ci_high, "%")
    return svg.interval_bar(
        rate.value,
        rate.ci_low,
        rate.ci_high,
        label=f"{numbers.value_text(rate.value, '%')} {interval}".strip(),
        reference=reference,
        width=width,
    )


def axis(top: float | None, unit: str, width: int = _BAR) -> Markup:
    """The scale above a column of bars."""
    if top is None:
        return Markup("")
    if numbers.is_proportion(unit) and top == 1:
        return svg.axis(("0", "50", "100 %"), width=width)
    return svg.axis(("0", numbers.value_text(top, unit)), width=width)


def histogram(report: RunReport) -> Markup:
    """Seconds per answer."""
    total = report.latency.total
    if total is None:
        return Markup("")
    marks = {"P50": total.p50, "P95": total.p95, "P99": total.p99}
    label = " · ".join(f"{name} {numbers.seconds_text(at)}" for name, at in marks.items())
    return svg.histogram(report.latency.bins, marks, label=label)
