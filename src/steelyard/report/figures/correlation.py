"""`correlation`: how every two measures go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.figures.axes import finite
from steelyard.report.figures.figure import Figure, Table, table
from steelyard.report.figures.lettering import (
    NOTHING_MORE,
    bold,
    full,
    joined,
    said,
    sentences,
)
from steelyard.report.figures.matrix import Cell, matrix_drawing
from steelyard.report.figures.theme import DIVERGING
from steelyard.report.numbers import coefficient_text, count_text

if TYPE_CHECKING:
    from steelyard.analysis.correlation.content import Correlation, Measure, Pair

_MOST = 20
_UNSAID = Cell(NOTHING_MORE, None)


def correlation(found: Correlation) -> Figure | None:
    """Draw the matrix of rank correlations; None when there are not two measures."""
    measures = found.measures[:_MOST]
    if len(measures) < 2:
        return None
    shown = {measure.id for measure in measures}
    pairs = {frozenset((pair.a, pair.b)): pair for pair in found.pairs if {pair.a, pair.b} <= shown}
    if not any(pair.spearman.value is not None for pair in pairs.values()):
        return None
    # Names would not fit above the columns: those bear the numbers of the rows.
    numbers = [Words(str(at), str(at)) for at in range(1, len(measures) + 1)]
    rows = [joined(at, one.name, by="  ") for at, one in zip(numbers, measures, strict=True)]
    caption = said("correlation_caption", unit=said(f"unit_{found.unit}"), n=count_text(found.n))
    if len(found.measures) > _MOST:
        more = said("first_of", shown=_MOST, n=len(found.measures))
        caption = sentences(caption, more)
    drawing = matrix_drawing(
        rows, numbers, _cells(measures, pairs), scale=DIVERGING, ends=(-1.0, 1.0)
    )
    drawing["data"][0]["hovertext"] = _hovers(measures, pairs)
    return Figure("correlation", said("correlation_title"), caption, drawing, _table(found, pairs))


def _cells(measures: Sequence[Measure], pairs: Mapping[frozenset[str], Pair]) -> list[list[Cell]]:
    return [
        [
            _cell(pairs.get(frozenset((low.id, left.id)))) if x < y else _UNSAID
            for x, left in enumerate(measures)
        ]
        for y, low in enumerate(measures)
    ]


def _cell(pair: Pair | None) -> Cell:
    if pair is None:
        return _UNSAID
    if pair.structural is not None:
        return Cell(Words("≡", "≡"), None)
    value = finite(pair.spearman.value)
    text = Words(*[coefficient_text(value)] * 2)
    return Cell(bold(text) if pair.evidence == "established" else text, value)


def _hovers(measures: Sequence[Measure], pairs: Mapping[frozenset[str], Pair]) -> list[list[Words]]:
    return [
        [
            _hover(left, low, pairs.get(frozenset((low.id, left.id)))) if x < y else NOTHING_MORE
            for x, left in enumerate(measures)
        ]
        for y, low in enumerate(measures)
    ]


def _hover(left: Measure, low: Measure, pair: Pair | None) -> Words:
    if pair is None:
        return NOTHING_MORE
    rho = pair.spearman
    limits = (
        ""
        if rho.ci_low is None or rho.ci_high is None
        else f" [{coefficient_text(rho.ci_low)}, {coefficient_text(rho.ci_high)}]"
    )
    return joined(
        bold(joined(full(left.name), full(low.name), by=" × ")),
        f"ρ = {coefficient_text(rho.value)}{limits}",
        full(pair.structural) if pair.structural else said(pair.evidence),
        said("n_pairs", n=count_text(rho.n)),
    )


def _table(found: Correlation, pairs: Mapping[frozenset[str], Pair]) -> Table:
    names = {measure.id: measure.name for measure in found.measures}
    return table(
        (
            said("measure"),
            said("other_measure"),
            said("rho"),
            said("low"),
            said("high"),
            said("evidence"),
            said("n"),
        ),
        [
            (
                names[pair.a],
                names[pair.b],
                finite(pair.spearman.value),
                finite(pair.spearman.ci_low),
                finite(pair.spearman.ci_high),
                said("structural") if pair.structural else said(pair.evidence),
                pair.spearman.n,
            )
            for pair in pairs.values()
        ],
    )
