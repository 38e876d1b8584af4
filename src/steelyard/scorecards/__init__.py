"""Scorecards: from indicators to dimensions, the overall score and gates."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.scorecards import aggregation, weighting
    from steelyard.scorecards.dimension import LOW_COVERAGE
    from steelyard.scorecards.gates import (
        Gate,
        GateResult,
        check_gates,
        parse_gate,
        refuse_overall_gates,
    )
    from steelyard.scorecards.headline import Headline, choose_headline, read_headline
    from steelyard.scorecards.means import Mean, weighted_mean
    from steelyard.scorecards.node import Node, Scorecard
    from steelyard.scorecards.overall import Overall, Rule, overall
    from steelyard.scorecards.scorecard import (
        from_here,
        load_scorecard,
        read_scorecard,
        template_names,
        template_text,
    )
    from steelyard.scorecards.sensitivity import Sensitivity, sensitivity
    from steelyard.scorecards.summarise import Custom, check_summary, summarise
    from steelyard.scorecards.weigh import weigh, weigh_tree
    from steelyard.scorecards.weighed import Weighed
    from steelyard.scorecards.weighing import (
        Weighing,
        load_weighing,
        thaw_weighing,
        weighing_of,
        with_files,
    )

__all__ = [
    "LOW_COVERAGE",
    "Custom",
    "Gate",
    "GateResult",
    "Headline",
    "Mean",
    "Node",
    "Overall",
    "Rule",
    "Scorecard",
    "Sensitivity",
    "Weighed",
    "Weighing",
    "aggregation",
    "check_gates",
    "check_summary",
    "choose_headline",
    "from_here",
    "load_scorecard",
    "load_weighing",
    "overall",
    "parse_gate",
    "read_headline",
    "read_scorecard",
    "refuse_overall_gates",
    "sensitivity",
    "summarise",
    "template_names",
    "template_text",
    "thaw_weighing",
    "weigh",
    "weigh_tree",
    "weighing_of",
    "weighted_mean",
    "weighting",
    "with_files",
]
lazy_exports(
    __name__,
    {
        ".": (
            "aggregation",
            "weighting",
        ),
        "dimension": ("LOW_COVERAGE",),
        "gates": ("Gate", "GateResult", "check_gates", "parse_gate", "refuse_overall_gates"),
        "headline": ("Headline", "choose_headline", "read_headline"),
        "means": ("Mean", "weighted_mean"),
        "node": ("Node", "Scorecard"),
        "overall": ("Overall", "Rule", "overall"),
        "scorecard": (
            "from_here",
            "load_scorecard",
            "read_scorecard",
            "template_names",
            "template_text",
        ),
        "sensitivity": ("Sensitivity", "sensitivity"),
        "summarise": ("Custom", "check_summary", "summarise"),
        "weigh": ("weigh", "weigh_tree"),
        "weighed": ("Weighed",),
        "weighing": ("Weighing", "load_weighing", "thaw_weighing", "weighing_of", "with_files"),
    },
)
