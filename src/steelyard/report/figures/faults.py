"""`faults`: how each kind of fault was borne."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.conditions import fault_words
from steelyard.report.figures.axes import finite
from steelyard.report.figures.figure import Figure, table
from steelyard.report.figures.lettering import escaped, said, sentences
from steelyard.report.figures.matrix import Cell, matrix_drawing
from steelyard.report.numbers import count_text, value_text

if TYPE_CHECKING:
    from steelyard.analysis.conditions import FaultLine
    from steelyard.report.content import RunReport

_MOST = 40


def faults(report: RunReport) -> Figure | None:
    """Draw the matrix of faults; None when none was injected."""
    every = () if report.conditions is None else report.conditions.faults
    if not every:
        return None
    lines, caption = every[:_MOST], said("faults_caption")
    if len(lines) < len(every):
        caption = sentences(caption, said("first_of", shown=_MOST, n=len(every)))
    heads = [
        said(name)
        for name in ("fault_plain", "fault_with", "fault_kept", "fault_late", "fault_landed")
    ]
    names = [fault_words(line.fault) for line in lines]
    return Figure(
        "faults",
        said("faults_title"),
        caption,
        matrix_drawing(names, heads, [_cells(line) for line in lines]),
        table(
            (said("fault"), *heads),
            [
                (
                    name,
                    finite(line.plain),
                    finite(line.success.value),
                    None if line.kept is None else finite(line.kept.value),
                    _late(line),
                    line.landed,
                )
                for name, line in zip(names, lines, strict=True)
            ],
        ),
    )


def _cells(line: FaultLine) -> list[Cell]:
    late = _late(line)
    return [
        share_cell(line.plain),
        share_cell(line.success.value),
        share_cell(None if line.kept is None else line.kept.value),
        Cell(_percent(late), None if late is None else 1 - late),
        Cell(_same(f"{count_text(line.landed)} / {count_text(line.asked)}"), None),
    ]


def share_cell(value: float | None) -> Cell:
    """Return a cell of a share that is good when it is high."""
    known = finite(value)
    return Cell(_percent(known), None if known is None else min(1.0, max(0.0, known)))


def _late(line: FaultLine) -> float | None:
    return line.timed_out / line.landed if line.landed else None


def _percent(value: float | None) -> Words:
    return _same(escaped(value_text(value, "%")))


def _same(text: str) -> Words:
    return Words(text, text)
