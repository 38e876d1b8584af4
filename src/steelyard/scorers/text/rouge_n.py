"""`text.rouge_1` and `text.rouge_2`: n-grams that output and reference share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.model import Algorithm, Example, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.compared import Compared, compare_texts
from steelyard.scorers.text.expected import READS
from steelyard.scorers.text.record import REFERENCE_INPUTS, Score, trial
from steelyard.scorers.text.rouge_l import ROUGE_OUTPUTS, ROUGE_PARAMS, ROUGE_REFERENCE

if TYPE_CHECKING:
    from steelyard.scorers.text.shares import Shares


def _scorer(order: int, words: Words, examples: tuple[Example, ...]) -> Scorer:
    id_, main = f"text.rouge_{order}", f"text_rouge_{order}"
    columns = (main, f"{main}_precision", f"{main}_recall")
    score = _score(order, columns)
    return Scorer(
        algorithm=Algorithm(
            id=id_,
            version=1,
            kind="scorer",
            title=Words(f"ROUGE-{order}", f"ROUGE-{order} 得分"),
            meaning=words,
            formula=(
                f"o = Σ min of the counts of each {order}-gram; P = o/{order}-grams of the output, "
                "R = o/those of the reference, F = (1+β²)PR / (R+β²P)"
            ),
            inputs=REFERENCE_INPUTS,
            outputs=ROUGE_OUTPUTS,
            compute=trial(id_, score),
            params=ROUGE_PARAMS,
            examples=examples,
            references=(ROUGE_REFERENCE,),
        ),
        reads=READS,
        writes=dict.fromkeys(columns, "float"),
        score=score,
    )


def _score(order: int, columns: tuple[str, ...]) -> Score:
    def score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
        def measure(found: Compared) -> Shares:
            from steelyard.scorers.text.shares import best_shares

            grams = found.grams(params["tokenizer"])
            return best_shares(
                found,
                grams.overlap(order).each,
                grams.totals(order),
                beta=params["beta"],
                select=params["select"],
            )

        return compare_texts(batch, "references", columns, measure, params["tokenizer"])

    return score


_CAT = {"references": ["the cat is on the mat"], "output": "the cat sat on the mat"}

add_scorer(
    _scorer(
        1,
        Words(
            "Tokens that output and reference share, in whatever order.",
            "输出与参考文本共有的词元，不计次序。",
        ),
        (
            Example(_CAT, {"value": 0.8333, "precision": 0.8333, "recall": 0.8333}),
            Example({"references": ["先断电再检修"], "output": "检修前先断电"}, {"value": 0.8333}),
        ),
    )
)
add_scorer(
    _scorer(
        2,
        Words(
            "Pairs of neighbouring tokens that output and reference share.",
            "输出与参考文本共有的相邻词元对。",
        ),
        (
            Example(_CAT, {"value": 0.6, "precision": 0.6, "recall": 0.6}),
            Example({"references": ["先断电再检修"], "output": "检修前先断电"}, {"value": 0.6}),
        ),
    )
)
