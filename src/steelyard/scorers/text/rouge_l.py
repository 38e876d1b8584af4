"""`text.rouge_l`: the longest common subsequence of output and reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.model import Algorithm, Example, Param, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.compared import Compared, compare_texts
from steelyard.scorers.text.expected import READS
from steelyard.scorers.text.record import REFERENCE_INPUTS, tokenizer_param, trial

if TYPE_CHECKING:
    from steelyard.scorers.text.shares import Shares

_COLUMNS = ("text_rouge_l", "text_rouge_l_precision", "text_rouge_l_recall")

ROUGE_OUTPUTS = (
    Port("value", "float", Words("F in [0, 1]", "F 值，取值 [0, 1]")),
    Port("precision", "float", Words("share of the output", "占输出的比例")),
    Port("recall", "float", Words("share of the reference", "占参考文本的比例")),
)
_DOCUMENTED = {
    "rouge_l": "value",
    "rouge_l_precision": "precision",
    "rouge_l_recall": "recall",
}
"""The same numbers under the names that the original documents give them."""

ROUGE_PARAMS = (
    tokenizer_param("auto"),
    Param(
        "select",
        "text",
        "f1",
        Words(
            "which of several references counts: the one with the highest F or recall",
            "有多个参考时取哪一个：F 值最高或召回率最高",
        ),
        choices=("f1", "recall"),
    ),
    Param(
        "beta",
        "float",
        1.0,
        Words("weight of recall against precision", "召回率相对精确率的权重"),
        minimum=0.01,
        maximum=100,
    ),
)
ROUGE_REFERENCE = "Lin 2004, ROUGE: a package for automatic evaluation of summaries"


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    def measure(found: Compared) -> Shares:
        from steelyard.scorers.text.shares import best_shares

        common = found.subsequences(params["tokenizer"])
        lengths = found.tokens(params["tokenizer"]).lengths
        return best_shares(found, common, lengths, beta=params["beta"], select=params["select"])

    return compare_texts(batch, "references", _COLUMNS, measure, params["tokenizer"])


_plainly = trial("text.rouge_l", _score)


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    found = _plainly(inputs, params)
    return found | {name: found[same] for name, same in _DOCUMENTED.items()}


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.rouge_l",
            version=1,
            kind="scorer",
            title=Words("ROUGE-L", "ROUGE-L 得分"),
            meaning=Words(
                "How much of the output and of the reference their longest common subsequence of "
                "tokens covers: the same tokens in the same order, gaps allowed.",
                "输出与参考文本的最长公共子序列（词元相同、次序相同、允许间隔）"
                "占输出和参考文本的比例。",
            ),
            formula="L = LCS; P = L/|output|, R = L/|reference|, F = (1+β²)PR / (R+β²P)",
            inputs=REFERENCE_INPUTS,
            outputs=(
                *ROUGE_OUTPUTS,
                *(
                    Port(name, "float", Words(f"the same as {same}", f"即 {same}"))
                    for name, same in _DOCUMENTED.items()
                ),
            ),
            compute=_compute,
            params=ROUGE_PARAMS,
            examples=(
                Example(
                    {
                        "references": ["the cat", "the cat sat on the mat today"],
                        "output": "the cat sat on the mat",
                    },
                    {"value": 0.9231, "rouge_l_precision": 1.0, "rouge_l_recall": 0.8571},
                ),
                Example(
                    {
                        "references": ["the cat", "the cat sat on the mat today"],
                        "output": "the cat sat on the mat",
                    },
                    {"value": 0.5, "precision": 0.3333, "recall": 1.0},
                    {"select": "recall"},
                ),
                Example(
                    {"references": ["先断电再检修"], "output": "检修前先断电"},
                    {"value": 0.5},
                    note="by character",
                ),
            ),
            references=(ROUGE_REFERENCE,),
        ),
        reads=READS,
        writes=dict.fromkeys(_COLUMNS, "float"),
        score=_score,
    )
)
