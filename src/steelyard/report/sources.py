"""Where the numbers of a table come from, in words: measured, declared or claimed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.wording import known_words, words
from steelyard.scorecards.headline import OVERALL

if TYPE_CHECKING:
    from steelyard.analysis.comparison import Difference, Sources, Usage
    from steelyard.analysis.generalisation import Place, Rate, SceneKind
    from steelyard.report.content import Indicator, RunReport
    from steelyard.report.outline import Breakdown

MADE_OF_PARTS = ("overall", "dimension")
"""Kinds of numbers that are made of several indicators."""
_MOST_NAMES = 8


def source_words(provenance: str | None, *, made_of_parts: bool = False) -> Words:
    """Return the word for a source; a score made of parts is only partly declared or claimed."""
    partly = made_of_parts and provenance in ("declared", "claimed")
    return words(f"partly_{provenance}") if partly else known_words("provenance", provenance)


def column_source(report: RunReport, column: str) -> Words:
    """Return where a column of the results table comes from."""
    return source_words((report.run.get("provenance") or {}).get(column, "measured"))


def headline_source(id_: str | None, provenance: str | None) -> Words | None:
    """Return where the first number of a report comes from; None when that is not known."""
    if provenance is None:
        return None
    return source_words(provenance, made_of_parts=id_ in (None, OVERALL))


def both_sources(found: Sources, *, made_of_parts: bool = False) -> Words:
    """Return the source of a number of two runs: one word, or `measured → claimed`."""
    known = [one for one in found if one is not None]
    said = [source_words(one, made_of_parts=made_of_parts) for one in known]
    if found.differ:
        return words("source_pair", base=said[0], new=said[1])
    return said[0] if said else Words("", "")


def difference_source(found: Difference | Usage) -> Words:
    """Return the source of what a comparison compares."""
    parts = getattr(found, "kind", None) in MADE_OF_PARTS
    return both_sources(found.sources, made_of_parts=parts)


def group_source(groups: Iterable[Place | SceneKind]) -> Words | None:
    """Return where completion and accuracy of scenes or domains come from, in one line."""
    completion, accuracy = words("completion"), words("accuracy")
    rates = [
        (name, rate)
        for group in groups
        for name, rate in ((completion, group.completion), (accuracy, group.accuracy))
    ]
    return _once((name, one.provenance) for name, one in rates if one.value is not None)


def breakdown_source(breakdown: Breakdown) -> Words | None:
    """Return where the numbers of a breakdown come from, in one line."""
    return indicators_source(one.shown for one in breakdown.slices if one.shown is not None)


def indicators_source(shown: Iterable[Indicator]) -> Words | None:
    """Return where the values of indicators come from, in one line."""
    return _once((one.name, one.provenance) for one in shown if one.value is not None)


def success_source(lines: Iterable[Rate]) -> Words | None:
    """Return where the success under test conditions comes from, in one line."""
    name = words("completion")
    return _once((name, rate.provenance) for rate in lines if rate.value is not None)


def _once(found: Iterable[tuple[Words, str]]) -> Words | None:
    return source_line((name, source_words(one)) for name, one in dict.fromkeys(found))


def source_line(sources: Iterable[tuple[Words, Words]]) -> Words | None:
    """Return one line on the sources of named numbers; None when there are none.

    One word where all have the same; otherwise the numbers that were not measured by name.
    """
    named: dict[Words, list[Words]] = {}
    for name, source in sources:
        if source.en:
            named.setdefault(source, []).append(name)
    if not named:
        return None
    measured = known_words("provenance", "measured")
    first = measured if measured in named else max(named, key=lambda source: len(named[source]))
    line = words("source_line", source=first)
    for source, names in named.items():
        if source != first:
            line = words("source_line_and", line=line, source=source, names=_listed(names))
    return line


def _listed(names: list[Words]) -> Words:
    shown = names[:_MOST_NAMES]
    listed = Words(", ".join(one.en for one in shown), "、".join(one.zh for one in shown))
    more = len(names) - len(shown)
    return words("source_more", names=listed, n=more) if more else listed
