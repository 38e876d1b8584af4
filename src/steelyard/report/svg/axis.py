"""The scale above a column of interval bars."""

from __future__ import annotations

from markupsafe import Markup, escape

_EDGE = 5.0


def axis(labels: tuple[str, ...], *, width: int = 180) -> Markup:
    """Draw `labels` evenly from the left to the right end of a bar of `width` pixels."""
    last = len(labels) - 1
    texts = "".join(
        f'<text x="{_x(at, last, width):.1f}" y="11" text-anchor="{_anchor(at, last)}">'
        f"{escape(label)}</text>"
        for at, label in enumerate(labels)
    )
    return Markup(
        f'<svg class="axis" aria-hidden="true" width="{width}" height="14"'
        f' viewBox="0 0 {width} 14">{texts}</svg>'
    )


def _x(at: int, last: int, width: int) -> float:
    if at in (0, last):
        return 0.0 if at == 0 else float(width)
    return _EDGE + at / last * (width - 2 * _EDGE)


def _anchor(at: int, last: int) -> str:
    return "start" if at == 0 else "end" if at == last else "middle"
