"""What the methods that turn a matrix into one score per agent have in common."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.i18n import t
from steelyard.model import Example, Param, Port, Registering, Words
from steelyard.scorecards.matrix import MATRIX, WEIGHTS, check_matrix, check_weight_list
from steelyard.scorecards.ranks import rank_list

if TYPE_CHECKING:  # numpy is loaded when agents are first compared
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.float64]

RANKS = Port(
    "ranks", "list", Words("1 is the best; ties share a rank", "名次，1 为最佳，并列同名次")
)
_SCORES = Port(
    "scores", "list", Words("a score per agent, higher is better", "各智能体得分，越大越好")
)
_ADD = Registering("aggregation")


class Kernel(NamedTuple):
    """The formula of a method, and the numbers it is made for.

    `scores(x, w, **params)` takes scores (..., agents, indicators) and weights (..., indicators)
    that sum to 1, and gives (..., agents): many weights at once cost one call.
    """

    scores: Callable[..., Array]
    low: float | None = None
    high: float | None = None


def add_aggregation(
    id_: str,
    words: tuple[Words, Words],
    formula: str,
    kernel: Kernel,
    *,
    params: tuple[Param, ...] = (),
    examples: tuple[Example, ...],
    references: tuple[str, ...] = (),
) -> None:
    """Register a method that gives every row of a matrix a score."""
    _ADD(
        id_,
        words,
        formula,
        ((MATRIX, WEIGHTS), (_SCORES, RANKS)),
        partial(_compute, id_, kernel),
        params=params,
        examples=examples,
        references=references,
    )


def checked_arrays(
    id_: str, inputs: Mapping[str, Any], low: float | None, high: float | None
) -> tuple[Array, Array]:
    """Return the matrix and the weights of an algorithm's inputs as arrays."""
    import numpy as np

    rows = check_matrix(id_, inputs["matrix"], low=low, high=high)
    weights = check_weight_list(id_, inputs["weights"], len(rows[0]))
    return np.array(rows, dtype=float), np.array(weights, dtype=float)


def _compute(
    id_: str, kernel: Kernel, inputs: Mapping[str, Any], params: Mapping[str, Any]
) -> dict[str, Any]:
    x, w = checked_arrays(id_, inputs, kernel.low, kernel.high)
    found = [float(score) for score in kernel.scores(x, w, **params)]
    scores = [None if math.isnan(score) else score for score in found]
    notes = [t("aggregation.no_difference")] if None in scores else []
    return {"scores": scores, "ranks": rank_list(scores), "notes": notes}
