"""`mcdm.direct`: weights as someone set them, made to sum to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.model import Example, Port, Words
from steelyard.scorecards.matrix import check_weight_list
from steelyard.scorecards.weighting.record import WEIGHTS_OUT, add_weighting

_ID = "mcdm.direct"


def direct(weights: Sequence[float]) -> list[float]:
    """Return the weights divided by their sum."""
    return check_weight_list(_ID, weights, len(weights))


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    return {"weights": direct(inputs["weights"])}


add_weighting(
    _ID,
    (
        Words("Direct weights", "直接赋权"),
        Words(
            "Weights that someone set, divided by their sum.", "由人直接给定的权重，除以其总和。"
        ),
    ),
    "w / Σ w",
    (
        (Port("weights", "list", Words("weights, none below 0", "权重，均不小于 0")),),
        (WEIGHTS_OUT,),
    ),
    _compute,
    examples=(Example({"weights": [5, 3, 2]}, {"weights": [0.5, 0.3, 0.2]}),),
)
