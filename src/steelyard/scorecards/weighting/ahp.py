"""`mcdm.ahp`, `mcdm.ahp_group`: weights from pairwise judgements, refused when they contradict."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Port, Words
from steelyard.scorecards.matrix import check_weight_list
from steelyard.scorecards.weighting.judgements import (
    SCALE,
    Revision,
    check_judgements,
    replaced,
    worst_judgement,
)
from steelyard.scorecards.weighting.record import WEIGHTS_OUT, add_weighting

RANDOM_INDEX = (0.0, 0.0, 0.58, 0.90, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49)
LIMIT = 0.1

_ID = "mcdm.ahp"
_GROUP = "mcdm.ahp_group"


class Ahp(NamedTuple):
    """Weights from pairwise judgements, and whether the judgements are consistent enough.

    Attributes:
        weights: they sum to 1; not to be used unless `accepted`.
        lambda_max: the principal eigenvalue; the number of items when consistent.
        ci: consistency index, (λ − n) / (n − 1).
        cr: consistency ratio: that of random judgements is 1.
        accepted: whether the ratio is below 0.1.
        revise: the judgement to look at again, when not accepted.
        cr_after: the consistency ratio with that judgement revised.
    """

    weights: list[float]
    lambda_max: float
    ci: float
    cr: float
    accepted: bool
    revise: Revision | None = None
    cr_after: float | None = None


class GroupAhp(NamedTuple):
    """The result of several experts: theirs combined, and each expert's consistency ratio."""

    combined: Ahp
    matrix: list[list[float]]
    experts: list[float]


def ahp(matrix: Sequence[Sequence[float]]) -> Ahp:
    """Return the weights that pairwise judgements imply.

    Args:
        matrix: `matrix[i][j]` says how many times as important i is as j; `matrix[j][i]` is its
            reciprocal.

    Raises:
        InputError: it is not a square matrix of positive, reciprocal judgements.
    """
    return _ahp(check_judgements(_ID, matrix))


def ahp_group(
    matrices: Sequence[Sequence[Sequence[float]]], lambdas: Sequence[float] | None = None
) -> GroupAhp:
    """Return the weights of several experts, combined by element-wise geometric mean.

    Args:
        matrices: one matrix of judgements per expert, all over the same items.
        lambdas: how much each expert counts; equally if not given.
    """
    if not matrices:
        raise InputError(t("weighting.no_experts", id=_GROUP))
    names = [f"{_GROUP} ({t('weighting.expert', n=n)})" for n in range(1, len(matrices) + 1)]
    checked = [check_judgements(name, rows) for name, rows in zip(names, matrices, strict=True)]
    shares = check_weight_list(_GROUP, lambdas, len(checked), "lambdas")
    n = len(checked[0])
    for name, rows in zip(names, checked, strict=True):
        if len(rows) != n:
            raise InputError(t("weighting.expert_size", id=name, found=len(rows), n=n))
    mean = [
        [
            math.exp(
                math.fsum(s * math.log(rows[i][j]) for s, rows in zip(shares, checked, strict=True))
            )
            for j in range(n)
        ]
        for i in range(n)
    ]
    return GroupAhp(_ahp(mean), mean, [_ahp(rows).cr for rows in checked])


def _ahp(matrix: Sequence[Sequence[float]]) -> Ahp:
    weights, largest = _principal(matrix)
    ci, cr = _consistency(largest, len(matrix))
    if cr < LIMIT:
        return Ahp(weights, largest, ci, cr, accepted=True)
    revision = worst_judgement(matrix)
    after = _consistency(_principal(replaced(matrix, revision))[1], len(matrix))[1]
    return Ahp(weights, largest, ci, cr, accepted=False, revise=revision, cr_after=after)


def _principal(matrix: Sequence[Sequence[float]]) -> tuple[list[float], float]:
    import numpy as np

    values, vectors = np.linalg.eig(np.array(matrix, dtype=float))
    at = int(np.argmax(values.real))
    vector = np.abs(vectors[:, at].real)
    return [float(weight) for weight in vector / vector.sum()], float(values[at].real)


def _consistency(largest: float, n: int) -> tuple[float, float]:
    if n <= 2:
        return 0.0, 0.0
    ci = max(0.0, (largest - n) / (n - 1))  # below n only by rounding
    return ci, ci / RANDOM_INDEX[n - 1]


