"""`stat.se_mean`, `stat.se_cluster`: standard errors of a mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.analysis.statistics.register import check_numbers, statistic
from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.indicators.intervals import se_cluster, se_mean
from steelyard.model import Example, Port, Words

_VALUES = Port("values", "list", Words("observations", "观测值"))
_ERROR = (Port("value", "float", Words("standard error", "标准误")),)
_FEW = 20


def _mean(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    return {"value": se_mean(check_numbers("stat.se_mean", "values", inputs["values"]))}


def _cluster(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    id_ = "stat.se_cluster"
    values = check_numbers(id_, "values", inputs["values"])
    clusters = [str(cluster) for cluster in inputs["clusters"]]
    if len(values) != len(clusters):
        message = t("analysis.lengths", id=id_, values=len(values), clusters=len(clusters))
        raise InputError(message)
    found = len(set(clusters))
    notes = [t("analysis.few_clusters", n=found)] if found < _FEW else []
    return {"value": se_cluster(values, clusters), "clusters": found, "notes": notes}


statistic(
    "stat.se_mean",
    (
        Words("Standard error of a mean", "均值标准误"),
        Words("For independent observations.", "适用于相互独立的观测。"),
    ),
    "s / √n",
    ((_VALUES,), _ERROR),
    _mean,
    examples=(Example({"values": [1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1]}, {"value": 0.1421}),),
)

statistic(
    "stat.se_cluster",
    (
        Words("Cluster-robust standard error", "聚类稳健标准误"),
        Words(
            "For observations of which some belong together; undefined with fewer than two groups.",
            "适用于部分观测相互关联的情形；少于两个聚类时无定义。",
        ),
    ),
    "√(G/(G−1) · Σ_g (Σ_{i∈g} (x_i − x̄))²) / n",
    (
        (_VALUES, Port("clusters", "list", Words("which group each belongs to", "各观测所属聚类"))),
        _ERROR,
    ),
    _cluster,
    examples=(
        Example(
            {
                "values": [1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1],
                "clusters": ["a", "a", "a", "b", "b", "b", "c", "c", "c", "d", "d", "d"],
            },
            {"value": 0.2357},
        ),
    ),
)
