"""Weights of named parts: defaults, the user's changes, and means over the parts there are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from steelyard.i18n import t
from steelyard.model import Param, Words
from steelyard.scorers.plain_json import number


def weights_param(name: str, default: Mapping[str, float], words: Words) -> Param:
    """Return a parameter {part: weight}; parts not named keep their default weight."""
    return Param(name, "json", dict(default), words, check=lambda value: problem(value, default))


def problem(value: Any, known: Mapping[str, float]) -> str | None:
    """Say what is wrong with weights: an unknown part, no number, below 0, or all 0."""
    for part, weight in value.items() if isinstance(value, Mapping) else [(repr(value), None)]:
        if part not in known:
            return t("mission.unknown_part", part=part, allowed=", ".join(known))
        if isinstance(weight, bool) or (found := number(weight)) is None or found < 0:
            return t("mission.weight", part=part, found=repr(weight))
    if not sum({**known, **value}.values()):
        return t("mission.all_zero")
    return None


def weighted_mean(
    scores: Mapping[str, float | None], weights: Mapping[str, float], *, geometric: bool = False
) -> float | None:
    """Return the mean over the parts there are, weights renormalised; None when there are none.

    Geometric: a part at 0 makes the whole 0.
    """
    present = [(weights[p], s) for p, s in scores.items() if s is not None and weights[p] > 0]
    total = sum(weight for weight, _ in present)
    if not total:
        return None
    if not geometric:
        return sum(weight * score for weight, score in present) / total
    if any(score <= 0 for _, score in present):
        return 0.0
    return math.exp(sum(weight * math.log(score) for weight, score in present) / total)
