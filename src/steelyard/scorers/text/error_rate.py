"""`text.wer` and `text.cer`: edits that turn the reference into the output, per token or character.

A rate may exceed 1: an output may need more edits than the reference has tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.model import Algorithm, Example, FieldType, Param, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.compared import Compared, compare_texts
from steelyard.scorers.text.expected import READS
from steelyard.scorers.text.record import REFERENCE_INPUTS, tokenizer_param, trial
from steelyard.scorers.text.tokenizers import norm

if TYPE_CHECKING:
    from steelyard.scorers.text.tokens import Tokens


def _word_score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    def measure(found: Compared) -> list[Any]:
        return _rates(found, found.tokens(params["tokenizer"]))

    return compare_texts(
        batch, "references", tuple(_writes("text_wer")), measure, params["tokenizer"]
    )


def _character_score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    def measure(found: Compared) -> list[Any]:
        from steelyard.scorers.text.tokens import number_characters

        fold = norm if params["fold"] else str
        # A run of blanks is one blank: how a text is laid out is not what it says.
        return _rates(found, number_characters([" ".join(fold(t).split()) for t in found.texts]))

    return compare_texts(batch, "references", tuple(_writes("text_cer")), measure)


def _rates(found: Compared, tokens: Tokens) -> list[Any]:
    """Return rate, edits and reference length against the reference with the lowest rate."""
    import numpy as np

    from steelyard.scorers.text.distances import edit_distance

    edits = edit_distance(tokens, found.owners)
    lengths = tokens.lengths[len(found.sides.outputs) :]
    # Against an empty reference: no edits are rate 0, any edits have no rate (worst: inf).
    rates = edits / np.maximum(lengths, 1)
    rates[(lengths == 0) & (edits > 0)] = np.inf
    best = found.best(-rates)
    rate = np.where(np.isinf(rates[best]), np.nan, rates[best])
    return [rate, edits[best], lengths[best]]


def _writes(main: str) -> dict[str, FieldType]:
    return {main: "float", f"{main}_edits": "int", f"{main}_ref_len": "int"}


_OUTPUTS = (
    Port(
        "value",
        "float",
        Words(
            "error rate, 0 is best; undefined against an empty reference",
            "错误率，0 最好；参考为空时无定义",
        ),
    ),
    Port("edits", "int", Words("insertions, deletions and substitutions", "插入、删除与替换次数")),
    Port("ref_len", "int", Words("length of the reference", "参考文本长度")),
)

add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.wer",
            version=1,
            kind="scorer",
            title=Words("Word error rate", "词错误率"),
            meaning=Words(
                "Fewest insertions, deletions and substitutions of tokens that turn the reference "
                "into the output, per token of the reference; lower is better, and it may exceed "
                "1. Pooled over cases it is Σ edits / Σ ref_len.",
                "把参考文本改成输出所需的最少词元增、删、改次数，除以参考文本的词元数；越低越好，"
                "可能大于 1。跨用例合并时为 Σ edits / Σ ref_len。",
            ),
            formula="edits / |reference|, against the reference with the lowest rate",
            inputs=REFERENCE_INPUTS,
            outputs=_OUTPUTS,
            compute=trial("text.wer", _word_score),
            params=(tokenizer_param("auto"),),
            examples=(
                Example(
                    {"references": ["turn left at the lights"], "output": "turn right at lights"},
                    {"value": 0.4, "edits": 2, "ref_len": 5},
                ),
                Example(
                    {"references": ["stop"], "output": "do not stop now"},
                    {"value": 3.0, "edits": 3, "ref_len": 1},
                ),
            ),
            references=("Levenshtein 1966, Binary codes capable of correcting deletions",),
        ),
        reads=READS,
        writes=_writes("text_wer"),
        score=_word_score,
    )
)
add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.cer",
            version=1,
            kind="scorer",
            title=Words("Character error rate", "字错误率"),
            meaning=Words(
                "Fewest insertions, deletions and substitutions of characters that turn the "
                "reference into the output, per character of the reference; lower is better, and "
                "it may exceed 1. A run of blanks counts as one blank.",
                "把参考文本改成输出所需的最少字符增、删、改次数，除以参考文本的字符数；越低越好，"
                "可能大于 1。连续空白按一个空格计。",
            ),
            formula="edits / characters of the reference, against the one with the lowest rate",
            inputs=REFERENCE_INPUTS,
            outputs=_OUTPUTS,
            compute=trial("text.cer", _character_score),
            params=(
                Param(
                    "fold",
                    "bool",
                    True,
                    Words("width and case make no difference", "是否忽略全半角与大小写差异"),
                ),
            ),
            examples=(
                Example(
                    {"references": ["今天天气很好"], "output": "今天天汽好"},
                    {"value": 0.3333, "edits": 2, "ref_len": 6},
                ),
                Example({"references": ["ABC"], "output": "abc"}, {"value": 1.0}, {"fold": False}),
            ),
        ),
        reads=READS,
        writes=_writes("text_cer"),
        score=_character_score,
    )
)
