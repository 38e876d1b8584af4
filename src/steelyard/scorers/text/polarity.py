"""`text.polarity`: whether the reply says yes or no as the expected answer does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from steelyard.model import Algorithm, Example, Words
from steelyard.scorers.matchers.polarity import has_sign, match_polarity
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.matched import (
    MATCHER_OUTPUTS,
    MATCHER_READS,
    Matcher,
    match_batch_asked,
    matcher_writes,
)
from steelyard.scorers.text.record import ANSWER_INPUTS, trial


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    def match_for(question: str) -> Matcher:
        return partial(match_polarity, question=question)

    return match_batch_asked(batch, "text_polarity", match_for, has_sign)


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.polarity",
            version=1,
            kind="scorer",
            title=Words("Yes or no", "是非判断"),
            meaning=Words(
                "The reply says yes or no as the expected answer does, in whatever words. A reply "
                "that says neither, or both, is wrong. An expected answer that says neither is not "
                "judged.",
                "输出与期望答案同为肯定或同为否定，措辞不限；两者都没说或都说了，判为错误。期望答案"
                "既非肯定也非否定的用例不作判定。",
            ),
            formula="sign(expected) = sign(reply) ≠ 0; the sign is that of the leading word, else "
            "of the last “the statement is …”, else of the first clause that has one, else yes "
            "where the reply turns the question into a statement",
            inputs=ANSWER_INPUTS,
            outputs=MATCHER_OUTPUTS,
            compute=trial("text.polarity", _score),
            examples=(
                Example(
                    {"expected": "no", "output": "The valve is not open."},
                    {"value": True, "evidence": "no"},
                ),
                Example(
                    {"expected": "no", "output": "Yes, there is no doubt."},
                    {"value": False, "evidence": "yes"},
                ),
                Example(
                    {"expected": "不可以", "output": "这里禁止停车。"},
                    {"value": True, "evidence": "no"},
                ),
                Example(
                    {"expected": "可以", "output": "可以也可能不可以。"},
                    {"value": False, "evidence": "unread"},
                ),
                Example(
                    {"expected": "no", "output": "I don't know."},
                    {"value": False, "evidence": "unread"},
                ),
            ),
        ),
        reads=MATCHER_READS,
        writes=matcher_writes("text_polarity"),
        score=_score,
        verdict="text_polarity",
    )
)
