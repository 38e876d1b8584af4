"""Scorecards: from indicators to dimensions, the overall score and gates."""

from steelyard.scorecards import aggregation, weighting
from steelyard.scorecards.dimension import LOW_COVERAGE
from steelyard.scorecards.gates import Gate, GateResult, check_gates, parse_gate
from steelyard.scorecards.means import Mean, weighted_mean
from steelyard.scorecards.overall import Overall, overall
from steelyard.scorecards.scorecard import (
    Dimension,
    Rule,
    Scorecard,
    load_scorecard,
    read_scorecard,
    template_names,
)
from steelyard.scorecards.sensitivity import Sensitivity, sensitivity
from steelyard.scorecards.summarise import check_summary, summarise
from steelyard.scorecards.weigh import dimension_scores, weigh

__all__ = [
    "LOW_COVERAGE",
    "Dimension",
    "Gate",
    "GateResult",
    "Mean",
    "Overall",
    "Rule",
    "Scorecard",
    "Sensitivity",
    "aggregation",
    "check_gates",
    "check_summary",
    "dimension_scores",
    "load_scorecard",
    "overall",
    "parse_gate",
    "read_scorecard",
    "sensitivity",
    "summarise",
    "template_names",
    "weigh",
    "weighted_mean",
    "weighting",
]
