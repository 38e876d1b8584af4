"""Statistics by id; importing this registers them."""

from steelyard.analysis.statistics import clusters, differences, proportions

__all__ = ["clusters", "differences", "proportions"]
