"""Statistics by id; importing this registers them."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
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
lazy_exports(
    __name__,
    {
        ".": (
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
        ),
    },
)
