"""`text.keyword_match`: whether the keyword similarity reaches a threshold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Param, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.expected import READS, best_match
from steelyard.scorers.text.keyword_jaccard import TEXT_INPUTS, TOKENIZER, jaccard


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    tokenizer, threshold = params["tokenizer"], params["threshold"]
    found = best_match(
        batch, lambda expected, output: jaccard(expected, output, tokenizer) >= threshold
    )
    return {"text_keyword_match": found}


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    expected, output = inputs["expected"], inputs["output"]
    if expected is None or output is None:
        return {"value": None}
    return {"value": jaccard(expected, output, params["tokenizer"]) >= params["threshold"]}


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
            inputs=TEXT_INPUTS,
            outputs=(Port("value", "bool", Words("whether it matches", "是否匹配")),),
            compute=_compute,
            params=(
                TOKENIZER,
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
