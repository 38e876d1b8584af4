"""Three correlations among three things: can they hold at once?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t

_ROUNDING = 1e-9


def check_triple(
    id_: str, inputs: Mapping[str, Any], names: tuple[str, str, str]
) -> tuple[float, float, float]:
    """Return three correlations that can hold at once."""
    for name in names:
        if not -1 <= inputs[name] <= 1:
            found = inputs[name]
            raise InputError(t("analysis.correlation_range", id=id_, name=name, found=found))
    a, b, c = (float(inputs[name]) for name in names)
    if 1 + 2 * a * b * c - a * a - b * b - c * c < -_ROUNDING:
        values = ", ".join(f"{name} = {inputs[name]}" for name in names)
        raise InputError(t("analysis.impossible", id=id_, values=values))
    return a, b, c
