"""Columns of numbers that come from outside, all as long as each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Port, Words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float64]
    Numbers = Sequence[float] | npt.NDArray[np.float64]

COLUMNS = Port(
    "columns",
    "list",
    Words("a list of numbers per measure, all of one length", "每个度量一列数值，长度一致"),
)


def check_columns(id_: str, given: Any, length: int | None = None) -> Matrix:
    """Return columns as a matrix with a row per observation, or say what is wrong with them."""
    import numpy as np

    columns = list(given)
    lengths = {len(column) if isinstance(column, list | tuple) else -1 for column in columns}
    wanted = next(iter(lengths), 0) if length is None else length
    if lengths - {wanted} or wanted < 0:
        raise InputError(t("correlation.columns", id=id_))
    for at, column in enumerate(columns, 1):
        for place, value in enumerate(column, 1):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not math.isfinite(value):
                raise InputError(
                    t("correlation.cell", id=id_, column=at, at=place, found=repr(value)[:60])
                )
    return np.array(columns, dtype=np.float64).reshape(len(columns), wanted).T


def standardised(matrix: Matrix) -> Matrix:
    """Return columns with mean 0 and length 1, so that products of two are their correlation.

    A column that does not vary is 0 everywhere.
    """
    import numpy as np

    # Squares of very large numbers would be infinite.
    most = np.maximum(1.0, np.abs(matrix).max(axis=0, initial=0.0))
    matrix = matrix / most
    centred = matrix - matrix.mean(axis=0)
    length = np.sqrt((centred**2).sum(axis=0))
    # What is left of a constant after rounding is no variation.
    still = length <= 1e-12
    found: Matrix = np.where(still, 0.0, centred / np.where(still, 1.0, length))
    return found
