"""What is told in which order, for every renderer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.correlation.explained import (
    driver_remarks,
    driver_table,
    pareto_table,
    redundancy_remarks,
)
from steelyard.report.correlation.matrix import matrix_table, pair_table
from steelyard.report.correlation.relations import band_table, relation_table
from steelyard.report.correlation.table import Table, word
from steelyard.report.labels import label
from steelyard.report.numbers import count_text
from steelyard.report.sources import source_line, source_words

if TYPE_CHECKING:
    from steelyard.analysis.correlation import Correlation

Part = Table | list[Words]


def headline(found: Correlation) -> Words:
    """Return what was analysed: how many of what."""
    unit = word(f"units_{found.unit}")
    said = {"n": count_text(found.n), "unit": unit, "runs": count_text(len(found.runs))}
    key = "headline" if len(found.runs) == 1 else "headline_runs"
    return word(key, measures=count_text(len(found.measures)), **said)


def notes(found: Correlation) -> list[Words]:
    """Return what a reader should know first."""
    source = source_line((one.name, source_words(one.provenance)) for one in found.measures)
    return [*(label(note, "") for note in found.notes), *([] if source is None else [source])]


def parts(
    found: Correlation, *, everything: bool = False, most: int | None = None
) -> list[tuple[Words | None, Part]]:
    """Return tables and remarks, each with the title it stands under.

    Args:
        found: the analysis.
        everything: all pairs, with every coefficient; otherwise the closest.
        most: measures that the matrix has room for; None: all.
    """
    made: list[tuple[Words | None, Part | None]] = []
    for one in found.relations:
        several = len(found.relations) > 1
        made.append((label(one.run, "–") if several else None, relation_table(one)))
        if one.latency_accuracy is not None and (everything or not several):
            made.append((None, band_table(one.latency_accuracy)))
    made.append((None, pareto_table(found)))
    made.append((None, matrix_table(found, most=most)))
    made.append((None, pair_table(found, everything=everything)))
    made += [(word("redundancy"), redundancy_remarks(found)), (None, driver_table(found))]
    remarks = driver_remarks(found)
    title = None if driver_table(found) else word("drivers")
    made.append((title, remarks or None))
    return [(title, part) for title, part in made if part]
