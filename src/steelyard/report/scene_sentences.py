"""The weakest scene and a scene never seen, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.model import Words
from steelyard.report.numbers import (
    NOTHING,
    confidence_text,
    interval_text,
    points_interval_text,
    points_text,
    significant,
    value_text,
)
from steelyard.report.text import one_line
from steelyard.report.wording import words

if TYPE_CHECKING:
    from steelyard.analysis.generalisation import Generalisation, NewScene, WorstScene


def scene_sentences(found: Generalisation) -> list[Words]:
    """Return what is known beyond the single scenes; nothing when cases name none."""
    said = []
    if found.worst_scene is not None:
        said.append(_worst(found.worst_scene))
    if found.new_scene is not None:
        said.append(_never_seen(found.new_scene))
    return said


def _worst(found: WorstScene) -> Words:
    lower = found.gap.ci_low is not None and found.gap.ci_high is not None
    return words(
        "generalisation.worst" if lower else "generalisation.worst_plain",
        scene=one_line(found.name, 60),
        scenes=found.scenes,
        value=value_text(found.completion.value, "%"),
        others=value_text(found.others.value, "%"),
        gap=points_interval_text(found.gap.ci_low, found.gap.ci_high),
        confidence=confidence_text(found.confidence),
        evidence=words(f"correlation.{found.evidence}"),
    )


def _never_seen(found: NewScene) -> Words:
    if found.reason is not None or found.low is None or found.between_sd is None:
        reason = found.reason or Words("", "")
        return words("generalisation.never_seen_unknown", why=reason)
    error = found.left_out_error
    return words(
        "generalisation.never_seen" if error is not None else "generalisation.never_seen_short",
        value=value_text(found.typical.value, "%"),
        interval=interval_text(found.low, found.high, "%"),
        confidence=confidence_text(found.confidence),
        scenes=found.scenes,
        sd=points_text(found.between_sd).lstrip("+"),
        icc=NOTHING if found.icc is None else significant(found.icc, 2),
        error="" if error is None else points_text(error).lstrip("+"),
    )
