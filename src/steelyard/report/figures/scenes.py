"""`scenes`, `domains` and `scene_kinds`: where the agent is strong and weak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from steelyard.report.figures.axes import finite, line_at
from steelyard.report.figures.figure import Figure
from steelyard.report.figures.intervals import Row, Scale, cut, interval_drawing, interval_table
from steelyard.report.figures.lettering import NOTHING_MORE, said, sentences
from steelyard.report.numbers import value_text
from steelyard.report.outline import column_words, group_words
from steelyard.report.wording import known_words

if TYPE_CHECKING:
    from steelyard.analysis.generalisation import Rate
    from steelyard.report.content import RunReport


def scenes(report: RunReport) -> Figure | None:
    """Draw completion scene by scene; None when fewer than two scenes are named."""
    return _places(report, "scene", "scenes")


def domains(report: RunReport) -> Figure | None:
    """Draw completion domain by domain; None when fewer than two domains are named."""
    return _places(report, "domain", "domains")


def scene_kinds(report: RunReport) -> Figure | None:
    """Draw known, other and unknown scenes side by side; None when there are not two kinds."""
    kinds = report.generalisation.kinds
    if len(kinds) < 2:
        return None
    rates, scale, whole = _rates(report, [(k.completion, k.accuracy) for k in kinds])
    rows = [
        Row(known_words("scenes", kind.kind), rate.value, rate.ci_low, rate.ci_high, rate.n)
        for kind, rate in zip(kinds, rates, strict=True)
    ]
    if all(row.value is None for row in rows):
        return None
    shapes = [] if whole is None else [line_at(whole)]
    return Figure(
        "scene_kinds",
        said("scene_kinds_title"),
        said("places_caption", whole=value_text(whole, "%"), what=scale.title),
        interval_drawing(rows, scale, shapes=shapes),
        interval_table(rows, said("scene_kind"), scale),
    )


def _places(report: RunReport, column: str, id_: str) -> Figure | None:
    lines = report.generalisation.places.get(column) or ()
    named = [line for line in lines if line.name is not None]
    if len(named) < 2:
        return None
    rates, scale, whole = _rates(report, [(line.completion, line.accuracy) for line in lines])
    rows = [
        Row(
            group_words(line.name),
            rate.value,
            rate.ci_low,
            rate.ci_high,
            rate.n,
            mark="circle-open" if line.few else "circle",
            note=said("few_cases") if line.few else NOTHING_MORE,
        )
        for line, rate in zip(lines, rates, strict=True)
    ]
    if all(row.value is None for row in rows):
        return None
    caption = said("places_caption", whole=value_text(whole, "%"), what=scale.title)
    if any(line.few for line in lines):
        caption = sentences(caption, said("few_hollow"))
    rows, caption = cut(rows, caption)
    return Figure(
        id_,
        said(f"{id_}_title"),
        caption,
        interval_drawing(rows, scale, shapes=[] if whole is None else [line_at(whole)]),
        interval_table(rows, column_words(column), scale),
    )


def _rates(
    report: RunReport, pairs: Sequence[tuple[Rate, Rate]]
) -> tuple[list[Rate], Scale, float | None]:
    """Return completion where any place has it, else accuracy, with what the whole run has."""
    found = report.generalisation
    if any(completion.value is not None for completion, _ in pairs):
        return [c for c, _ in pairs], Scale(said("completion_axis")), finite(found.completion.value)
    return [a for _, a in pairs], Scale(said("accuracy_axis")), finite(found.accuracy.value)
