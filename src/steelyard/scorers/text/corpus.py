"""`text.bleu_corpus` and `text.chrf_corpus`: values of a whole corpus from pooled counts.

They take the counts that `text.bleu` and `text.chrf` stored per case, or texts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorers.scorer import column_of
from steelyard.scorers.text import bleu, chrf
from steelyard.scorers.text.record import check_references, tokenizer_param

Counts = Mapping[str, int]


def corpus_bleu(counts: Counts, smoothing: str = "exp") -> float | None:
    """Return BLEU of summed counts (m1..m4, t1..t4, sys_len, ref_len), as sacreBLEU defines it.

    Args:
        counts: the sums over all cases.
        smoothing: `exp`, sacreBLEU's default, or `none`, where an order without a match gives 0.

    Returns:
        A value from 0 to 1; None when there is no reference text at all.
    """
    if counts["ref_len"] == 0:
        return None
    if counts["m1"] == 0 or 0 in (counts[name] for name in bleu.TOTALS):
        return 0.0
    logs, halvings = 0.0, 1
    for matched, total in zip(bleu.MATCHED, bleu.TOTALS, strict=True):
        hits: float = counts[matched]
        if hits == 0:
            if smoothing == "none":
                return 0.0
            halvings *= 2
            hits = 1 / halvings
        logs += math.log(hits / counts[total])
    too_short = max(counts["ref_len"] / counts["sys_len"], 1.0)
    return math.exp(1 - too_short + logs / len(bleu.TOTALS))


def corpus_chrf(rows: Sequence[Counts], beta: float = 2.0) -> float | None:
    """Return chrF of cases with their counts (as `text.chrf` stores them).

    Returns:
        A value from 0 to 1; None when there is no reference text at all.
    """
    import numpy as np

    from steelyard.scorers.text.chrf_value import chrf_value

    if not any(row["ref_len"] for row in rows):
        return None
    sums: list[tuple[int, int, int]] = []
    for names, ours, theirs in (
        (chrf.MATCHED, "sys_len", "ref_len"),
        (chrf.WORDS_MATCHED, "sys_words", "ref_words"),
    ):
        for less, name in enumerate(names):
            used = [row for row in rows if row.get(name) is not None]
            sums.append(
                (
                    sum(row[name] for row in used),
                    # An n-gram of the output counts only where the reference has any.
                    sum(max(row[ours] - less, 0) for row in used if row[theirs] > less),
                    sum(max(row[theirs] - less, 0) for row in used),
                )
            )
    matched, of_outputs, of_references = (
        np.array(column)[:, None] for column in zip(*sums, strict=True)
    )
    return float(chrf_value(matched, of_outputs, of_references, beta)[0])


def _bleu(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    tokenizer = {"tokenizer": params["tokenizer"]}
    rows = _rows("text.bleu_corpus", bleu.COUNTS, (), inputs, ("text.bleu", tokenizer))
    counts = {name: sum(row[name] for row in rows) for name in bleu.COUNTS}
    precisions = [
        counts[matched] / counts[total] if counts[total] else None
        for matched, total in zip(bleu.MATCHED, bleu.TOTALS, strict=True)
    ]
    short = counts["sys_len"] < counts["ref_len"]
    penalty = 1.0
    if short:
        longer = counts["ref_len"] / counts["sys_len"] if counts["sys_len"] else math.inf
        penalty = math.exp(1 - longer)
    value = corpus_bleu(counts, params["smoothing"]) if rows else None
    return {"value": value, "precisions": precisions, "brevity_penalty": penalty, **counts}


def _chrf(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    chosen = {name: params[name] for name in ("char_order", "word_order", "beta")}
    optional = (*chrf.MATCHED[1:], *chrf.WORDS_MATCHED, *chrf.LENGTHS[2:])
    rows = _rows("text.chrf_corpus", chrf.COUNTS, optional, inputs, ("text.chrf", chosen))
    return {"value": corpus_chrf(rows, params["beta"])}


def _rows(
    id_: str,
    names: Sequence[str],
    optional: Sequence[str],
    inputs: Mapping[str, Any],
    scorer: tuple[str, Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Return the counts of each case: those given, or those of the texts given."""
    counts, outputs, references = (inputs[name] for name in ("counts", "outputs", "references"))
    if counts is not None and outputs is None and references is None:
        return [_checked(id_, at, row, names, optional) for at, row in enumerate(counts)]
    if counts is not None or outputs is None or references is None:
        raise InputError(t("text.corpus_inputs", id=id_))
    return _counted(id_, names, outputs, references, scorer)


def _checked(
    id_: str, at: int, row: Mapping[str, Any], names: Sequence[str], optional: Sequence[str]
) -> dict[str, Any]:
    for name in names:
        found = row.get(name)
        whole = isinstance(found, int) and not isinstance(found, bool) and found >= 0
        if not whole and not (found is None and name in optional):
            raise InputError(t("text.corpus_row", id=id_, at=at, name=name, found=repr(found)[:60]))
    return {name: row.get(name) for name in names}


