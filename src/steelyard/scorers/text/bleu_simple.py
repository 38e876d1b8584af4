"""`text.bleu_simple`: the documented simplified BLEU, one precision over all n-grams together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.model import Algorithm, Example, FieldType, Param, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.compared import Compared, compare_texts
from steelyard.scorers.text.expected import READS
from steelyard.scorers.text.record import REFERENCE_INPUTS, tokenizer_param, trial

if TYPE_CHECKING:
    from steelyard.scorers.text.compared import Floats
    from steelyard.scorers.text.tokens import Integers

_WRITES: dict[str, FieldType] = {
    "text_bleu_simple": "float",
    "text_bleu_simple_matched": "int",
    "text_bleu_simple_total": "int",
}


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    orders = range(1, params["max_order"] + 1)

    def measure(found: Compared) -> tuple[Floats, Integers, Integers]:
        import numpy as np

        grams, outputs = found.grams(params["tokenizer"]), len(found.sides.outputs)
        common = np.sum([grams.overlap(order).each for order in orders], axis=0)
        matched = np.maximum.reduceat(common, found.first)
        total = np.sum([grams.totals(order)[:outputs] for order in orders], axis=0)
        return matched / np.maximum(total, 1), matched, total

    return compare_texts(batch, "references", tuple(_WRITES), measure, params["tokenizer"])


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.bleu_simple",
            version=1,
            kind="scorer",
            title=Words("Simplified BLEU", "简化 BLEU"),
            meaning=Words(
                "Share of the output's n-grams of all orders together that the best reference "
                "has. No brevity penalty: a single right word scores 1. Not comparable with "
                "published BLEU; use text.bleu for that.",
                "输出的各阶 n-gram 合并后，命中最佳参考文本的比例。没有长度惩罚："
                "只答对一个词也得 1。不能与公开发表的 BLEU 比较，需要时请用 text.bleu。",
            ),
            formula="max over references of Σ_n clipped matches / Σ_n n-grams of the output",
            inputs=REFERENCE_INPUTS,
            outputs=(
                Port("value", "float", Words("share in [0, 1]", "比例，取值 [0, 1]")),
                Port("matched", "int", Words("n-grams matched", "命中的 n-gram 数")),
                Port("total", "int", Words("n-grams of the output", "输出的 n-gram 数")),
            ),
            compute=trial("text.bleu_simple", _score),
            params=(
                tokenizer_param("auto"),
                Param(
                    "max_order",
                    "int",
                    4,
                    Words("longest n-gram counted", "最高 n-gram 阶数"),
                    minimum=1,
                    maximum=9,
                ),
            ),
            examples=(
                Example(
                    {"references": ["the cat is on the mat"], "output": "the cat sat on the mat"},
                    {"value": 0.5, "matched": 9, "total": 18},
                ),
                Example({"references": ["the cat"], "output": "the"}, {"value": 1.0}),
                Example({"references": ["a"], "output": ""}, {"value": 0.0}),
                Example({"references": [], "output": "a"}, {"value": None}),
            ),
        ),
        reads=READS,
        writes=_WRITES,
        score=_score,
    )
)
