"""Findings about scenes: the weakest, those beyond training, and one never seen."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.analysis.findings.content import Finding
from steelyard.analysis.findings.figures import (
    About,
    count,
    distance,
    finding,
    limits,
    named,
    percent,
    points,
)
from steelyard.analysis.findings.source import Known

_WIDE = 0.3  # a prediction interval from which planning gets hard
_ANYTHING = 0.9  # one that says nothing


def about_scenes(known: Known) -> Iterator[Finding]:
    """Yield what stands out about scenes."""
    yield from _worst(known)
    yield from _beyond_training(known)
    yield from _never_seen(known)


def _worst(known: Known) -> Iterator[Finding]:
    worst = known.generalisation.worst_scene
    if worst is None or worst.completion.value is None or worst.others.value is None:
        return
    between = limits(worst.gap, points)
    if between is None or worst.gap.value is None or worst.gap.value >= 0:
        return  # all scenes that are weaker have too few cases to be named
    figures = {
        "scene": named(worst.name),
        "value": percent(worst.completion.value),
        "others": percent(worst.others.value),
        "gap": points(worst.gap.value),
        "scenes": count(worst.scenes),
        **between,
    }
    sure = worst.evidence == "established"
    about = About(
        worst.evidence,
        "bad" if sure else "neutral",
        0.85 + 0.1 * abs(worst.gap.value) if sure else 0.35,
        ("adapt.worst_scene", "adapt.scene_coverage"),
        known.failed_cases(worst.name),
        worst.name,
    )
    key = "worst_scene" if sure else "worst_scene_open"
    yield finding("worst_scene", key, about, figures)


def _beyond_training(known: Known) -> Iterator[Finding]:
    kinds = {kind.kind: kind for kind in known.generalisation.kinds}
    other = kinds.get("other") or kinds.get("non_train") or kinds.get("unknown")
    if other is None or other.gap is None or other.gap.value is None:
        return
    between = limits(other.gap, points)
    if between is None:
        return
    figures = {"gap": points(other.gap.value), "n": count(other.completion.n), **between}
    figures["size"] = distance(other.gap.value)
    low, high = other.gap.ci_low or 0.0, other.gap.ci_high or 0.0
    ids = ("adapt.scene_gap",)
    if high < 0:
        about = About("established", "bad", 0.82 + 0.1 * abs(other.gap.value), ids)
        yield finding("scene_gap", "scene_gap_lower", about, figures)
    elif low > 0:
        about = About("established", "good", 0.4, ids)
        yield finding("scene_gap", "scene_gap_higher", about, figures)
    else:
        about = About("not_established", "neutral", 0.45, ids)
        yield finding("scene_gap", "scene_gap_open", about, figures)


def _never_seen(known: Known) -> Iterator[Finding]:
    new = known.generalisation.new_scene
    if new is None or new.low is None or new.high is None or new.typical.value is None:
        return
    if new.high - new.low > _ANYTHING:
        return
    figures = {
        "value": percent(new.typical.value),
        "low": percent(new.low),
        "high": percent(new.high),
        "scenes": count(new.scenes),
    }
    wide = new.high - new.low > _WIDE
    about = About("observed", "neutral" if wide else "good", 0.6 if wide else 0.42)
    yield finding("new_scene", "new_scene_wide" if wide else "new_scene", about, figures)
