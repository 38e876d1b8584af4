"""The weakest scene beside all others, with an interval that knows it was picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from steelyard.analysis.generalisation.outcomes import Source, outcomes_by
from steelyard.analysis.generalisation.places import Place
from steelyard.analysis.generalisation.rate import Rate
from steelyard.analysis.generalisation.scene_kinds import gap, kept
from steelyard.bundle import sql_text

LEAST = 5  # cases of a scene that may be called the weakest


@dataclass(frozen=True, slots=True)
class WorstScene:
    """The weakest scene that has enough cases.

    The weakest of many looks weak by chance alone, so its intervals are made at 1 − α / scenes
    (Bonferroni): they hold for whichever scene happens to be the weakest.

    Attributes:
        name: of the scene.
        scenes: it was picked from.
        completion: in it.
        others: in all other named scenes.
        gap: the first less the second.
        retention: the first over the second.
        confidence: of each interval, after the correction.
        evidence: `established` when the interval of the gap lies below 0.
    """

    name: str
    scenes: int
    completion: Rate
    others: Rate
    gap: Rate
    retention: Rate
    confidence: float
    evidence: Literal["established", "not_established"]


def worst_scene(
    source: Source, columns: Mapping[str, int], places: Sequence[Place], *, confidence: float = 0.95
) -> WorstScene | None:
    """Return the weakest scene; None for fewer than two that have enough cases.

    Args:
        source: the run.
        columns: of its table, with how many rows fill them.
        places: its scenes, the weakest first.
        confidence: before the correction.
    """
    able = [
        place.name for place in places if place.name is not None and place.completion.n >= LEAST
    ]
    if len(able) < 2:
        return None
    name, level = able[0], 1 - (1 - confidence) / len(able)
    group = (
        f"CASE WHEN scene IS NULL THEN NULL WHEN CAST(scene AS VARCHAR) = {sql_text(name)}"
        " THEN 'worst' ELSE 'others' END"
    )
    found = outcomes_by(source, group, columns, confidence=level)
    worst, others = found["worst"].completion, found["others"].completion
    less = gap(worst, others)
    sure = less.ci_high is not None and less.ci_high < 0
    return WorstScene(
        name=name,
        scenes=len(able),
        completion=worst,
        others=others,
        gap=less,
        retention=kept(worst, others),
        confidence=level,
        evidence="established" if sure else "not_established",
    )
