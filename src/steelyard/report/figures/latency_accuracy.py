"""`latency_accuracy`: whether slow answers are worse than fast ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.figures.figure import Figure
from steelyard.report.figures.intervals import Row, Scale, interval_drawing, interval_table
from steelyard.report.figures.lettering import said
from steelyard.report.numbers import seconds_text

if TYPE_CHECKING:
    from steelyard.analysis.correlation.content import Correlation, LatencyBand


def latency_accuracy(found: Correlation) -> Figure | None:
    """Draw accuracy by quarters of latency; None for several runs or when one quarter is left."""
    relation = found.relations[0].latency_accuracy if len(found.relations) == 1 else None
    if relation is None or len(relation.bands) < 2:
        return None
    rows = [_row(band) for band in relation.bands]
    scale = Scale(said("accuracy_axis"))
    return Figure(
        "latency_accuracy",
        said("latency_accuracy_title"),
        said("latency_accuracy_caption"),
        interval_drawing(rows, scale),
        interval_table(rows, said("latency_band"), scale),
    )


def _row(band: LatencyBand) -> Row:
    rate = band.accuracy
    name = f"{seconds_text(band.low_s)} – {seconds_text(band.high_s)}"
    return Row(Words(name, name), rate.value, rate.ci_low, rate.ci_high, rate.n)
