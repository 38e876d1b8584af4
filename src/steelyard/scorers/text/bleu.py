"""`text.bleu`: sentence BLEU equal to sacreBLEU's, with the counts corpus BLEU is made of."""

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

MAX_ORDER = 4
MATCHED = tuple(f"m{order}" for order in range(1, MAX_ORDER + 1))
TOTALS = tuple(f"t{order}" for order in range(1, MAX_ORDER + 1))
COUNTS = (*MATCHED, *TOTALS, "sys_len", "ref_len")
_WRITES: dict[str, FieldType] = {
    "text_bleu": "float",
    **{f"text_bleu_{name}": "int" for name in COUNTS},
}


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    def measure(found: Compared) -> list[Any]:
        import numpy as np

        grams, outputs = found.grams(params["tokenizer"]), len(found.sides.outputs)
        orders = range(1, params["max_order"] + 1)
        matched = [grams.overlap(order).any for order in orders]
        totals = [grams.totals(order)[:outputs] for order in orders]
        lengths = grams.tokens.lengths
        closest = _closest(lengths[:outputs], lengths[outputs:], found)
        value = _sentence_bleu(np.array(matched), np.array(totals), lengths[:outputs], closest)
        unused = [np.full(outputs, np.nan)] * (MAX_ORDER - params["max_order"])
        return [value, *matched, *unused, *totals, *unused, lengths[:outputs], closest]

    return compare_texts(batch, "references", tuple(_WRITES), measure, params["tokenizer"])


def _closest(outputs: Integers, references: Integers, found: Compared) -> Integers:
    """Return for each output the length of the reference nearest in length, the shorter of two."""
    import numpy as np

    span = int(references.max(initial=0)) + 1
    rank = np.abs(references - outputs[found.owners]) * span + references
    return np.minimum.reduceat(rank, found.first) % span


def _sentence_bleu(
    matched: Integers, totals: Integers, sys_len: Integers, ref_len: Integers
) -> Floats:
    """Return BLEU of each output over the orders it is long enough for, with `exp` smoothing.

    The k-th order without a match counts as 1 match in 2^k times its n-grams.
    """
    import numpy as np

    there = totals > 0
    missed = there & (matched == 0)
    halvings = np.cumsum(missed, axis=0)
    hits = np.where(missed, 0.5**halvings, matched)
    logs = np.log(np.where(there, hits, 1.0) / np.maximum(totals, 1))
    mean = logs.sum(axis=0) / np.maximum(there.sum(axis=0), 1)
    too_short = np.maximum(ref_len / np.maximum(sys_len, 1), 1.0)
    return np.where(matched[0] > 0, np.exp(1.0 - too_short + mean), 0.0)


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.bleu",
            version=1,
            kind="scorer",
            title=Words("BLEU", "BLEU 得分"),
            meaning=Words(
                "Sentence BLEU: geometric mean of the n-gram precisions times a penalty for "
                "answers shorter than the reference. The counts beside it give corpus BLEU; the "
                "mean of sentence BLEU is not corpus BLEU.",
                "句级 BLEU：各阶 n-gram 精确率的几何平均，再乘以对过短输出的惩罚。"
                "同时存下计数，可据此求语料级 BLEU；句级 BLEU 的平均值不是语料级 BLEU。",
            ),
            formula=(
                "BP · exp(mean over available orders n ≤ max_order of ln p_n); p_n = clipped "
                "matches / n-grams; k-th order without matches: 1/(2^k · n-grams); BP = exp(1 − "
                "r/c) if c < r; r = closest reference length (ties: the shorter)"
            ),
            inputs=REFERENCE_INPUTS,
            outputs=(
                Port("value", "float", Words("BLEU in [0, 1]", "BLEU，取值 [0, 1]")),
                *(
                    Port(
                        name, "int", Words(f"matched {name[1]}-grams", f"命中的 {name[1]}-gram 数")
                    )
                    for name in MATCHED
                ),
                *(
                    Port(
                        name,
                        "int",
                        Words(f"{name[1]}-grams of the output", f"输出的 {name[1]}-gram 数"),
                    )
                    for name in TOTALS
                ),
                Port("sys_len", "int", Words("tokens of the output", "输出的词元数")),
                Port("ref_len", "int", Words("closest reference length", "最接近的参考长度")),
            ),
            compute=trial("text.bleu", _score),
            params=(
                tokenizer_param("auto"),
                Param(
                    "max_order",
                    "int",
                    MAX_ORDER,
                    Words("longest n-gram counted", "最高 n-gram 阶数"),
                    minimum=1,
                    maximum=MAX_ORDER,
                ),
            ),
            examples=(
                Example(
                    {"references": ["the cat is on the mat"], "output": "the cat sat on the mat"},
                    {"value": 0.3799, "m1": 5, "t1": 6, "m4": 0, "t4": 3},
                ),
                Example(
                    {"references": ["the cat is on the mat"], "output": "the"}, {"value": 0.0067}
                ),
                Example(
                    {"references": ["北京是中国的首都"], "output": "中国首都是北京"},
                    {"value": 0.2050},
                ),
                Example(
                    {"references": ["Hello, world!"], "output": "Hello, world!"},
                    {"value": 1.0, "sys_len": 4},
                    {"tokenizer": "13a"},
                    note="as sacreBLEU",
                ),
            ),
            references=(
                "Papineni et al. 2002, BLEU: a method for automatic evaluation of machine "
                "translation",
                "Post 2018, A call for clarity in reporting BLEU scores (sacreBLEU)",
            ),
        ),
        reads=READS,
        writes=_WRITES,
        score=_score,
    )
)
