"""`indicators`: every proportion of the run with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.report.figures.figure import Figure
from steelyard.report.figures.intervals import Row, Scale, cut, interval_drawing, interval_table
from steelyard.report.figures.lettering import NOTHING_MORE, full, said
from steelyard.report.numbers import is_proportion
from steelyard.report.outline import main_indicators
from steelyard.report.wording import known_words

if TYPE_CHECKING:
    from steelyard.report.content import Indicator, RunReport


def indicators(report: RunReport) -> Figure | None:
    """Draw the main indicators that are proportions; None when none is defined."""
    kept = [i for i in main_indicators(report) if is_proportion(i.unit) and i.value is not None]
    if not kept:
        return None
    rows, caption = cut([_row(indicator) for indicator in kept], said("indicators_caption"))
    scale = Scale(said("value_axis"))
    return Figure(
        "indicators",
        said("indicators_title"),
        caption,
        interval_drawing(rows, scale),
        interval_table(rows, said("indicator"), scale),
    )


def _row(indicator: Indicator) -> Row:
    # A hollow square: the dataset or the agent said so, nobody measured it.
    declared = indicator.provenance in ("declared", "claimed")
    return Row(
        indicator.name,
        indicator.value,
        indicator.ci_low,
        indicator.ci_high,
        indicator.n,
        mark="square-open"
        if declared
        else "circle"
        if indicator.direction == "up"
        else "triangle-left",
        paint="second" if declared else "accent",
        note=full(known_words("provenance", indicator.provenance)) if declared else NOTHING_MORE,
    )
