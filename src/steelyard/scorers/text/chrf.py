"""`text.chrf`: character n-grams that output and reference share, equal to sacreBLEU's chrF."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from steelyard.model import Algorithm, Example, FieldType, Param, Port, Words
from steelyard.scorers.scorer import Batch, Scorer, add_scorer
from steelyard.scorers.text.compared import Compared, compare_texts
from steelyard.scorers.text.expected import READS
from steelyard.scorers.text.record import REFERENCE_INPUTS, trial

if TYPE_CHECKING:
    from steelyard.scorers.text.grams import Grams

CHARACTERS, WORDS = 6, 2
LENGTHS = ("sys_len", "ref_len", "sys_words", "ref_words")
MATCHED = tuple(f"m{order}" for order in range(1, CHARACTERS + 1))
WORDS_MATCHED = tuple(f"w{order}" for order in range(1, WORDS + 1))
COUNTS = (*MATCHED, *WORDS_MATCHED, *LENGTHS)
_WRITES: dict[str, FieldType] = {
    "text_chrf": "float",
    **{f"text_chrf_{name}": "int" for name in COUNTS},
}
_PUNCTUATION = frozenset(string.punctuation)
PARAMS = (
    Param(
        "char_order",
        "int",
        CHARACTERS,
        Words("longest character n-gram", "字符 n-gram 最高阶数"),
        minimum=1,
        maximum=CHARACTERS,
    ),
    Param(
        "word_order",
        "int",
        0,
        Words("longest word n-gram; 2 is chrF++", "词 n-gram 最高阶数；2 即 chrF++"),
        minimum=0,
        maximum=WORDS,
    ),
    Param(
        "beta",
        "float",
        2.0,
        Words("weight of recall against precision", "召回率相对精确率的权重"),
        minimum=0.01,
        maximum=100,
    ),
)


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    def measure(found: Compared) -> list[Any]:
        import numpy as np

        from steelyard.scorers.text.chrf_value import chrf_value

        outputs, owners = len(found.sides.outputs), found.owners
        kinds = [(_characters(found), params["char_order"])]
        if params["word_order"]:
            kinds.append((_words(found), params["word_order"]))
        matched, ours, theirs = [], [], []
        for grams, highest in kinds:
            for order in range(1, highest + 1):
                matched.append(grams.overlap(order).each)
                ours.append(grams.totals(order)[:outputs][owners])
                theirs.append(grams.totals(order)[outputs:])
        value = chrf_value(np.array(matched), np.array(ours), np.array(theirs), params["beta"])
        best = found.best(value)
        return [value[best], *_counts(found, matched, kinds, best, params)]

    return compare_texts(batch, "references", tuple(_WRITES), measure)


def _characters(found: Compared) -> Grams:
    from steelyard.scorers.text.grams import Grams
    from steelyard.scorers.text.tokens import number_characters

    return Grams(number_characters(found.texts, drop_blanks=True), found.owners)


def _words(found: Compared) -> Grams:
    from steelyard.scorers.text.grams import Grams
    from steelyard.scorers.text.tokens import number_tokens

    return Grams(number_tokens([chrf_words(text) for text in found.texts]), found.owners)


def chrf_words(text: str) -> list[str]:
    """Return the words of a text; one punctuation mark at the end, else at the start, is cut off.

    "(hi)" is "(hi" and ")": the definition of chrF++ cuts once.
    """
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _PUNCTUATION:
            words += (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in _PUNCTUATION:
            words += (word[0], word[1:])
        else:
            words.append(word)
    return words


def _counts(
    found: Compared,
    matched: list[Any],
    kinds: list[tuple[Grams, int]],
    best: Any,
    params: Mapping[str, Any],
) -> list[Any]:
    """Return the columns of counts against the best reference, NaN for orders not counted."""
    import numpy as np

    outputs = len(found.sides.outputs)
    unused = np.full(outputs, np.nan)
    counts = [of[best] for of in matched]
    by_character, by_word = params["char_order"], params["word_order"]
    columns = [*counts[:by_character], *[unused] * (CHARACTERS - by_character)]
    columns += [*counts[by_character:], *[unused] * (WORDS - by_word)]
    for grams, _ in kinds:
        lengths = grams.tokens.lengths
        columns += [lengths[:outputs], lengths[outputs:][best]]
    return [*columns, unused, unused][: len(COUNTS)]


add_scorer(
    Scorer(
        algorithm=Algorithm(
            id="text.chrf",
            version=1,
            kind="scorer",
            title=Words("chrF", "chrF 得分"),
            meaning=Words(
                "F-score of the character n-grams that output and reference share, blanks left "
                "out, recall weighing twice; needs no tokenizer, so it suits Chinese as it is. "
                "With word_order 2 it is chrF++. The counts beside it give corpus chrF.",
                "输出与参考文本共有的字符 n-gram 的 F 值（忽略空白，召回率权重为 2）；无需分词，"
                "可直接用于中文。word_order 取 2 即 chrF++。同时存下计数，可据此求语料级 chrF。",
            ),
            formula=(
                "P, R = means over the orders both texts are long enough for of matches/n-grams; "
                "(1+β²)PR / (β²P+R); the reference with the highest value counts"
            ),
            inputs=REFERENCE_INPUTS,
            outputs=(
                Port("value", "float", Words("chrF in [0, 1]", "chrF，取值 [0, 1]")),
                *(
                    Port(
                        name,
                        "int",
                        Words(
                            f"matched character {name[1]}-grams", f"命中的字符 {name[1]}-gram 数"
                        ),
                    )
                    for name in MATCHED
                ),
                *(
                    Port(
                        name,
                        "int",
                        Words(f"matched word {name[1]}-grams", f"命中的词 {name[1]}-gram 数"),
                    )
                    for name in WORDS_MATCHED
                ),
                Port("sys_len", "int", Words("characters of the output", "输出的字符数")),
                Port("ref_len", "int", Words("characters of the reference", "参考文本的字符数")),
                Port("sys_words", "int", Words("words of the output", "输出的词数")),
                Port("ref_words", "int", Words("words of the reference", "参考文本的词数")),
            ),
            compute=trial("text.chrf", _score),
            params=PARAMS,
            examples=(
                Example(
                    {"references": ["北京是中国的首都"], "output": "北京是中国的首都"},
                    {"value": 1.0},
                ),
                Example(
                    {"references": ["the cat is on the mat"], "output": "the cat sat on the mat"},
                    {"value": 0.6458, "m1": 15, "sys_len": 17, "ref_len": 16},
                ),
            ),
            references=(
                "Popović 2015, chrF: character n-gram F-score for automatic MT evaluation",
                "Popović 2017, chrF++: words helping character n-grams",
            ),
        ),
        reads=READS,
        writes=_WRITES,
        score=_score,
    )
)
