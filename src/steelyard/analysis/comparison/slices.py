"""Where it changed: the difference inside every scene, domain, or other group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.analysis.comparison.cases import case_means
from steelyard.analysis.comparison.content import Adjustment, Difference, Slice, Sources
from steelyard.analysis.comparison.indicators import measure, notes_on
from steelyard.analysis.comparison.said import words
from steelyard.analysis.comparison.verdicts import judged

if TYPE_CHECKING:
    from steelyard.analysis.comparison.cases import Means
    from steelyard.analysis.comparison.tables import Tables

_MOST = 500


def slice_differences(
    tables: Tables,
    column: str,
    by: Sequence[str],
    *,
    sources: Sources,
    adjust: Adjustment = "holm",
    confidence: float = 0.95,
    alpha: float = 0.05,
) -> Mapping[str, tuple[Slice, ...]]:
    """Return the difference in each group of each column of `by`, worst first.

    Args:
        tables: both results tables, with `make_cases` done.
        column: what is averaged: `passed` or `score`.
        by: columns to group by; one in which no case names a group is left out.
        sources: where the column of either run comes from.
        adjust: how p values are corrected, over the groups of one column.
        confidence: of the intervals.
        alpha: what counts as established.
    """
    found = {}
    for name in by:
        means = case_means(tables, column, by=name)
        if set(means) <= {None} or len(means) > _MOST:
            continue
        groups = list(means)
        share = column == "passed"
        plain = [_difference(column, means[g], confidence, share=share) for g in groups]
        plain = [
            replace(one, base_provenance=sources.base, new_provenance=sources.new) for one in plain
        ]
        slices = [
            Slice(name, group, one)
            for group, one in zip(groups, judged(plain, adjust, alpha), strict=True)
        ]
        found[name] = tuple(sorted(slices, key=_worst_first))
    return found


def _difference(column: str, means: Means, confidence: float, *, share: bool) -> Difference:
    found = measure(means.base, means.new, means.pulls, share=share, confidence=confidence)
    apart = found.apart
    return Difference(
        id=column,
        name=words(f"slice_{column}"),
        kind="indicator",
        unit="",
        direction="up",
        base=means.base.value,
        new=means.new.value,
        value=means.new.value - means.base.value,
        ci_low=None if apart is None else max(-1.0, apart.low),
        ci_high=None if apart is None else min(1.0, apart.high),
        ci_method=None if apart is None else apart.method,
        confidence=confidence,
        p=None if apart is None else apart.p,
        effect=found.effect,
        effect_kind=found.effect_kind,
        n=means.n,
        clusters=found.clusters,
        verdict="same" if found.same else "untested",
        notes=notes_on(found),
    )


def _worst_first(one: Slice) -> tuple[int, float, str]:
    rank = {"worse": 0, "better": 2}.get(one.difference.verdict, 1)
    return rank, one.difference.value or 0.0, one.group or ""
