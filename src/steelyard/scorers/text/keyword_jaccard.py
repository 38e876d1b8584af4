"""`text.keyword_jaccard`: the share of keywords that expected answer and output have in common."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from steelyard.model import Algorithm, Example, Port, Words
from steelyard.scorers.memory import once
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.compared import norms
from steelyard.scorers.text.expected import READS, best_match
from steelyard.scorers.text.record import ANSWER_INPUTS, tokenizer_param, trial
from steelyard.scorers.text.tokenizers import TOKENIZERS, check_tokenizer


def jaccards(batch: Batch, tokenizer: str) -> list[float | None]:
    """Return the overlap of the two token sets of each row: |A∩B| / |A∪B|; 0 when both are empty.

    Texts equal after normalising are 1 whatever their tokens ("A", "7", "对"), except under
    `legacy`, which stays what it was.
    """
    return once(batch, ("jaccard", tokenizer), lambda: _jaccards(batch, tokenizer))


def _jaccards(batch: Batch, tokenizer: str) -> list[float | None]:
    check_tokenizer(tokenizer)
    cut, normal = TOKENIZERS[tokenizer], norms(batch)

    # A few are remembered, for several references and labels that come again; all of them would
    # cost more to keep than to make.
    @lru_cache(maxsize=256)
    def kinds(text: str) -> set[str]:
        return set(cut(text))

    def jaccard(expected: str, output: str) -> float:
        if tokenizer != "legacy" and normal[expected] == normal[output]:
            return 1.0
        left, right = kinds(expected), kinds(output)
        common = len(left & right)
        union = len(left) + len(right) - common
        return common / union if union else 0.0

    return best_match(batch, jaccard)


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {"text_keyword_jaccard": list(jaccards(batch, params["tokenizer"]))}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.keyword_jaccard",
            version=1,
            kind="scorer",
            title=Words("Keyword similarity", "关键词相似度"),
            meaning=Words(
                "Share of keywords that the expected answer and the output have in common; word "
                "order does not matter.",
                "期望答案与输出的关键词交集占并集的比例，与语序无关。",
            ),
            formula="|A ∩ B| / |A ∪ B|",
            inputs=ANSWER_INPUTS,
            outputs=(Port("value", "float", Words("similarity in [0, 1]", "相似度，取值 [0, 1]")),),
            compute=trial("text.keyword_jaccard", _score),
            params=(tokenizer_param("keywords"),),
            examples=(
                Example(
                    {"expected": "北京是中国的首都", "output": "中国的首都是北京"},
                    {"value": 1.0},
                ),
                Example(
                    {"expected": "北京是中国的首都", "output": "中国的首都是北京"},
                    {"value": 0.0},
                    {"tokenizer": "legacy"},
                    note="one token per Chinese run",
                ),
                Example({"expected": "A", "output": "答案是A"}, {"value": 0.5}),
                Example({"expected": "A", "output": "A"}, {"value": 1.0}),
                Example({"expected": "可以", "output": "不可以"}, {"value": 0.5}),
            ),
        ),
        reads=READS,
        writes={"text_keyword_jaccard": "float"},
        score=_score,
    )
)
