"""Scorers: (case, reply) to columns, in batches, without side effects."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.scorers import (
        classification,
        collaboration,
        foreign,
        judge,
        mission,
        retrieval,
        safety,
        text,
        trajectory,
    )
    from steelyard.scorers.auto import (
        ANSWER_RULES,
        AUTO,
        DOCUMENTED,
        AutoJudge,
        RuleCounts,
        rule_of,
    )
    from steelyard.scorers.choose import choose_scorers
    from steelyard.scorers.chosen import Chosen, choose
    from steelyard.scorers.dry_run import can_judge, judge_case
    from steelyard.scorers.matchers.guess_level import Guess, GuessCounts
    from steelyard.scorers.matchers.rules import (
        RULES_VERSION,
        Rule,
        Verdict,
        choose_rule,
        judge_answer,
        usable_labels,
    )
    from steelyard.scorers.pairing import PairedScoring
    from steelyard.scorers.question import Question
    from steelyard.scorers.run import Scored, ScorerFailure, run_scorers
    from steelyard.scorers.scorer import SCORERS, Batch, Scorer, add_scorer, column_of
    from steelyard.scorers.scoring import Scoring
    from steelyard.scorers.verdict import RECORDED, decide, is_blank

__all__ = [
    "ANSWER_RULES",
    "AUTO",
    "DOCUMENTED",
    "RECORDED",
    "RULES_VERSION",
    "SCORERS",
    "AutoJudge",
    "Batch",
    "Chosen",
    "Guess",
    "GuessCounts",
    "PairedScoring",
    "Question",
    "Rule",
    "RuleCounts",
    "Scored",
    "Scorer",
    "ScorerFailure",
    "Scoring",
    "Verdict",
    "add_scorer",
    "can_judge",
    "choose",
    "choose_rule",
    "choose_scorers",
    "classification",
    "collaboration",
    "column_of",
    "decide",
    "foreign",
    "is_blank",
    "judge",
    "judge_answer",
    "judge_case",
    "mission",
    "retrieval",
    "rule_of",
    "run_scorers",
    "safety",
    "text",
    "trajectory",
    "usable_labels",
]
lazy_exports(
    __name__,
    {
        ".": (
            "classification",
            "collaboration",
            "foreign",
            "judge",
            "mission",
            "retrieval",
            "safety",
            "text",
            "trajectory",
        ),
        "auto": ("ANSWER_RULES", "AUTO", "DOCUMENTED", "AutoJudge", "RuleCounts", "rule_of"),
        "choose": ("choose_scorers",),
        "chosen": ("Chosen", "choose"),
        "dry_run": ("can_judge", "judge_case"),
        "matchers.guess_level": ("Guess", "GuessCounts"),
        "matchers.rules": (
            "RULES_VERSION",
            "Rule",
            "Verdict",
            "choose_rule",
            "judge_answer",
            "usable_labels",
        ),
        "pairing": ("PairedScoring",),
        "question": ("Question",),
        "run": ("Scored", "ScorerFailure", "run_scorers"),
        "scorer": ("SCORERS", "Batch", "Scorer", "add_scorer", "column_of"),
        "scoring": ("Scoring",),
        "verdict": ("RECORDED", "decide", "is_blank"),
    },
)
