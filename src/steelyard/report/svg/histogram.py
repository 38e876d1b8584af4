"""A histogram of seconds on a logarithmic scale, with its quantiles marked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from steelyard.report.content import Bin
from steelyard.report.numbers import seconds_text, tick_text

_WIDTH, _HEIGHT = 760, 220
_LEFT, _RIGHT, _HEAD, _FOOT = 44, 14, 54, 26
_FLOOR = _HEIGHT - _FOOT


def histogram(bins: Sequence[Bin], marks: Mapping[str, float], *, label: str) -> Markup:
    """Draw `bins` as bars and `marks` (name to seconds) as lines with their values."""
    low, high = bins[0].low, bins[-1].high

    def at(seconds: float) -> float:
        inside = min(high, max(low, seconds))
        share = math.log(inside / low) / math.log(high / low)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    most = max(bar.count for bar in bins) or 1
    parts = [_grid(most)]
    parts += [_bar(at(bar.low), at(bar.high), bar, most) for bar in bins]
    parts += [_tick(at(seconds), seconds) for seconds in _ticks(low, high)]
    parts += [
        _mark(at(seconds), name, seconds, turn)
        for turn, (name, seconds) in enumerate(marks.items())
    ]
    return Markup(
        f'<svg class="histogram" role="img" aria-label="{escape(label)}"'
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}">{"".join(parts)}</svg>'
    )


def _grid(most: int) -> str:
    lines = ""
    for count in sorted({0, most // 2, most}):
        y = _FLOOR - count / most * (_FLOOR - _HEAD)
        lines += (
            f'<line class="rule" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{count:,}</text>'
        )
    return lines


def _bar(start: float, end: float, bar: Bin, most: int) -> str:
    # A single row among a million is still there to be seen.
    height = max(1.5, bar.count / most * (_FLOOR - _HEAD)) if bar.count else 0.0
    title = f"{seconds_text(bar.low)} – {seconds_text(bar.high)}: {bar.count:,}"
    return (
        f'<rect class="column" x="{start + 0.5:.1f}" y="{_FLOOR - height:.1f}"'
        f' width="{max(1.0, end - start - 1):.1f}" height="{height:.1f}">'
        f"<title>{escape(title)}</title></rect>"
    )


def _ticks(low: float, high: float) -> list[float]:
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    many = math.log10(high / low) > 2
    steps = (1,) if math.log10(high / low) > 5 else (1, 3) if many else (1, 2, 5)
    found = [step * 10.0**decade for decade in decades for step in steps]
    inside = [tick for tick in found if low <= tick <= high]
    return inside if len(inside) > 1 else [low, high]


def _tick(x: float, seconds: float) -> str:
    return (
        f'<line class="rule" x1="{x:.1f}" x2="{x:.1f}" y1="{_FLOOR}" y2="{_FLOOR + 4}"/>'
        f'<text x="{x:.1f}" y="{_FLOOR + 17}" text-anchor="middle">{tick_text(seconds, "s")}</text>'
    )


def _mark(x: float, name: str, seconds: float, turn: int) -> str:
    # Each mark has a line of its own above the bars: close quantiles must not overprint.
    y = 12 + 14 * turn
    anchor, shift = ("end", -5) if x > _WIDTH * 0.75 else ("start", 5)
    return (
        f'<line class="mark" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 9}" y2="{_FLOOR}"/>'
        f'<text class="mark-label" x="{x + shift:.1f}" y="{y}" text-anchor="{anchor}">'
        f"{escape(name)} {escape(seconds_text(seconds))}</text>"
    )
