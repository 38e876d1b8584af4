"""`corr.vif`: how far the other measures determine one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.analysis.correlation.columns import COLUMNS, check_columns, standardised
from steelyard.analysis.statistics.register import statistic
from steelyard.i18n import t
from steelyard.model import Example, Port, Words

if TYPE_CHECKING:
    from steelyard.analysis.correlation.columns import Matrix

_ID = "corr.vif"
_WHOLLY = 1 - 1e-9


def explained_by_others(matrix: Matrix) -> list[float | None]:
    """Return R² of each column on all others; None for one that does not vary."""
    import numpy as np

    scaled = standardised(matrix)
    together = scaled.T @ scaled
    found: list[float | None] = []
    for at in range(matrix.shape[1]):
        others = np.delete(np.arange(matrix.shape[1]), at)
        if together[at, at] == 0:
            found.append(None)
            continue
        weights = np.linalg.pinv(together[np.ix_(others, others)], hermitian=True)
        r2 = float(together[at, others] @ weights @ together[others, at])
        found.append(min(1.0, max(0.0, r2)))
    return found


def inflation(r2: float | None) -> float | None:
    """Return 1 / (1 − R²); None when nothing is left, or nothing varied."""
    return None if r2 is None or r2 > _WHOLLY else 1 / (1 - r2)


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    matrix = check_columns(_ID, inputs["columns"])
    if len(matrix) <= matrix.shape[1]:
        return {"values": None, "r2": None, "notes": [t("correlation.few_units", n=len(matrix))]}
    r2 = explained_by_others(matrix)
    values = [inflation(share) for share in r2]
    notes = [t("correlation.wholly")] if None in values else []
    return {"values": values, "r2": r2, "notes": notes}


statistic(
    _ID,
    (
        Words("Variance inflation factor", "方差膨胀因子（VIF）"),
        Words(
            "How far the other measures determine each one; above 10 it adds next to nothing.",
            "各度量被其余度量决定的程度；大于 10 时几乎不再提供新信息。",
        ),
    ),
    "1 / (1 − R²), R² of a measure on all others; null when they determine it wholly",
    (
        (COLUMNS,),
        (
            Port("values", "list", Words("a factor per measure", "各度量的膨胀因子")),
            Port("r2", "list", Words("explained variance of each", "各度量被解释的方差比例")),
        ),
    ),
    _compute,
    examples=(
        Example(
            {"columns": [[1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]]},
            {"values": [3.1901, 3.1901], "r2": [0.6865, 0.6865]},
            note="two measures: R² is their squared correlation, (29/35)²; 1225/384",
        ),
        Example(
            {"columns": [[1, 2, 3, 4], [2, 4, 6, 8]]},
            {"values": [None, None], "r2": [1.0, 1.0]},
        ),
    ),
    references=("D. W. Marquardt, Generalized inverses, ridge regression, Technometrics 12, 1970",),
)