def _counted(
    id_: str,
    names: Sequence[str],
    outputs: Sequence[Any],
    references: Sequence[Any],
    scorer: tuple[str, Mapping[str, Any]],
) -> list[dict[str, Any]]:
    from steelyard.scorers.run import run_scorers

    if len(outputs) != len(references):
        sizes = {"outputs": len(outputs), "references": len(references)}
        raise InputError(t("text.corpus_lengths", id=id_, **sizes))
    for at, (output, texts) in enumerate(zip(outputs, references, strict=True)):
        if not isinstance(output, str):
            raise InputError(t("text.corpus_output", id=id_, at=at, found=repr(output)[:60]))
        if not isinstance(texts, (list, tuple)) or not texts:
            raise InputError(t("text.corpus_references", id=id_, at=at, found=repr(texts)[:60]))
        check_references(f"{id_}: references[{at}]", texts)
    batch = {"output": outputs, "references": references}
    columns = run_scorers(batch, [scorer]).columns
    main = column_of(scorer[0])
    kept = (columns[f"{main}_{name}"] for name in names)
    return [dict(zip(names, values, strict=True)) for values in zip(*kept, strict=True)]


_INPUTS = (
    Port("outputs", "list", Words("answers, one per case", "各用例的输出"), required=False),
    Port(
        "references",
        "list",
        Words("a list of reference texts per case", "各用例的参考文本列表"),
        required=False,
    ),
    Port(
        "counts",
        "rows",
        Words("or the counts stored per case", "或各用例已存的计数"),
        required=False,
    ),
)
_CAT = {
    "outputs": ["the cat sat on the mat", "a dog"],
    "references": [["the cat is on the mat"], ["a dog", "one dog"]],
}

ALGORITHMS.add(
    "text.bleu_corpus",
    Algorithm(
        id="text.bleu_corpus",
        version=1,
        kind="aggregation",
        title=Words("Corpus BLEU", "语料级 BLEU"),
        meaning=Words(
            "BLEU of all cases together, from pooled counts: the figure papers publish. It is not "
            "the mean of sentence BLEU.",
            "由合并计数求得的全体用例 BLEU，即论文中公布的数值；它不是句级 BLEU 的平均。",
        ),
        formula="BP · exp(¼ Σ_n ln(Σ m_n / Σ t_n)), BP = exp(1 − Σ ref_len / Σ sys_len) if shorter",
        inputs=_INPUTS,
        outputs=(
            Port("value", "float", Words("BLEU in [0, 1]", "BLEU，取值 [0, 1]")),
            Port("precisions", "list", Words("precision of each order", "各阶精确率")),
            Port("brevity_penalty", "float", Words("penalty for short output", "长度惩罚")),
            *(Port(name, "int", Words(f"sum of {name}", f"{name} 之和")) for name in bleu.COUNTS),
        ),
        compute=_bleu,
        params=(
            tokenizer_param("auto"),
            Param(
                "smoothing",
                "text",
                "exp",
                Words(
                    "what an order without any match counts as: `exp` as sacreBLEU, or 0",
                    "某阶完全没有命中时如何处理：exp 与 sacreBLEU 一致，none 记为 0",
                ),
                choices=("exp", "none"),
            ),
        ),
        examples=(
            Example(_CAT, {"value": 0.3948, "m1": 7, "t1": 8, "sys_len": 8, "ref_len": 8}),
            Example(
                {
                    "counts": [
                        {
                            "m1": 5,
                            "m2": 3,
                            "m3": 1,
                            "m4": 0,
                            "t1": 6,
                            "t2": 5,
                            "t3": 4,
                            "t4": 3,
                            "sys_len": 6,
                            "ref_len": 6,
                        },
                        {
                            "m1": 2,
                            "m2": 1,
                            "m3": 0,
                            "m4": 0,
                            "t1": 2,
                            "t2": 1,
                            "t3": 0,
                            "t4": 0,
                            "sys_len": 2,
                            "ref_len": 2,
                        },
                    ]
                },
                {"value": 0.3948},
                note="the same cases, from their counts",
            ),
        ),
        references=("Post 2018, A call for clarity in reporting BLEU scores (sacreBLEU)",),
    ),
)
ALGORITHMS.add(
    "text.chrf_corpus",
    Algorithm(
        id="text.chrf_corpus",
        version=1,
        kind="aggregation",
        title=Words("Corpus chrF", "语料级 chrF"),
        meaning=Words(
            "chrF of all cases together, from pooled counts.",
            "由合并计数求得的全体用例 chrF。",
        ),
        formula="chrF of Σ matches, Σ n-grams of the outputs, Σ n-grams of the references",
        inputs=_INPUTS,
        outputs=(Port("value", "float", Words("chrF in [0, 1]", "chrF，取值 [0, 1]")),),
        compute=_chrf,
        params=chrf.PARAMS,
        examples=(Example(_CAT, {"value": 0.6647}),),
        references=("Popović 2015, chrF: character n-gram F-score for automatic MT evaluation",),
    ),
)
