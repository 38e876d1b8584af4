"""`mcdm.combine_linear`, `_multiplicative`, `_game`: several sets of weights into one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words
from steelyard.scorecards.matrix import check_matrix, check_weight_list, normalised
from steelyard.scorecards.weighting.record import WEIGHTS_OUT, add_weighting

_LINEAR, _PRODUCT, _GAME = (
    "mcdm.combine_linear",
    "mcdm.combine_multiplicative",
    "mcdm.combine_game",
)


class Game(NamedTuple):
    """Weights that lie closest to every set at once, and how much each set counts in them."""

    alpha: list[float]
    weights: list[float]


def combine_linear(
    sets: Sequence[Sequence[float]], lambdas: Sequence[float] | None = None
) -> list[float]:
    """Return the mean of several sets of weights, each counting as `lambdas` say."""
    rows = _sets(_LINEAR, sets)
    return _blend(rows, check_weight_list(_LINEAR, lambdas, len(rows), "lambdas"))


def combine_multiplicative(sets: Sequence[Sequence[float]]) -> list[float]:
    """Return the product of several sets of weights, item by item, summing to 1 again."""
    products = [math.prod(column) for column in zip(*_sets(_PRODUCT, sets), strict=True)]
    if max(products) <= 0:
        raise InputError(t("weighting.no_common", id=_PRODUCT))
    return normalised(_PRODUCT, products)


def combine_game(sets: Sequence[Sequence[float]]) -> Game:
    """Return the compromise of game theory: the blend that deviates least from every set."""
    import numpy as np

    rows = _sets(_GAME, sets)
    w = np.array(rows, dtype=float)
    inner = w @ w.T
    solved = np.abs(np.linalg.lstsq(inner, np.diag(inner), rcond=None)[0])
    alpha = [float(share) for share in solved / solved.sum()]
    return Game(alpha, _blend(rows, alpha))


def _sets(owner: str, sets: Any) -> list[list[float]]:
    rows = check_matrix(owner, sets, low=0.0)
    return [normalised(owner, row, f"weights[{at}]") for at, row in enumerate(rows, 1)]


def _blend(rows: Sequence[Sequence[float]], shares: Sequence[float]) -> list[float]:
    return [
        math.fsum(share * weight for share, weight in zip(shares, column, strict=True))
        for column in zip(*rows, strict=True)
    ]


_SETS = Port("weights", "list", Words("sets of weights, a row each", "多组权重，每行一组"))

add_weighting(
    _LINEAR,
    (
        Words("Linear combination of weights", "线性组合赋权"),
        Words(
            "A weighted mean of several sets of weights, such as judged and measured ones.",
            "对多组权重（例如主观与客观权重）加权平均。",
        ),
    ),
    "w = Σ_l λ_l w_l",
    (
        (
            _SETS,
            Port(
                "lambdas",
                "list",
                Words("how much each set counts; equally if absent", "各组的系数，默认相等"),
                required=False,
            ),
        ),
        (WEIGHTS_OUT,),
    ),
    lambda inputs, params: {"weights": combine_linear(inputs["weights"], inputs["lambdas"])},
    examples=(
        Example(
            {
                "weights": [[0.5, 0.3, 0.2], [0.300341, 0.154544, 0.545115]],
                "lambdas": [0.5, 0.5],
            },
            {"weights": [0.4002, 0.2273, 0.3726]},
        ),
    ),
)

add_weighting(
    _PRODUCT,
    (
        Words("Multiplicative combination of weights", "乘法组合赋权"),
        Words(
            "The product of several sets of weights: what all of them hold for heavy stays heavy.",
            "多组权重逐项相乘后归一：各组均认为重要的项得到突出。",
        ),
    ),
    "w_j = ∏_l w_lj / Σ_j ∏_l w_lj",
    ((_SETS,), (WEIGHTS_OUT,)),
    lambda inputs, params: {"weights": combine_multiplicative(inputs["weights"])},
    examples=(
        Example(
            {"weights": [[0.5, 0.3, 0.2], [0.300341, 0.154544, 0.545115]]},
            {"weights": [0.4915, 0.1517, 0.3568]},
        ),
    ),
)


def _compute_game(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    return combine_game(inputs["weights"])._asdict()


add_weighting(
    _GAME,
    (
        Words("Game-theoretic combination of weights", "博弈论组合赋权"),
        Words(
            "The blend of several sets of weights that deviates least from all of them.",
            "求与各组权重总体偏差最小的组合。",
        ),
    ),
    "solve [w_i · w_j] α = [w_i · w_i]; α ← |α| / Σ|α|; w = Σ_l α_l w_l",
    (
        (_SETS,),
        (Port("alpha", "list", Words("how much each set counts", "各组的系数")), WEIGHTS_OUT),
    ),
    _compute_game,
    examples=(
        Example(
            {"weights": [[0.5, 0.3, 0.2], [0.300341, 0.154544, 0.545115]]},
            {"alpha": [0.4326, 0.5674], "weights": [0.3867, 0.2175, 0.3958]},
        ),
    ),
)
