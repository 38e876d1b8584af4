"""A matrix of pairwise judgements: what it must be, and which judgement fits the others worst."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.scorecards.matrix import check_matrix

SCALE = 9.0  # of Saaty: from 1/9 (far less important) to 9 (far more important)
LARGEST = 10  # the random index is known to here, and nobody compares more with care
_ROUNDING = 0.02  # 0.33 is meant as the reciprocal of 3


class Revision(NamedTuple):
    """The judgement to revise: its row and column (from 1), what it is, what would fit."""

    row: int
    column: int
    found: float
    fits: float


def check_judgements(owner: str, matrix: Any) -> list[list[float]]:
    """Return the matrix with every pair made exactly reciprocal, or say what is wrong with it."""
    rows = check_matrix(owner, matrix)
    n = len(rows)
    if len(rows[0]) != n:
        raise InputError(t("weighting.not_square", id=owner, rows=n, columns=len(rows[0])))
    if n > LARGEST:
        raise InputError(t("weighting.too_large", id=owner, n=n, most=LARGEST))
    for i in range(n):
        for j in range(n):
            _check_pair(owner, rows, i, j)
    return [[math.sqrt(rows[i][j] / rows[j][i]) for j in range(n)] for i in range(n)]


def worst_judgement(matrix: Sequence[Sequence[float]]) -> Revision:
    """Return the judgement that the others contradict most, for three items or more.

    What the others say about i against j is the geometric mean of a_ik · a_kj over every third k.
    With three items all judgements are equally far off; one that fits inside the scale is named.
    """
    n = len(matrix)
    found: list[tuple[float, bool, int, int, float]] = []
    for i in range(n):
        for j in range(i + 1, n):
            others = [k for k in range(n) if k not in (i, j)]
            fit = math.fsum(math.log(matrix[i][k] * matrix[k][j]) for k in others) / len(others)
            off = round(abs(math.log(matrix[i][j]) - fit), 9)
            found.append((off, abs(fit) <= math.log(SCALE) + 1e-9, -i, -j, fit))
    *_, row, column, fit = max(found)
    return Revision(1 - row, 1 - column, matrix[-row][-column], math.exp(fit))


def replaced(matrix: Sequence[Sequence[float]], revision: Revision) -> list[list[float]]:
    """Return the matrix with the judgement revised, on both sides of the diagonal."""
    rows = [list(row) for row in matrix]
    rows[revision.row - 1][revision.column - 1] = revision.fits
    rows[revision.column - 1][revision.row - 1] = 1 / revision.fits
    return rows


def _check_pair(owner: str, rows: Sequence[Sequence[float]], i: int, j: int) -> None:
    value, back = rows[i][j], rows[j][i]
    place = f"{i + 1}, {j + 1}"
    if not 1e-6 <= value <= 1e6:
        raise InputError(t("weighting.judgement", id=owner, place=place, found=f"{value:g}"))
    if i == j and value != 1:
        raise InputError(t("weighting.diagonal", id=owner, place=place, found=f"{value:g}"))
    if i < j and back > 0 and abs(value * back - 1) > _ROUNDING:
        raise InputError(
            t(
                "weighting.reciprocal",
                id=owner,
                place=place,
                found=f"{value:g}",
                mirror=f"{j + 1}, {i + 1}",
                back=f"{back:g}",
                allowed=f"{1 / value:.4g}",
            )
        )
