"""A value as a dot, its interval as a bar, on a scale from 0 to `top`."""

from __future__ import annotations

from markupsafe import Markup, escape

_EDGE = 5.0  # room for half a dot at either end


def interval_bar(
    value: float | None,
    low: float | None,
    high: float | None,
    *,
    label: str,
    top: float = 1.0,
    bounds: tuple[float, float] | None = None,
    reference: float | None = None,
    width: int = 180,
) -> Markup:
    """Draw one row of a dot plot.

    Args:
        value: where the dot is; no dot for None.
        low: left end of the interval.
        high: right end of the interval.
        label: what a screen reader says.
        top: right end of the scale.
        bounds: a wider range drawn behind the interval.
        reference: a value to compare with, drawn as a dashed line.
        width: in pixels.
    """

    def at(x: float) -> float:
        share = min(1.0, max(0.0, x / top)) if top > 0 else 0.0
        return _EDGE + share * (width - 2 * _EDGE)

    parts = [
        f'<line class="track" x1="{_EDGE:g}" x2="{width - _EDGE:g}" y1="9" y2="9"/>',
        *(
            f'<line class="tick" x1="{at(top * i / 4):.1f}" x2="{at(top * i / 4):.1f}"'
            ' y1="6" y2="12"/>'
            for i in range(5)
        ),
    ]
    if reference is not None:
        x = at(reference)
        parts.append(f'<line class="reference" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="18"/>')
    if bounds is not None:
        parts.append(_band("bounds", at(bounds[0]), at(bounds[1]), 14))
    if low is not None and high is not None:
        parts.append(_band("ci", at(low), at(high), 6))
    if value is not None:
        parts.append(f'<circle class="dot" cx="{at(value):.1f}" cy="9" r="4"/>')
    return Markup(
        f'<svg class="bar" role="img" aria-label="{escape(label)}" width="{width}" height="18"'
        f' viewBox="0 0 {width} 18">{"".join(parts)}</svg>'
    )


def _band(name: str, start: float, end: float, height: int) -> str:
    return (
        f'<rect class="{name}" x="{start:.1f}" y="{9 - height / 2:g}"'
        f' width="{max(1.0, end - start):.1f}" height="{height}" rx="2"/>'
    )
