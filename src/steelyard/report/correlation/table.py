"""A table before anyone decides how it looks: headings and cells in both languages."""

from __future__ import annotations

from typing import NamedTuple

from steelyard.model import Words
from steelyard.report.numbers import NOTHING, p_text
from steelyard.report.wording import words

Cell = str | Words


class Table(NamedTuple):
    """Headings, rows, and a letter per column: `l` for text, `r` for numbers.

    `more` says what is left out.
    """

    title: Words
    headings: list[Cell]
    rows: list[list[Cell]]
    sides: str
    hint: Words | None = None
    more: Words | None = None


def word(key: str, **values: object) -> Words:
    """Return a sentence of the correlation analysis in both languages."""
    return words(f"correlation.{key}", **values)


def plain_ratio(value: float | None) -> str:
    """Return a ratio or share of 1 with three digits after the point."""
    return NOTHING if value is None else f"{value:.3f}"


def chance(value: float | None) -> str:
    """Return a p or q value; empty when there is none."""
    return "" if value is None else p_text(value)
