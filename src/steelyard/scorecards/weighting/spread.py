"""How many agents a weight needs that is read from their spread."""

from __future__ import annotations

from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.scorecards.matrix import check_matrix

REFUSED, TOO_FEW, FEW = 3, 5, 10


def check_spread(owner: str, matrix: Any, *, low: float | None = None) -> list[list[float]]:
    """Return the matrix, which must have at least three agents."""
    rows = check_matrix(owner, matrix, low=low)
    if len(rows) < REFUSED:
        raise InputError(t("weighting.agents", id=owner, n=len(rows), least=REFUSED))
    return rows


def spread_notes(agents: int) -> list[str]:
    """Return what to say about weights that rest on this many agents."""
    if agents < TOO_FEW:
        return [t("weighting.too_few", n=agents, least=TOO_FEW)]
    if agents < FEW:
        return [t("weighting.few", n=agents, enough=FEW)]
    return []
