"""`text.keyword_match`: whether the keyword similarity reaches a threshold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Param, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.expected import READS
from steelyard.scorers.text.keyword_jaccard import jaccards
from steelyard.scorers.text.record import ANSWER_INPUTS, tokenizer_param, trial


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    threshold = params["threshold"]
    found = jaccards(batch, params["tokenizer"])
    return {"text_keyword_match": [None if one is None else one >= threshold for one in found]}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.keyword_match",
            version=1,
            kind="scorer",
            title=Words("Keyword match", "关键词匹配判定"),
            meaning=Words(
                "The answer passes when its keyword similarity reaches the threshold. It cannot "
                "see contradictions (可以 / 不可以 share half their keywords): use a stricter "
                "scorer where that matters.",
                "关键词相似度达到阈值即判为匹配。它看不出否定（“可以”与“不可以”有一半关键词相同），"
                "对此敏感的任务应选用更严格的评分算法。",
            ),
            formula="keyword_jaccard ≥ threshold",
            inputs=ANSWER_INPUTS,
            outputs=(Port("value", "bool", Words("whether it matches", "是否匹配")),),
            compute=trial("text.keyword_match", _score),
            params=(
                tokenizer_param("keywords"),
                Param(
                    "threshold",
                    "float",
                    0.3,
                    Words("similarity that counts as a match", "判为匹配的相似度阈值"),
                    minimum=0,
                    maximum=1,
                ),
            ),
            examples=(
                Example(
                    {"expected": "a1 a2 a3", "output": "a1 a2 a3 b1 b2 b3 b4 b5 b6 b7"},
                    {"value": True},
                    note="3/10 reaches 0.3",
                ),
                Example(
                    {"expected": "a1 a2 a3", "output": "a1 a2 a3 b1 b2 b3 b4 b5 b6 b7 b8"},
                    {"value": False},
                    note="3/11 does not",
                ),
            ),
        ),
        reads=READS,
        writes={"text_keyword_match": "bool"},
        score=_score,
        verdict="text_keyword_match",
    )
)
