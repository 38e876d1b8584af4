"""`ir.map`, `ir.mrr`, `ir.coverage_at_k`: means over queries."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any

from steelyard.errors import InputError
from steelyard.i18n import t
from steelyard.model import ALGORITHMS, Algorithm, Example, Param, Port, Words
from steelyard.scorers.retrieval.parameters import (
    EMPTY_QUERY,
    MIN_RELEVANCE,
    QUERIES,
    K,
    rules_of,
)
from steelyard.scorers.retrieval.rankings import Row, measure_rows, read_grades

_MIXED = {"a": 9, "b": 4, "c": 7, "d": 0, "e": 6}
_USUAL = (MIN_RELEVANCE, EMPTY_QUERY)
_OUTPUTS = (
    Port("value", "float", Words("mean, from 0 to 1", "平均值，取值 0 至 1")),
    Port("n", "int", Words("queries that count", "计入的查询数")),
    Port("skipped", "int", Words("queries without a relevant document", "无相关文档的查询数")),
)


def _register(
    id_: str,
    words: tuple[Words, Words],
    formula: str,
    engine_name: str,
    params: tuple[Param, ...],
    examples: tuple[Example, ...],
) -> None:
    def compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
        rows = [_row(id_, number, query) for number, query in enumerate(inputs["queries"])]
        found = measure_rows(rows, rules_of(id_, params, [g for _, g in rows])) if rows else {}
        every = found.get(engine_name.format(k=params.get("k")), [])
        values = [value for value in every if value is not None]
        mean = statistics.fmean(values) if values else None
        result = {"value": mean, "n": len(values), "skipped": len(every) - len(values)}
        return result | (_first_ranks(found) if id_ == "ir.mrr" else {})

    outputs: tuple[Port, ...] = _OUTPUTS
    if id_ == "ir.mrr":
        outputs += (
            Port("mean_first_rank", "float", Words("mean first rank, where found", "平均首位名次")),
            Port("median_first_rank", "float", Words("median first rank", "首位名次中位数")),
        )
    algorithm = Algorithm(
        id=id_,
        version=1,
        kind="aggregation",
        title=words[0],
        meaning=words[1],
        formula=formula,
        inputs=QUERIES,
        outputs=outputs,
        compute=compute,
        params=params,
        examples=examples,
    )
    ALGORITHMS.add(id_, algorithm)


def _row(id_: str, number: int, query: Mapping[str, Any]) -> Row:
    for name, kind in (("retrieved", (list, tuple)), ("relevance", (Mapping, str))):
        if not isinstance(query.get(name), kind):
            found = repr(query.get(name))[:60]
            raise InputError(t("retrieval.query", id=id_, at=number + 1, name=name, found=found))
    return query["retrieved"], read_grades(id_, query["relevance"])


def _first_ranks(found: Mapping[str, list[float | None]]) -> dict[str, float | None]:
    """Return mean and median of the first ranks: 1 / MRR is neither."""
    ranks = [rank for rank in found.get("first_rank", ()) if rank is not None]
    return {
        "mean_first_rank": statistics.fmean(ranks) if ranks else None,
        "median_first_rank": statistics.median(ranks) if ranks else None,
    }


_register(
    "ir.map",
    (
        Words("Mean average precision", "平均精确率均值"),
        Words("Average precision, averaged over queries.", "各查询平均精确率的均值。"),
    ),
    "mean of ir.ap",
    "ap",
    _USUAL,
    (
        Example(
            {
                "queries": [
                    {"retrieved": list("AXBYCZ"), "relevance": {"A": 9, "B": 9, "C": 9}},
                    {"retrieved": ["x"], "relevance": {"A": 9}},
                    {"retrieved": ["x"], "relevance": {"A": 1}},
                ]
            },
            {"value": 0.37778, "n": 2, "skipped": 1},
            note="(0.7556 + 0) / 2; the third query has nothing relevant",
        ),
    ),
)
_register(
    "ir.mrr",
    (
        Words("Mean reciprocal rank", "平均倒数排名"),
        Words("Reciprocal rank, averaged over queries.", "各查询倒数排名的均值。"),
    ),
    "mean of ir.rr",
    "rr",
    _USUAL,
    (
        Example(
            {
                "queries": [
                    {"retrieved": ["x", "y", "A"], "relevance": {"A": 9}},
                    {"retrieved": ["A"], "relevance": {"A": 9}},
                    {"retrieved": ["x"], "relevance": {"A": 9}},
                ]
            },
            {"value": 0.4444, "mean_first_rank": 2.0, "median_first_rank": 2.0},
            note="(1/3 + 1 + 0) / 3",
        ),
    ),
)
_register(
    "ir.coverage_at_k",
    (
        Words("Coverage@K", "覆盖率@K"),
        Words(
            "Share of queries with a relevant document among the first k (Success@K).",
            "前 k 篇中至少有一篇相关文档的查询比例（即 Success@K）。",
        ),
    ),
    "mean of [hits > 0]",
    "success@{k}",
    (K, *_USUAL),
    (
        Example(
            {
                "queries": [
                    {"retrieved": ["b", "d"], "relevance": _MIXED},
                    {"retrieved": ["a"], "relevance": _MIXED},
                    {"retrieved": ["q"], "relevance": {"q": 1}},
                ]
            },
            {"value": 0.5},
            {"k": 2},
            note="judged but irrelevant is no hit",
        ),
    ),
)
