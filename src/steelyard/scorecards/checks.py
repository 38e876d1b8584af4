"""Checks of weights and scores that come from outside."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t


def check_scores(owner: str, scores: Mapping[str, Any]) -> dict[str, float | None]:
    """Return the scores, each None or a number from 0 to 1."""
    for name, score in scores.items():
        if score is not None and not (_is_number(score) and 0 <= score <= 1):
            raise InputError(t("scorecards.score", id=owner, name=name, found=repr(score)))
    return dict(scores)


def check_weights(
    owner: str, given: Mapping[str, Any] | None, names: Mapping[str, Any]
) -> dict[str, float]:
    """Return a weight for every name: the one given, or 1 for all when none are given."""
    if given is None:
        return dict.fromkeys(names, 1.0)
    check_names(owner, given, names)
    for name, weight in given.items():
        if not _is_number(weight) or weight < 0:
            found = repr(weight)
            raise InputError(t("scorecards.weight", id=owner, name=name, found=found))
    weights = {name: float(given.get(name, 0.0)) for name in names}
    if names and math.fsum(weights.values()) <= 0:
        raise InputError(t("scorecards.weights_zero", id=owner))
    return weights


def check_names(owner: str, given: Iterable[str], names: Iterable[str]) -> None:
    """Raise unless every name given is one of `names`."""
    known = list(names)
    for name in given:
        if name not in known:
            allowed = ", ".join(known)
            raise InputError(t("scorecards.weight_unknown", id=owner, name=name, allowed=allowed))


def _is_number(value: Any) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and math.isfinite(value)
