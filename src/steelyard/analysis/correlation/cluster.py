"""`corr.cluster`: measures that say nearly the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.analysis.correlation.linkage import average_linkage
from steelyard.analysis.statistics.register import statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import Example, Param, Port, Words

_ID = "corr.cluster"
THRESHOLD = 0.9


def clusters(rho: Sequence[Sequence[float | None]], threshold: float = THRESHOLD) -> list[int]:
    """Return the cluster of every measure, numbered from 0 in the order of their first members.

    Average linkage on 1 − |ρ|; a correlation that is not known keeps two measures apart.
    """
    apart = [[1.0 if r is None else 1 - abs(r) for r in row] for row in rho]
    # A hair more, or a ρ of exactly the threshold falls outside by rounding.
    most = 1 - threshold + 1e-12
    cluster = list(range(len(rho)))
    for first, second, distance in average_linkage(apart):
        if distance <= most:
            old, new = cluster[first], cluster[second]
            cluster = [new if label == old else label for label in cluster]
    order: dict[int, int] = {}
    return [order.setdefault(label, len(order)) for label in cluster]


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    rows = inputs["rho"]
    for at, row in enumerate(rows, 1):
        if not isinstance(row, list | tuple) or len(row) != len(rows):
            raise InputError(t("correlation.square", id=_ID, row=at, n=len(rows)))
        for place, value in enumerate(row, 1):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if value is not None and not (number and -1 <= value <= 1):
                raise InputError(
                    t("correlation.cell", id=_ID, column=place, at=at, found=repr(value)[:60])
                )
    found = clusters(rows, float(params["threshold"]))
    groups: dict[int, list[int]] = {}
    for at, label in enumerate(found, 1):
        groups.setdefault(label, []).append(at)
    return {"labels": found, "redundant": [group for group in groups.values() if len(group) > 1]}


statistic(
    _ID,
    (
        Words("Clusters of like measures", "相似度量聚类"),
        Words(
            "Measures that order cases nearly alike, which could be merged or share one weight.",
            "对用例的排序几乎一致的度量，可考虑合并或共享权重。",
        ),
    ),
    "average linkage on 1 − |ρ|, cut at 1 − threshold",
    (
        (
            Port(
                "rho",
                "list",
                Words("correlations, a row per measure; null: unknown", "相关系数矩阵，空为未知"),
            ),
        ),
        (
            Port("labels", "list", Words("cluster of each measure, from 0", "各度量所属的类")),
            Port("redundant", "list", Words("clusters of two or more", "含两个以上度量的类")),
        ),
    ),
    _compute,
    params=(
        Param(
            "threshold",
            "float",
            THRESHOLD,
            Words("least average |ρ| inside a cluster", "类内平均 |ρ| 的下限"),
            minimum=0.0,
            maximum=1.0,
        ),
    ),
    examples=(
        Example(
            {"rho": [[1, 0.95, 0.2], [0.95, 1, -0.1], [0.2, -0.1, 1]]},
            {"labels": [0, 0, 1], "redundant": [[1, 2]]},
        ),
        Example(
            {"rho": [[1, -0.95, 0.86], [-0.95, 1, -0.92], [0.86, -0.92, 1]]},
            {"labels": [0, 0, 1], "redundant": [[1, 2]]},
            note="the third is (0.86 + 0.92) / 2 = 0.89 near on average, less than 0.9",
        ),
    ),
    references=("R. R. Sokal, C. D. Michener, A statistical method for evaluating, 1958",),
)
