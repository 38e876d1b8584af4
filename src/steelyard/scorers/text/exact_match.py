"""`text.exact_match`: whether the output is the expected answer, width and case aside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.compared import norms
from steelyard.scorers.text.expected import READS, best_match
from steelyard.scorers.text.record import ANSWER_INPUTS, trial


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    normal = norms(batch)
    same = best_match(batch, lambda expected, output: normal[expected] == normal[output])
    return {"text_exact_match": same}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.exact_match",
            version=1,
            kind="scorer",
            title=Words("Exact match", "完全匹配"),
            meaning=Words(
                "The output equals the expected answer once width, case and outer blanks are "
                "folded.",
                "统一全半角、大小写并去除首尾空白后，输出与期望答案完全一致。",
            ),
            formula="norm(expected) = norm(output)",
            inputs=ANSWER_INPUTS,
            outputs=(Port("value", "bool", Words("whether they are equal", "是否一致")),),
            compute=trial("text.exact_match", _score),
            examples=(
                Example({"expected": "ＡＢＣ", "output": " abc "}, {"value": True}),
                Example({"expected": "abc", "output": "abc."}, {"value": False}),
            ),
        ),
        reads=READS,
        writes={"text_exact_match": "bool"},
        score=_score,
        verdict="text_exact_match",
    )
)
