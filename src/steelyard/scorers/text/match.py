"""`text.match`: whether the reply begins or ends with the expected answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Param, Words
from steelyard.scorers.matchers.match import Match
from steelyard.scorers.matchers.place import PLACES, match_place
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.contains import IGNORE_CASE
from steelyard.scorers.text.matched import (
    MATCHER_OUTPUTS,
    MATCHER_READS,
    match_batch,
    matcher_writes,
)
from steelyard.scorers.text.record import ANSWER_INPUTS, trial


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    where, ignore_case = params["where"], params["ignore_case"]

    def match(expected: str, reply: str) -> Match:
        return match_place(expected, reply, where=where, ignore_case=ignore_case)

    return match_batch(batch, "text_match", match)


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.match",
            version=1,
            kind="scorer",
            title=Words("Match at a place", "首尾匹配"),
            meaning=Words(
                "The reply begins or ends with the expected answer, or has it anywhere; outer "
                "punctuation and blanks do not count. An expected number is compared by value "
                "with the first, the last or any number of the reply. A negated mention does not "
                "count.",
                "输出以期望答案开头或结尾，或在任意位置含有它，首尾标点与空白不计。"
                "期望答案是数字时，按数值与输出中的第一个、最后一个或任意一个数字比较。被否定的提及不算。",
            ),
            formula="text: strip(reply) begins with, ends with or contains strip(expected); "
            "number: |x − e| ≤ 1e-9·max(1, |e|) for the number x at that place",
            inputs=ANSWER_INPUTS,
            outputs=MATCHER_OUTPUTS,
            compute=trial("text.match", _score),
            params=(
                Param(
                    "where",
                    "text",
                    "end",
                    Words("where in the reply the answer is", "期望答案在输出中的位置"),
                    choices=PLACES,
                ),
                IGNORE_CASE,
            ),
            examples=(
                Example(
                    {"expected": "Paris", "output": "The capital is Paris."},
                    {"value": True, "evidence": "paris"},
                ),
                Example(
                    {"expected": "Paris", "output": "Paris is the capital."},
                    {"value": False, "evidence": "absent"},
                ),
                Example(
                    {"expected": "Paris", "output": "Paris is the capital."},
                    {"value": True, "evidence": "paris"},
                    {"where": "begin"},
                ),
                Example(
                    {"expected": "巴黎", "output": "答案不是巴黎。"},
                    {"value": False, "evidence": "denied"},
                ),
                Example(
                    {"expected": "1,234", "output": "5 crates of 246.8 make 1234.0 in total."},
                    {"value": True, "evidence": "1234.0"},
                ),
                Example(
                    {"expected": "5", "output": "5 crates of 246.8 make 1234."},
                    {"value": False, "evidence": "1234"},
                ),
            ),
        ),
        reads=MATCHER_READS,
        writes=matcher_writes("text_match"),
        score=_score,
        verdict="text_match",
    )
)
