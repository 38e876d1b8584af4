"""Asking judges: whatever a scorer wants an LLM to say, asked once and kept on disk."""

from typing import TYPE_CHECKING

from steelyard.lazy import lazy_exports

if TYPE_CHECKING:
    from steelyard.judging.answers import Answers
    from steelyard.judging.ask import ask_judges
    from steelyard.judging.frozen import freeze, judge_by
    from steelyard.judging.judges import Judges, choose_names
    from steelyard.judging.no_reply import no_reply_error, nothing_answered
    from steelyard.judging.preview import (
        CaseCensus,
        JudgingPreview,
        PreviewCase,
        measured_by_data,
        preview_judging,
    )
    from steelyard.judging.rows import judge_run
    from steelyard.judging.run_scoring import (
        count_rules,
        explain_retrieval,
        is_documented,
        make_scoring,
        scoring_notes,
        spread_of_scoring,
    )
    from steelyard.judging.settle import read_rubric, settle
    from steelyard.judging.summary import summarize_judging

__all__ = [
    "Answers",
    "CaseCensus",
    "Judges",
    "JudgingPreview",
    "PreviewCase",
    "ask_judges",
    "choose_names",
    "count_rules",
    "explain_retrieval",
    "freeze",
    "is_documented",
    "judge_by",
    "judge_run",
    "make_scoring",
    "measured_by_data",
    "no_reply_error",
    "nothing_answered",
    "preview_judging",
    "read_rubric",
    "scoring_notes",
    "settle",
    "spread_of_scoring",
    "summarize_judging",
]
lazy_exports(
    __name__,
    {
        "answers": ("Answers",),
        "ask": ("ask_judges",),
        "frozen": ("freeze", "judge_by"),
        "judges": ("Judges", "choose_names"),
        "no_reply": ("no_reply_error", "nothing_answered"),
        "preview": (
            "CaseCensus",
            "JudgingPreview",
            "PreviewCase",
            "measured_by_data",
            "preview_judging",
        ),
        "rows": ("judge_run",),
        "run_scoring": (
            "count_rules",
            "explain_retrieval",
            "is_documented",
            "make_scoring",
            "scoring_notes",
            "spread_of_scoring",
        ),
        "settle": ("read_rubric", "settle"),
        "summary": ("summarize_judging",),
    },
)
