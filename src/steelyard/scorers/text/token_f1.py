"""`text.token_f1`: how many tokens the expected answer and the output share, as often as both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.model import Algorithm, Example, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.compared import Compared, compare_texts
from steelyard.scorers.text.expected import READS
from steelyard.scorers.text.record import ANSWER_INPUTS, tokenizer_param, trial

if TYPE_CHECKING:
    from steelyard.scorers.text.shares import Shares

_COLUMNS = ("text_token_f1", "text_token_f1_precision", "text_token_f1_recall")


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    def measure(found: Compared) -> Shares:
        import numpy as np

        from steelyard.scorers.text.shares import Shares, shares

        grams, outputs = found.grams(params["tokenizer"]), len(found.sides.outputs)
        of_output = grams.totals(1)[:outputs][found.owners]
        of_reference = grams.totals(1)[outputs:]
        every = shares(grams.overlap(1).each, of_output, of_reference, 1.0)
        # Nothing expected and nothing said is agreement.
        both_empty = (of_output == 0) & (of_reference == 0)
        every = Shares(*(np.where(both_empty, 1.0, column) for column in every))
        best = found.best(every.f)
        return Shares(*(column[best] for column in every))

    return compare_texts(batch, "answer", _COLUMNS, measure, params["tokenizer"])


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.token_f1",
            version=1,
            kind="scorer",
            title=Words("Token F1", "词元 F1"),
            meaning=Words(
                "Harmonic mean of the share of the output's tokens that are expected and the share "
                "of expected tokens that are in the output; the best of several references counts.",
                "输出词元中属于期望答案的比例与期望答案词元中出现在输出里的比例的调和平均；"
                "有多个参考时取最好的一个。",
            ),
            formula="P = o/|output|, R = o/|expected|, F1 = 2PR/(P+R); o = Σ min of the counts",
            inputs=ANSWER_INPUTS,
            outputs=(
                Port("value", "float", Words("F1 in [0, 1]", "F1，取值 [0, 1]")),
                Port("precision", "float", Words("share of the output", "占输出的比例")),
                Port("recall", "float", Words("share of the expected answer", "占期望答案的比例")),
            ),
            compute=trial("text.token_f1", _score),
            params=(tokenizer_param("auto"),),
            examples=(
                Example(
                    {"expected": "北京是首都", "output": "首都北京"},
                    {"value": 0.8889, "precision": 1.0, "recall": 0.8},
                ),
                Example(
                    {"expected": "the quick brown fox", "output": "the brown dog"},
                    {"value": 0.5714, "precision": 0.6667, "recall": 0.5},
                ),
                Example({"expected": "", "output": ""}, {"value": 1.0}, note="both say nothing"),
            ),
            references=("Rajpurkar et al. 2016, SQuAD (F1 of answer tokens)",),
        ),
        reads=READS,
        writes=dict.fromkeys(_COLUMNS, "float"),
        score=_score,
    )
)