def _notes(found: Ahp, matrix: Sequence[Sequence[float]]) -> list[str]:
    notes = []
    if found.revise is not None:
        row, column, value, fits = found.revise
        notes.append(
            t(
                "weighting.rejected",
                cr=f"{found.cr:.4f}",
                row=row,
                column=column,
                found=f"{value:.4g}",
                fits=f"{fits:.4g}",
                after=f"{found.cr_after:.4f}",
            )
        )
        if len(matrix) == 3:
            notes.append(t("weighting.three"))
    largest = max(max(row) for row in matrix)
    if largest > SCALE + 1e-9:
        notes.append(t("weighting.scale", found=f"{largest:.4g}"))
    return notes


def _result(found: Ahp, matrix: Sequence[Sequence[float]]) -> dict[str, Any]:
    revise = None
    if found.revise is not None:
        revise = {**found.revise._asdict(), "cr_after": found.cr_after}
    facts = {name: getattr(found, name) for name in Ahp._fields if name != "cr_after"}
    return {**facts, "revise": revise, "notes": _notes(found, matrix)}


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    matrix = check_judgements(_ID, inputs["matrix"])
    return _result(_ahp(matrix), matrix)


def _compute_group(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    found = ahp_group(inputs["matrices"], inputs["lambdas"])
    result = _result(found.combined, found.matrix)
    for number, cr in enumerate(found.experts, 1):
        if cr >= LIMIT:
            expert = t("weighting.expert", n=number)
            result["notes"].append(t("weighting.expert_off", expert=expert, cr=f"{cr:.4f}"))
    return result | {"experts": found.experts, "matrix": found.matrix}


_OUT = (
    WEIGHTS_OUT,
    Port("lambda_max", "float", Words("principal eigenvalue", "最大特征值")),
    Port("ci", "float", Words("consistency index", "一致性指标 CI")),
    Port("cr", "float", Words("consistency ratio", "一致性比率 CR")),
    Port("accepted", "bool", Words("whether CR is below 0.1", "CR 是否小于 0.1")),
    Port(
        "revise",
        "json",
        Words(
            "the judgement to revise, what would fit, and CR then",
            "应修订的判断、相容的取值及修订后的 CR",
        ),
    ),
)
_FORMULA = "A w = λ w; CI = (λ − n) / (n − 1); CR = CI / RI(n); accepted if CR < 0.1"
_SAATY = "T. L. Saaty, The Analytic Hierarchy Process, McGraw-Hill, 1980"

add_weighting(
    _ID,
    (
        Words("Analytic hierarchy process", "层次分析法"),
        Words(
            "Weights from pairwise judgements of importance; judgements that contradict each other "
            "are rejected, with the one to revise.",
            "由两两重要性判断求权重；判断相互矛盾时不予采用，并指出应修订的判断。",
        ),
    ),
    _FORMULA,
    ((Port("matrix", "list", Words("pairwise judgements", "判断矩阵")),), _OUT),
    _compute,
    examples=(
        Example(
            {"matrix": [[1, 1 / 3, 5], [3, 1, 7], [1 / 5, 1 / 7, 1]]},
            {
                "weights": [0.2790, 0.6491, 0.0719],
                "lambda_max": 3.0649,
                "cr": 0.0559,
                "accepted": True,
            },
        ),
        Example(
            {"matrix": [[1, 2, 1 / 3], [1 / 2, 1, 5], [3, 1 / 5, 1]]},
            {
                "cr": 1.2320,
                "accepted": False,
                "revise": {
                    "row": 2,
                    "column": 3,
                    "found": 5.0,
                    "fits": 0.1666667,
                    "cr_after": 0.0,
                },
            },
        ),
    ),
    references=(_SAATY,),
)

add_weighting(
    _GROUP,
    (
        Words("Group AHP", "群组层次分析法"),
        Words(
            "The judgements of several experts, combined by their geometric mean and then weighed.",
            "以几何平均合成多位专家的判断矩阵，再求权重。",
        ),
    ),
    "a_ij = ∏_e a_ij(e)^λ_e; then as mcdm.ahp",
    (
        (
            Port("matrices", "list", Words("judgements, one matrix per expert", "各专家判断矩阵")),
            Port(
                "lambdas",
                "list",
                Words("how much each expert counts; equally if absent", "各专家的权重，默认相等"),
                required=False,
            ),
        ),
        (
            *_OUT,
            Port("experts", "list", Words("consistency ratio per expert", "各专家的 CR")),
            Port("matrix", "list", Words("the combined judgements", "合成后的判断矩阵")),
        ),
    ),
    _compute_group,
    examples=(
        Example(
            {"matrices": [[[1, 2], [1 / 2, 1]], [[1, 8], [1 / 8, 1]]]},
            {"weights": [0.8, 0.2], "cr": 0.0, "experts": [0.0, 0.0]},
            note="√(2 · 8) = 4",
        ),
    ),
    references=("J. Aczél, T. L. Saaty, Procedures for synthesizing ratio judgements, 1983",),
)
