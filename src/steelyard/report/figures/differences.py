"""`differences`, `scene_changes` and `spending`: what changed from one run to another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.model import Words
from steelyard.report.figures.axes import finite, line_at
from steelyard.report.figures.figure import Figure
from steelyard.report.figures.intervals import Row, Scale, cut, interval_drawing, interval_table
from steelyard.report.figures.lettering import escaped, said
from steelyard.report.figures.theme import colour
from steelyard.report.numbers import NOTHING, is_proportion, points_text, significant, value_text
from steelyard.report.outline import column_words, group_words
from steelyard.report.sources import difference_source

if TYPE_CHECKING:
    from steelyard.analysis.comparison.content import AgainstBase, Comparison, Difference, Usage

# Shape and colour say the same.
_MARKS = {"better": ("triangle-up", "good"), "worse": ("triangle-down", "bad")}
_FAR = 100.0  # beyond a hundredfold, a ratio is drawn at the edge
_NARROWEST = 1.25  # a scale of ratios reaches this far at least: noise must not look like news


def differences(comparison: Comparison) -> Figure | None:
    """Draw every difference of shares with its interval around 0; None when there is none."""
    found = _only(comparison)
    if found is None:
        return None
    rows = [
        _row(one.name, one)
        for one in found.differences()
        if is_proportion(one.unit) and one.value is not None
    ]
    return _forest("differences", rows, said("indicator"), said("differences_caption"))


def scene_changes(comparison: Comparison) -> Figure | None:
    """Draw the difference of each scene, or of each domain when no scene is named."""
    found = _only(comparison)
    if found is None:
        return None
    column = next((c for c in ("scene", "domain") if len(found.slices.get(c, ())) > 1), None)
    if column is None:
        return None
    rows = [
        _row(group_words(one.group), one.difference)
        for one in found.slices[column]
        if one.difference.value is not None
    ]
    return _forest("scene_changes", rows, column_words(column), said("scene_changes_caption"))


def spending(comparison: Comparison) -> Figure | None:
    """Draw how many times as much time, money and tokens a case takes; None when none is known."""
    found = _only(comparison)
    rows = [] if found is None else [_spent(one) for one in found.spent if _ratio(one)]
    if not rows:
        return None
    scale = Scale(said("ratio_axis"), "×", axis=_ratio_axis(rows), text=_times)
    return Figure(
        "spending",
        said("spending_title"),
        said("spending_caption"),
        interval_drawing(rows, scale, shapes=[line_at(1.0, paint="soft", dash="solid")]),
        interval_table(rows, said("measure"), scale),
    )


def _only(comparison: Comparison) -> AgainstBase | None:
    return comparison.runs[0] if comparison.runs else None


def _forest(id_: str, rows: Sequence[Row], first: Words, caption: Words) -> Figure | None:
    if not rows:
        return None
    shown, caption = cut(rows, caption)
    scale = Scale(said("points_axis"), "%", axis=_points_axis(shown), text=points_text)
    return Figure(
        id_,
        said(f"{id_}_title"),
        caption,
        interval_drawing(shown, scale, shapes=[line_at(0.0, paint="soft", dash="solid")]),
        interval_table(shown, first, scale),
    )


def _row(name: Words, one: Difference) -> Row:
    mark, paint = _mark(one)
    return Row(
        name,
        one.value,
        one.ci_low,
        one.ci_high,
        one.n,
        mark=mark,
        paint=paint,
        note=_note(one),
    )


def _mark(one: Difference | Usage) -> tuple[str, str]:
    """Return shape and color; what two sources make different is drawn like what is open."""
    open_ = ("circle-open", "second")
    return open_ if one.sources.differ else _MARKS.get(one.verdict, open_)


def _note(one: Difference | Usage) -> Words:
    """Return what a difference comes to, and where the numbers come from if not both measured."""
    base, new = (escaped(value_text(value, one.unit)) for value in (one.base, one.new))
    note = said(f"verdict_{one.verdict}", base=base, new=new)
    if set(one.sources) <= {"measured", None}:
        return note
    return said("and_sources", note=note, source=difference_source(one))


def _points_axis(rows: Sequence[Row]) -> dict[str, Any]:
    limits = [finite(x) for row in rows for x in (row.value, row.low, row.high)]
    furthest = max([abs(x) for x in limits if x is not None] or [0.0])
    reach = max(0.01, furthest * 1.08)
    ticks = _round_ticks(reach)
    return {
        "title": {"text": said("points_axis")},
        "range": [-reach, reach],
        "tickvals": ticks,
        "ticktext": [f"{100 * tick:+g}".replace("-", "−") if tick else "0" for tick in ticks],
        "zeroline": False,
        "gridcolor": colour("line"),
    }


def _round_ticks(reach: float) -> list[float]:
    step = next(s for s in (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 1e9) if reach / s <= 3.5)
    most = int(reach / step)
    return [round(step * at, 6) for at in range(-most, most + 1)]


def _ratio(one: Usage) -> bool:
    return one.ratio is not None and one.ratio > 0


def _spent(one: Usage) -> Row:
    mark, paint = _mark(one)
    mark = {"triangle-up": "triangle-down", "triangle-down": "triangle-up"}.get(mark, mark)
    return Row(
        said(f"usage_{one.id}"),
        _near(one.ratio),
        _near(one.ratio_low),
        _near(one.ratio_high),
        one.n,
        mark=mark,
        paint=paint,
        note=_note(one),
    )


def _near(ratio: float | None) -> float | None:
    return None if ratio is None else min(_FAR, max(1 / _FAR, ratio))


def _times(value: float | None) -> str:
    return NOTHING if value is None else f"× {significant(value)}"


def _ratio_axis(rows: Sequence[Row]) -> dict[str, Any]:
    found = [x for row in rows for x in (row.value, row.low, row.high) if x]
    furthest = max(_NARROWEST, *(max(x, 1 / x) for x in found))
    ticks = [
        x
        for x in (0.01, 0.1, 0.2, 0.5, 0.8, 1, 1.25, 2, 5, 10, 100)
        if 1 / furthest <= x <= furthest
    ]
    reach = math.log10(furthest * 1.1)
    return {
        "type": "log",
        "title": {"text": said("ratio_axis")},
        "range": [-reach, reach],
        "tickvals": ticks,
        "ticktext": [f"{x:.3g}" for x in ticks],
        "zeroline": False,
    }
