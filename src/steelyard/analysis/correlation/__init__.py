"""How measures and indicators go together: formulas on given inputs, and the tables of runs.

Importing this registers the formulas.
"""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.analysis.correlation import (
        balance,
        cluster,
        kendall,
        lmg,
        lmg2,
        pareto,
        partial,
        phi,
        point_biserial,
        spearman,
        vif,
    )
    from steelyard.analysis.correlation.case_table import Subject
    from steelyard.analysis.correlation.content import (
        AccuracyCompletion,
        Cluster,
        Coefficient,
        Correlation,
        Driver,
        Drivers,
        F1Balance,
        GeneralisationBase,
        LargestCorrelation,
        LatencyAccuracy,
        LatencyBand,
        Measure,
        Pair,
        ParetoPoint,
        Redundancy,
        Relations,
        Sample,
        Vif,
    )
    from steelyard.analysis.correlation.correlate import UNITS, Asked, correlate
    from steelyard.analysis.correlation.drivers import Effort
    from steelyard.analysis.correlation.runs import correlate_runs

__all__ = [
    "UNITS",
    "AccuracyCompletion",
    "Asked",
    "Cluster",
    "Coefficient",
    "Correlation",
    "Driver",
    "Drivers",
    "Effort",
    "F1Balance",
    "GeneralisationBase",
    "LargestCorrelation",
    "LatencyAccuracy",
    "LatencyBand",
    "Measure",
    "Pair",
    "ParetoPoint",
    "Redundancy",
    "Relations",
    "Sample",
    "Subject",
    "Vif",
    "balance",
    "cluster",
    "correlate",
    "correlate_runs",
    "kendall",
    "lmg",
    "lmg2",
    "pareto",
    "partial",
    "phi",
    "point_biserial",
    "spearman",
    "vif",
]
lazy_exports(
    __name__,
    {
        ".": (
            "balance",
            "cluster",
            "kendall",
            "lmg",
            "lmg2",
            "pareto",
            "partial",
            "phi",
            "point_biserial",
            "spearman",
            "vif",
        ),
        "case_table": ("Subject",),
        "content": (
            "AccuracyCompletion",
            "Cluster",
            "Coefficient",
            "Correlation",
            "Driver",
            "Drivers",
            "F1Balance",
            "GeneralisationBase",
            "LargestCorrelation",
            "LatencyAccuracy",
            "LatencyBand",
            "Measure",
            "Pair",
            "ParetoPoint",
            "Redundancy",
            "Relations",
            "Sample",
            "Vif",
        ),
        "correlate": ("UNITS", "Asked", "correlate"),
        "drivers": ("Effort",),
        "runs": ("correlate_runs",),
    },
)
