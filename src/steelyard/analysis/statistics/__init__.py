"""Statistics by id; importing this registers them."""

from steelyard.analysis.statistics import (
    agreement,
    clusters,
    corrections,
    differences,
    paired,
    passes,
    power,
    prediction_powered,
    proportions,
    ratios,
)

__all__ = [
    "agreement",
    "clusters",
    "corrections",
    "differences",
    "paired",
    "passes",
    "power",
    "prediction_powered",
    "proportions",
    "ratios",
]
