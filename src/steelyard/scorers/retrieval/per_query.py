"""One retrieval measure each: `ir.precision_at_k`, `ir.recall_at_k`, `ir.ndcg_at_k`, `ir.ap`, ...

They are `ir.metrics` one number at a time, for a plan that wants just one and for `compute`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from steelyard.model import Algorithm, Example, Param, Port, Words
from steelyard.scorers.retrieval.parameters import (
    DENOMINATOR,
    EMPTY_QUERY,
    GAIN,
    MIN_RELEVANCE,
    PERSISTENCE,
    QUERY,
    READS,
    THRESHOLD_GAIN,
    K,
    rules_of,
)
from steelyard.scorers.retrieval.rankings import measure_rows, read_grades
from steelyard.scorers.scorer import Batch, Scorer, add_scorer, column_of

_USUAL = (MIN_RELEVANCE, EMPTY_QUERY)
_MIXED = {"a": 9, "b": 4, "c": 7, "d": 0, "e": 6}
_GRADED = {"retrieved": list("CEAFBGHIJD"), "relevance": {"A": 8, "B": 7, "C": 6, "D": 5}}
_LETTERS = {"retrieved": list("ABCDEFGHIJ"), "relevance": dict.fromkeys("ACEG", 9)}
_TREC = "trec_eval, https://github.com/usnistgov/trec_eval"


class _Measure(NamedTuple):
    """What one measure is: its words and its name in the engine."""

    id: str
    title: Words
    meaning: Words
    formula: str
    engine_name: str
    params: tuple[Param, ...]
    examples: tuple[Example, ...]
    references: tuple[str, ...] = ()


_BESIDE: dict[str, tuple[tuple[str, str, Words], ...]] = {
    "ir.ndcg_at_k": (
        ("dcg", "dcg@{k}", Words("discounted cumulative gain", "折损累计增益 DCG")),
        ("idcg", "idcg@{k}", Words("that of the best order", "理想排序的增益 IDCG")),
    ),
    "ir.rbp": (
        (
            "residual",
            "rbp_residual",
            Words("what unjudged documents could still add", "未判定文档最多可增加的值"),
        ),
    ),
}
"""Further outputs of `compute`: name, name in the engine, meaning."""


def _register(entry: _Measure) -> None:
    column = column_of(entry.id)

    def score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
        return {column: score_rows(entry.id, batch, params, (entry.engine_name,))[0]}

    def compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
        grades = read_grades(entry.id, inputs["relevance"])
        rules = rules_of(entry.id, params, [grades])
        found = measure_rows([(inputs["retrieved"], grades)], rules)
        result = {"value": found[entry.engine_name.format(k=params.get("k"))][0]}
        for name, engine_name, _ in _BESIDE.get(entry.id, ()):
            result[name] = found[engine_name.format(k=params.get("k"))][0]
        return result

    outputs = [Port("value", "float", Words("from 0 to 1", "取值 0 至 1"))]
    outputs += [Port(name, "float", words) for name, _, words in _BESIDE.get(entry.id, ())]
    algorithm = Algorithm(
        id=entry.id,
        version=1,
        kind="scorer",
        title=entry.title,
        meaning=entry.meaning,
        formula=entry.formula,
        inputs=QUERY,
        outputs=tuple(outputs),
        compute=compute,
        params=entry.params,
        examples=entry.examples,
        references=entry.references,
    )
    add_scorer(Scorer(algorithm, reads=READS, writes={column: "float"}, score=score))


def score_rows(
    id_: str, batch: Batch, params: Mapping[str, Any], names: tuple[str, ...]
) -> list[list[float | None]]:
    """Return one column per engine name; None in rows without a ranking or judgements."""
    pairs = list(zip(batch["retrieved"], batch["relevance"], strict=True))
    known = [at for at, (documents, grades) in enumerate(pairs) if None not in (documents, grades)]
    rows = [(pairs[at][0], read_grades(id_, pairs[at][1])) for at in known]
    found = measure_rows(rows, rules_of(id_, params)) if rows else {}
    columns = []
    for name in names:
        column: list[float | None] = [None] * len(pairs)
        for at, value in zip(known, found.get(name.format(k=params.get("k")), ()), strict=True):
            column[at] = value
        columns.append(column)
    return columns


_MEASURES = (
    _Measure(
        "ir.precision_at_k",
        Words("Precision@K", "精确率@K"),
        Words(
            "Share of the first k documents that are relevant.", "前 k 篇文档中相关文档所占比例。"
        ),
        "hits / k",
        "precision@{k}",
        (K, *_USUAL, DENOMINATOR),
        (
            Example(
                {"retrieved": ["b", "a", "x", "c"], "relevance": _MIXED},
                {"value": 0.4},
                {"k": 5},
                note="divided by k although 4 were retrieved",
            ),
            Example(
                {"retrieved": ["b", "a", "x", "c"], "relevance": _MIXED},
                {"value": 0.5},
                {"k": 5, "denominator": "retrieved"},
            ),
            Example(_LETTERS, {"value": 0.6}, {"k": 5}),
            Example(_LETTERS, {"value": 0.4}, {"k": 10}),
        ),
        (_TREC,),
    ),
    _Measure(
        "ir.recall_at_k",
        Words("Recall@K", "召回率@K"),
        Words(
            "Share of all relevant documents that are among the first k.",
            "全部相关文档中进入前 k 篇的比例。",
        ),
        "hits / |Rel|",
        "recall@{k}",
        (K, *_USUAL),
        (
            Example(
                {"retrieved": ["b", "a", "x", "c"], "relevance": _MIXED},
                {"value": 0.6667},
                {"k": 5},
            ),
            Example(_GRADED, {"value": 1.0}, {"k": 10}),
            Example({"retrieved": ["a"], "relevance": {"a": 0}}, {"value": None}, {"k": 5}),
        ),
        (_TREC,),
    ),
    _Measure(
        "ir.ndcg_at_k",
        Words("nDCG@K", "归一化折损累计增益@K"),
        Words(
            "Gain of the first k documents, discounted by rank, as a share of the best possible.",
            "前 k 篇文档按名次折损的增益占理想排序的比例。",
        ),
        "DCG / IDCG; DCG = Σ g(rel_i) / log2(i + 1); g = 2^rel − 1 (exp) or rel (linear)",
        "ndcg@{k}",
        (K, MIN_RELEVANCE, GAIN, THRESHOLD_GAIN, EMPTY_QUERY),
        (
            Example(_GRADED, {"value": 0.6542}, {"k": 10}),
            Example(
                _GRADED, {"value": 0.8055}, {"k": 10, "gain": "linear"}, note="as trec_eval does"
            ),
            Example(
                {"retrieved": ["b", "a", "x"], "relevance": _MIXED},
                {"value": 0.541905},
                {"k": 3},
            ),
        ),
        ("Järvelin, Kekäläinen: Cumulated gain-based evaluation of IR techniques, TOIS 2002",),
    ),
    _Measure(
        "ir.ap",
        Words("Average precision", "平均精确率"),
        Words(
            "Mean, over the relevant documents, of the precision where each was found.",
            "各相关文档所在名次处精确率的平均值，未检出者记 0。",
        ),
        "Σ_{i: d_i ∈ Rel} P@i / |Rel|",
        "ap",
        _USUAL,
        (
            Example(
                {"retrieved": ["x", "a", "c", "y", "e"], "relevance": _MIXED}, {"value": 0.588889}
            ),
            Example(_GRADED, {"value": 0.6667}),
            Example(
                {"retrieved": list("AXBYCZ"), "relevance": {"A": 9, "B": 9, "C": 9}},
                {"value": 0.7556},
            ),
            Example(
                {"retrieved": ["A", "A"], "relevance": {"A": 9}},
                {"value": 1.0},
                note="a repeated document counts once",
            ),
        ),
        (_TREC,),
    ),
    _Measure(
        "ir.rr",
        Words("Reciprocal rank", "倒数排名"),
        Words(
            "1 divided by the rank of the first relevant document; 0 when none was retrieved.",
            "首个相关文档名次的倒数；未检出时为 0。",
        ),
        "1 / rank of the first relevant document",
        "rr",
        _USUAL,
        (
            Example({"retrieved": ["x", "b", "c"], "relevance": _MIXED}, {"value": 0.333333}),
            Example({"retrieved": ["x"], "relevance": {"a": 9}}, {"value": 0.0}),
            Example({"retrieved": ["x"], "relevance": {"a": 4}}, {"value": 0.0}),
            Example(
                {"retrieved": ["x"], "relevance": {"a": 4}}, {"value": None}, {"min_relevance": 5}
            ),
        ),
        (_TREC,),
    ),
    _Measure(
        "ir.judged_at_k",
        Words("Judged@K", "判定率@K"),
        Words(
            "Share of the first k documents that have a judgement; below 0.8 the other measures "
            "are biased against new documents.",
            "前 k 篇文档中已有判定的比例；低于 0.8 时其余指标对未判定文档有偏。",
        ),
        "judged / k",
        "judged@{k}",
        (K, DENOMINATOR),
        (
            Example(
                {"retrieved": ["A", "B"], "relevance": {"A": 0, "C": 9}}, {"value": 0.5}, {"k": 2}
            ),
        ),
    ),
    _Measure(
        "ir.success_at_k",
        Words("Success@K", "命中@K"),
        Words(
            "1 when a relevant document is among the first k, else 0.",
            "前 k 篇中有相关文档记 1，否则记 0。",
        ),
        "[hits > 0]",
        "success@{k}",
        (K, *_USUAL),
        (
            Example(
                {"retrieved": ["A", "B"], "relevance": {"A": 0, "C": 9}}, {"value": 0.0}, {"k": 2}
            ),
            Example(_LETTERS, {"value": 1.0}, {"k": 1}),
        ),
        (_TREC,),
    ),
    _Measure(
        "ir.r_precision",
        Words("R-precision", "R 精确率"),
        Words(
            "Precision after as many documents as there are relevant ones.",
            "取与相关文档数相同的前 R 篇时的精确率。",
        ),
        "hits in the first R / R, R = |Rel|",
        "r_precision",
        _USUAL,
        (Example(_GRADED, {"value": 0.5}, note="C and A among the first 4"),),
        (_TREC,),
    ),
    _Measure(
        "ir.bpref",
        Words("bpref", "二元偏好"),
        Words(
            "Share of right preferences between judged documents; unjudged ones do not matter.",
            "已判定文档之间排序偏好正确的比例，不受未判定文档影响。",
        ),
        "Σ_{r ∈ Rel retrieved} (1 − min(n above r, R) / min(R, N)) / R",
        "bpref",
        _USUAL,
        (
            Example(
                {
                    "retrieved": ["n1", "r1", "x", "r2", "n2"],
                    "relevance": {"r1": 9, "r2": 9, "n1": 0, "n2": 0},
                },
                {"value": 0.5},
                note="one of two judged bad documents stands above both good ones",
            ),
        ),
        ("Buckley, Voorhees: Retrieval evaluation with incomplete information, SIGIR 2004",),
    ),
    _Measure(
        "ir.rbp",
        Words("Rank-biased precision", "排名偏置精确率"),
        Words(
            "Relevance met by a reader who goes on to the next document with probability p.",
            "以概率 p 继续浏览的读者所遇到的相关程度。",
        ),
        "(1 − p) · Σ_{i: d_i ∈ Rel} p^(i−1); residual = 1 − (1 − p) · Σ_{i judged} p^(i−1)",
        "rbp",
        (PERSISTENCE, *_USUAL),
        (
            Example(
                {"retrieved": ["a", "x", "c"], "relevance": _MIXED},
                {"value": 0.328, "residual": 0.672},
                note="0.2·(1 + 0.64); ranks 1 and 3 are judged",
            ),
        ),
        ("Moffat, Zobel: Rank-biased precision for measurement of retrieval, TOIS 2008",),
    ),
)

for _entry in _MEASURES:
    _register(_entry)
