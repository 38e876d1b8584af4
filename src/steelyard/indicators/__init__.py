"""Indicators: aggregates over the results table, each with interval, status and provenance."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.indicators.compute import MAX_GROUPS, compute_indicators, indicator_needs
    from steelyard.indicators.load import (
        built_in,
        get_indicator,
        load_catalog,
        run_params,
        using_indicators,
    )
    from steelyard.indicators.records import Indicator
    from steelyard.indicators.trial import rows_table

__all__ = [
    "MAX_GROUPS",
    "Indicator",
    "built_in",
    "compute_indicators",
    "get_indicator",
    "indicator_needs",
    "load_catalog",
    "rows_table",
    "run_params",
    "using_indicators",
]
lazy_exports(
    __name__,
    {
        "compute": ("MAX_GROUPS", "compute_indicators", "indicator_needs"),
        "load": ("built_in", "get_indicator", "load_catalog", "run_params", "using_indicators"),
        "records": ("Indicator",),
        "trial": ("rows_table",),
    },
)
