"""Interval methods, as plain functions of numbers."""

from steelyard.indicators.intervals.choose import (
    Chosen,
    Estimate,
    choose_interval,
    effective_trials,
)
from steelyard.indicators.intervals.clusters import (
    se_cluster,
    se_mean,
    shrink_for_few,
    t_interval,
)
from steelyard.indicators.intervals.differences import Part, newcombe, square_and_add
from steelyard.indicators.intervals.proportions import clopper_pearson, wilson, zero_event_upper
from steelyard.indicators.intervals.quantiles import quantile_ranks
from steelyard.indicators.intervals.ratios import mover_ratio, ratio_limits

__all__ = [
    "Chosen",
    "Estimate",
    "Part",
    "choose_interval",
    "clopper_pearson",
    "effective_trials",
    "mover_ratio",
    "newcombe",
    "quantile_ranks",
    "ratio_limits",
    "se_cluster",
    "se_mean",
    "shrink_for_few",
    "square_and_add",
    "t_interval",
    "wilson",
    "zero_event_upper",
]
