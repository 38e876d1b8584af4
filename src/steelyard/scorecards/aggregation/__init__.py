"""One score per agent from the scores of its indicators; importing this registers the methods."""

from steelyard.scorecards.aggregation import (
    fuzzy,
    gra,
    methods,
    topsis,
    topsis_fixed,
    vikor,
    wam,
    wgm,
)
from steelyard.scorecards.aggregation.methods import METHODS

__all__ = [
    "METHODS",
    "fuzzy",
    "gra",
    "methods",
    "topsis",
    "topsis_fixed",
    "vikor",
    "wam",
    "wgm",
]
