"""What every statistic has in common when it enters the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Param, Registering, Words

CONFIDENCE = Param(
    "confidence",
    "float",
    0.95,
    Words("confidence of the interval", "置信水平"),
    minimum=0.0,
    maximum=1.0,
)


statistic = Registering("statistic")


def check_confidence(id_: str, params: Mapping[str, Any]) -> float:
    """Return the confidence, which must lie strictly between 0 and 1."""
    confidence = float(params["confidence"])
    if not 0 < confidence < 1:
        raise InputError(t("analysis.confidence", id=id_, found=confidence))
    return confidence


def check_counts(id_: str, successes: float, trials: float) -> tuple[float, float]:
    """Return successes and trials: 0 ≤ successes ≤ trials, trials above 0."""
    if trials <= 0:
        raise InputError(t("analysis.trials", id=id_, found=trials))
    if not 0 <= successes <= trials:
        raise InputError(t("analysis.successes", id=id_, found=successes, trials=trials))
    return successes, trials


def check_numbers(id_: str, name: str, values: list[Any]) -> list[float]:
    """Return the values as numbers; anything else is named with its place."""
    for at, value in enumerate(values):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
            found = repr(value)
            raise InputError(t("analysis.number", id=id_, name=name, at=at + 1, found=found))
    return [float(value) for value in values]
