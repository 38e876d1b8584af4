"""`corr.lmg`: how measures share what they explain of another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.analysis.correlation.columns import COLUMNS, check_columns, standardised
from steelyard.analysis.statistics.register import check_numbers, statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Param, Port, Words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from steelyard.analysis.correlation.columns import Matrix

_ID = "corr.lmg"
MOST = 10  # predictors; 2^10 models are fitted
_SHUFFLES = 20
_RIDGE = 1e-10  # so that a predictor given twice shares with its twin instead of failing


class Shares(NamedTuple):
    """Explained variance and what each block of predictors has of it, per resample."""

    r2: npt.NDArray[np.float64]
    shares: Matrix


def lmg(together: Matrix, target: Matrix, blocks: Sequence[Sequence[int]]) -> Shares:
    """Return each block's mean R² increment over all orders in which blocks can enter.

    Args:
        together: correlations of the predictors, (resamples, m, m).
        target: their correlations with the target, (resamples, m).
        blocks: places of the predictors that enter together, such as the levels of a group.
    """
    import numpy as np

    count, draws = len(blocks), len(together)
    r2 = np.zeros((1 << count, draws))
    for mask in range(1, 1 << count):
        at = [place for block in range(count) if mask >> block & 1 for place in blocks[block]]
        inside = together[:, at][:, :, at] + _RIDGE * np.eye(len(at))
        with_target = target[:, at]
        weights = np.linalg.solve(inside, with_target[:, :, None])[:, :, 0]
        r2[mask] = np.clip((weights * with_target).sum(axis=1), 0.0, 1.0)
    shares = np.zeros((draws, count))
    for block in range(count):
        for mask in range(1 << count):
            if mask >> block & 1:
                continue
            before = mask.bit_count()
            weight = 1 / (count * math.comb(count - 1, before))
            shares[:, block] += weight * (r2[mask | 1 << block] - r2[mask])
    return Shares(r2[-1], shares)


def permutation_shares(
    scaled: Matrix, target: npt.NDArray[np.float64], blocks: Sequence[Sequence[int]], seed: int
) -> tuple[float, list[float]]:
    """Return R² of all predictors, and how much of it goes when a block is shuffled.

    Args:
        scaled: standardised predictors, a row per observation.
        target: standardised.
        blocks: places of the predictors that are shuffled together.
        seed: of the shuffles.
    """
    import numpy as np

    weights = np.linalg.lstsq(scaled, target, rcond=None)[0]
    whole = 1 - float(((target - scaled @ weights) ** 2).sum())
    chance = np.random.default_rng(seed)
    lost = []
    for block in blocks:
        at = list(block)
        kept = target - np.delete(scaled, at, axis=1) @ np.delete(weights, at)
        part = scaled[:, at] @ weights[at]
        errors = [((kept - chance.permutation(part)) ** 2).sum() for _ in range(_SHUFFLES)]
        lost.append(whole - (1 - float(np.mean(errors))))
    return whole, lost


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    y = check_numbers(_ID, "target", list(inputs["target"]))
    matrix = check_columns(_ID, inputs["columns"], len(y))
    count = matrix.shape[1]
    if len(y) <= count + 1 or not count:
        note = t("correlation.few_units", n=len(y))
        return {"r2": None, "shares": None, "method": None, "notes": [note]}
    import numpy as np

    if not all(math.isfinite(value) for value in y):
        raise InputError(t("correlation.columns", id=_ID))
    scaled = standardised(np.column_stack([matrix, y]))
    if not scaled[:, -1].any():
        return {"r2": None, "shares": None, "method": None, "notes": [t("analysis.constant")]}
    blocks = [[at] for at in range(count)]
    if count > MOST:
        r2, lost = permutation_shares(scaled[:, :-1], scaled[:, -1], blocks, params["seed"])
        return {"r2": r2, "shares": lost, "method": "permutation", "notes": []}
    together = (scaled.T @ scaled)[None]
    found = lmg(together[:, :-1, :-1], together[:, :-1, -1], blocks)
    shares = found.shares[0].tolist()
    return {"r2": float(found.r2[0]), "shares": shares, "method": "lmg", "notes": []}


statistic(
    _ID,
    (
        Words("Shares of explained variance (LMG)", "解释方差的分解（LMG/Shapley）"),
        Words(
            "How much of the variance of a measure others are associated with, and each one's "
            "share; with more than 10, how much is lost when each is shuffled.",
            "某度量的方差中与其他度量相关联的部分及各自份额；多于 10 个时改用置换重要性。",
        ),
    ),
    "share_j = Σ_S |S|! (p − |S| − 1)! / p! · (R²(S ∪ j) − R²(S))",
    (
        (
            COLUMNS,
            Port("target", "list", Words("the measure to explain", "被解释的度量")),
        ),
        (
            Port("r2", "float", Words("explained variance", "解释方差 R²")),
            Port("shares", "list", Words("share of each measure", "各度量的份额")),
            Port("method", "text", Words("lmg or permutation", "lmg 或 permutation")),
        ),
    ),
    _compute,
    params=(Param("seed", "int", 7, Words("seed of the shuffles", "置换的随机种子")),),
    examples=(
        Example(
            {"columns": [[1, 2, 4], [3, 1, 2]], "target": [3, 1, -1]},
            {"r2": None, "shares": None},
            note="three observations leave no remainder beside two measures and a mean",
        ),
        Example(
            {
                "columns": [[1, 1, -1, -1, 1, 1, -1, -1], [1, -1, 1, -1, 1, -1, 1, -1]],
                "target": [3, 1, -1, -3, 3, 1, -1, -3],
            },
            {"r2": 1.0, "shares": [0.8, 0.2], "method": "lmg"},
            note="uncorrelated: y = 2 x₁ + x₂, so the shares are 4/5 and 1/5",
        ),
    ),
    references=(
        "R. H. Lindeman, P. F. Merenda, R. Z. Gold, Introduction to Bivariate and "
        "Multivariate Analysis, 1980",
        "U. Grömping, Relative importance for linear regression in R, J. Stat. Softw. 17, 2006",
        "L. Breiman, Random forests, Machine Learning 45, 2001",
    ),
)
