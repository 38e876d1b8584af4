"""`mcdm.fuzzy`: fuzzy comprehensive evaluation, how much of each grade an agent has."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorecards.matrix import WEIGHTS, check_matrix, check_weight_list, is_number

CENTRES = (1.0, 0.75, 0.5, 0.25, 0.0)
_ID = "mcdm.fuzzy"


class Fuzzy(NamedTuple):
    """How much of each grade, best first, and the score that amounts to."""

    grades: list[float]
    score: float


def fuzzy(
    scores: Sequence[float],
    weights: Sequence[float],
    centres: Sequence[float] = CENTRES,
    *,
    max_min: bool = False,
) -> Fuzzy:
    """Return the grade distribution of one agent.

    Args:
        scores: of its indicators, from 0 to 1.
        weights: they sum to 1.
        centres: the score that is fully of each grade, falling.
        max_min: b = max min(w, r) instead of Σ w·r, then made to sum to 1.
    """
    rows = [memberships(score, centres) for score in scores]
    columns = list(zip(*rows, strict=True))
    if max_min:
        grades = [max(map(min, weights, column)) for column in columns]
        grades = [grade / math.fsum(grades) for grade in grades]
    else:
        grades = [math.fsum(map(_product, weights, column)) for column in columns]
    return Fuzzy(grades, math.fsum(map(_product, grades, centres)))


def memberships(score: float, centres: Sequence[float] = CENTRES) -> list[float]:
    """Return how far a score belongs to each grade; only two neighbours share it."""
    found = [0.0] * len(centres)
    if score >= centres[0] or score <= centres[-1]:
        found[0 if score >= centres[0] else -1] = 1.0
        return found
    upper = max(at for at, centre in enumerate(centres) if centre >= score)
    share = (score - centres[upper + 1]) / (centres[upper] - centres[upper + 1])
    found[upper], found[upper + 1] = share, 1 - share
    return found


def _product(a: float, b: float) -> float:
    return a * b


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    if not inputs["leaf_scores"]:
        raise InputError(t("aggregation.no_scores", id=_ID))
    scores = check_matrix(_ID, [inputs["leaf_scores"]], low=0.0, high=1.0)[0]
    weights = check_weight_list(_ID, inputs["weights"], len(scores))
    max_min = params["operator"] == "max_min"
    grades, score = fuzzy(scores, weights, params["centres"], max_min=max_min)
    return {"B": grades, "score": score, "grade": grades.index(max(grades)) + 1}


def _centres_problem(centres: Any) -> str | None:
    numbers = all(is_number(centre) and 0 <= centre <= 1 for centre in centres)
    pairs = pairwise(centres)
    if len(centres) < 2 or not numbers or not all(a > b for a, b in pairs):
        return t("aggregation.centres")
    return None


ALGORITHMS.add(
    _ID,
    Algorithm(
        id=_ID,
        version=1,
        kind="aggregation",
        title=Words("Fuzzy comprehensive evaluation", "模糊综合评价"),
        meaning=Words(
            "How much of each grade (excellent, good, fair, poor, bad) an agent has; read the "
            "grades, for the score by itself is the weighted mean.",
            "给出优、良、中、差、劣各等级的隶属度；应看等级分布，其得分即加权平均。",
        ),
        formula="triangular memberships between neighbouring centres; B = w · R; B · centres",
        inputs=(
            Port(
                "leaf_scores", "list", Words("scores of one agent, 0 to 1", "单个智能体各指标得分")
            ),
            WEIGHTS,
        ),
        outputs=(
            Port("B", "list", Words("share of each grade, best first", "各等级隶属度，由优至劣")),
            Port("score", "float", Words("score in [0, 1]", "得分，取值 [0, 1]")),
            Port(
                "grade", "int", Words("the strongest grade, from 1", "隶属度最大的等级，从 1 编号")
            ),
        ),
        compute=_compute,
        params=(
            Param(
                "centres",
                "list",
                list(CENTRES),
                Words("the score at the centre of each grade, falling", "各等级中心值，递减"),
                check=_centres_problem,
            ),
            Param(
                "operator",
                "text",
                "sum_product",
                Words("how weights and memberships meet", "合成算子"),
                choices=("sum_product", "max_min"),
            ),
        ),
        examples=(
            Example(
                {"leaf_scores": [0.82, 0.6, 0.3], "weights": [0.5, 0.3, 0.2]},
                {"B": [0.14, 0.48, 0.22, 0.16, 0.0], "score": 0.65, "grade": 2},
            ),
            Example(
                {"leaf_scores": [0.82, 0.6, 0.3], "weights": [0.5, 0.3, 0.2]},
                {"score": 0.6680, "grade": 2},
                {"operator": "max_min"},
            ),
        ),
        references=("L. A. Zadeh, Fuzzy sets, Information and Control 8, 1965",),
    ),
)
