"""Scorecards: from indicators to dimensions, the overall score and gates."""

from steelyard.scorecards import aggregation, weighting
from steelyard.scorecards.dimension import LOW_COVERAGE
from steelyard.scorecards.gates import Gate, GateResult, check_gates, parse_gate
from steelyard.scorecards.means import Mean, weighted_mean
from steelyard.scorecards.node import Node, Scorecard
from steelyard.scorecards.overall import Overall, Rule, overall
from steelyard.scorecards.scorecard import load_scorecard, read_scorecard, template_names
from steelyard.scorecards.sensitivity import Sensitivity, sensitivity
from steelyard.scorecards.summarise import check_summary, summarise
from steelyard.scorecards.weigh import weigh, weigh_tree
from steelyard.scorecards.weighed import Weighed

__all__ = [
    "LOW_COVERAGE",
    "Gate",
    "GateResult",
    "Mean",
    "Node",
    "Overall",
    "Rule",
    "Scorecard",
    "Sensitivity",
    "Weighed",
    "aggregation",
    "check_gates",
    "check_summary",
    "load_scorecard",
    "overall",
    "parse_gate",
    "read_scorecard",
    "sensitivity",
    "summarise",
    "template_names",
    "weigh",
    "weigh_tree",
    "weighted_mean",
    "weighting",
]
