"""Interval methods, as plain functions of numbers."""

from steelyard.indicators.intervals.averages import highest_f1, perfect_average
from steelyard.indicators.intervals.choose import (
    DOMINATED,
    FEW,
    Chosen,
    Estimate,
    choose_interval,
    effective_trials,
    of_effective,
    of_rate,
    why_none,
)
from steelyard.indicators.intervals.clusters import (
    ClusterSizes,
    ClusterVariance,
    cluster_sizes,
    cluster_variance,
    equal_clusters,
    se_cluster,
    se_mean,
    shrink_for_few,
    sizes_from,
    t_interval,
    t_quantile,
)
from steelyard.indicators.intervals.differences import Part, newcombe, square_and_add
from steelyard.indicators.intervals.proportions import clopper_pearson, wilson, zero_event_upper
from steelyard.indicators.intervals.quantiles import quantile_ranks
from steelyard.indicators.intervals.ratios import mover_ratio, ratio_limits, shrink_correlation
from steelyard.indicators.intervals.skewed import SKEWED, hall_interval

__all__ = [
    "DOMINATED",
    "FEW",
    "SKEWED",
    "Chosen",
    "ClusterSizes",
    "ClusterVariance",
    "Estimate",
    "Part",
    "choose_interval",
    "clopper_pearson",
    "cluster_sizes",
    "cluster_variance",
    "effective_trials",
    "equal_clusters",
    "hall_interval",
    "highest_f1",
    "mover_ratio",
    "newcombe",
    "of_effective",
    "of_rate",
    "perfect_average",
    "quantile_ranks",
    "ratio_limits",
    "se_cluster",
    "se_mean",
    "shrink_correlation",
    "shrink_for_few",
    "sizes_from",
    "square_and_add",
    "t_interval",
    "t_quantile",
    "why_none",
    "wilson",
    "zero_event_upper",
]
