"""Weights of the indicators of a scorecard; importing this registers the methods."""

from steelyard.scorecards.weighting.ahp import Ahp, GroupAhp, ahp, ahp_group
from steelyard.scorecards.weighting.combine import (
    Game,
    combine_game,
    combine_linear,
    combine_multiplicative,
)
from steelyard.scorecards.weighting.critic import critic
from steelyard.scorecards.weighting.direct import direct
from steelyard.scorecards.weighting.entropy import entropy
from steelyard.scorecards.weighting.judgements import Revision

__all__ = [
    "Ahp",
    "Game",
    "GroupAhp",
    "Revision",
    "ahp",
    "ahp_group",
    "combine_game",
    "combine_linear",
    "combine_multiplicative",
    "critic",
    "direct",
    "entropy",
]
