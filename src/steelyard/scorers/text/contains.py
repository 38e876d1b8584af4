"""`text.contains`: whether the reply asserts the expected answer somewhere in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Param, Words
from steelyard.scorers.matchers.contains import match_contains, match_substring
from steelyard.scorers.matchers.match import Match
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.matched import (
    MATCHER_OUTPUTS,
    MATCHER_READS,
    match_batch,
    matcher_writes,
)
from steelyard.scorers.text.record import ANSWER_INPUTS, trial

IGNORE_CASE = Param(
    "ignore_case",
    "bool",
    True,
    Words("upper and lower case make no difference", "是否忽略大小写"),
)


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    ignore_case = params["ignore_case"]
    matcher = match_contains if params["guards"] else match_substring

    def match(expected: str, reply: str) -> Match:
        return matcher(expected, reply, ignore_case=ignore_case)

    return match_batch(batch, "text_contains", match)


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.contains",
            version=1,
            kind="scorer",
            title=Words("Contains", "包含期望答案"),
            meaning=Words(
                "The reply asserts the expected answer. A mention that is negated, attributed to "
                "others, one of several alternatives or corrected later does not count; without "
                "guards, any mention counts.",
                "输出中肯定地给出了期望答案。被否定、属于他人看法、只是若干选项之一或随后被更正的提及不算；"
                "关闭防护后，只要出现即算。",
            ),
            formula="the expected text occurs as whole words (Chinese: as a substring) in a clause "
            "that does not negate it, and no correction follows",
            inputs=ANSWER_INPUTS,
            outputs=MATCHER_OUTPUTS,
            compute=trial("text.contains", _score),
            params=(
                IGNORE_CASE,
                Param(
                    "guards",
                    "bool",
                    True,
                    Words("denied mentions do not count", "被否定的提及是否不算"),
                ),
            ),
            examples=(
                Example(
                    {"expected": "Paris", "output": "The capital is Paris, not Lyon."},
                    {"value": True, "evidence": "paris"},
                ),
                Example(
                    {"expected": "Paris", "output": "It is not Paris but Lyon."},
                    {"value": False, "evidence": "denied"},
                ),
                Example(
                    {"expected": "Paris", "output": "It is not Paris but Lyon."},
                    {"value": True, "evidence": "paris"},
                    {"guards": False},
                ),
                Example(
                    {"expected": "巴黎", "output": "不是里昂，而是巴黎。"},
                    {"value": True, "evidence": "巴黎"},
                ),
                Example(
                    {"expected": "巴黎", "output": "很多人以为是巴黎，其实是里昂。"},
                    {"value": False, "evidence": "denied"},
                ),
                Example(
                    {"expected": "Java", "output": "It is written in JavaScript."},
                    {"value": False, "evidence": "absent"},
                ),
            ),
        ),
        reads=MATCHER_READS,
        writes=matcher_writes("text_contains"),
        score=_score,
        verdict="text_contains",
    )
)
