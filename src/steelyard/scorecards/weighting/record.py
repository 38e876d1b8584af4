"""What every weighting method has in common when it enters the registry."""

from __future__ import annotations

from steelyard.model import Port, Registering, Words

WEIGHTS_OUT = Port("weights", "list", Words("weights that sum to 1", "权重，总和为 1"))

add_weighting = Registering("weighting")
