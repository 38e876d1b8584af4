"""`ir.metrics`: every retrieval measure at every cutoff, in one pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steelyard.model import Algorithm, Example, FieldType, Port, Words
from steelyard.scorers.retrieval.parameters import (
    CUTOFFS,
    DENOMINATOR,
    EMPTY_QUERY,
    GAIN,
    MIN_RELEVANCE,
    PERSISTENCE,
    QUERY,
    READS,
    THRESHOLD_GAIN,
    check_cutoffs,
    rules_of,
)
from steelyard.scorers.retrieval.per_query import score_rows
from steelyard.scorers.retrieval.rankings import measure_rows, read_grades
from steelyard.scorers.scorer import Batch, Scorer, add_scorer

_ID = "ir.metrics"
_AT_K = ("precision", "recall", "ndcg", "dcg", "idcg", "success", "judged", "hits")
_WHOLE = ("ap", "rr", "ndcg", "r_precision", "bpref", "rbp", "rbp_residual", "first_rank")
_COUNTS = ("hits", "first_rank")


def _names(params: Mapping[str, Any]) -> list[str]:
    """Return the engine's names of the measures written under these parameters."""
    cutoffs = check_cutoffs(_ID, params["k"])
    return [f"{name}@{k}" for name in _AT_K for k in cutoffs] + list(_WHOLE)


def _output(name: str) -> str:
    return name.replace("@", "_at_")


def _is_count(name: str) -> bool:
    return name.startswith(_COUNTS)


def _writes(params: Mapping[str, Any]) -> dict[str, FieldType]:
    return {f"ir_{_output(name)}": "int" if _is_count(name) else "float" for name in _names(params)}


def _whole(name: str, values: list[float | None]) -> list[Any]:
    if not _is_count(name):
        return values
    return [None if value is None else int(value) for value in values]


def _score(batch: Batch, params: Mapping[str, Any]) -> dict[str, list[Any]]:
    names = _names(params)
    columns = score_rows(_ID, batch, params, tuple(names))
    return {
        f"ir_{_output(name)}": _whole(name, column)
        for name, column in zip(names, columns, strict=True)
    }


def _compute(inputs: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    grades = read_grades(_ID, inputs["relevance"])
    found = measure_rows([(inputs["retrieved"], grades)], rules_of(_ID, params, [grades]))
    return {_output(name): _whole(name, found[name])[0] for name in _names(params)}


_PARAMS = (
    CUTOFFS,
    MIN_RELEVANCE,
    GAIN,
    THRESHOLD_GAIN,
    DENOMINATOR,
    EMPTY_QUERY,
    PERSISTENCE,
)

add_scorer(
    Scorer(
        algorithm=Algorithm(
            id=_ID,
            version=1,
            kind="scorer",
            title=Words("Retrieval measures", "检索指标"),
            meaning=Words(
                "Precision, recall, nDCG, success, share judged and hits at every cutoff, and "
                "average precision, reciprocal rank, R-precision, bpref and RBP of the whole list.",
                "各截断位置的精确率、召回率、nDCG、命中、判定率与命中数，以及整个列表的平均精确率、"
                "倒数排名、R 精确率、bpref 与 RBP。",
            ),
            formula="see ir.precision_at_k, ir.recall_at_k, ir.ndcg_at_k, ir.ap, ir.rr, ...",
            inputs=QUERY,
            outputs=(
                *(
                    Port(f"{name}_at_K", "float", Words(f"{name} at each K", f"各 K 处的 {name}"))
                    for name in _AT_K
                ),
                *(Port(name, "float", Words(name, name)) for name in _WHOLE),
            ),
            compute=_compute,
            params=_PARAMS,
            examples=(
                Example(
                    {
                        "retrieved": list("CEAFBGHIJD"),
                        "relevance": {"A": 8, "B": 7, "C": 6, "D": 5},
                    },
                    {
                        "precision_at_10": 0.4,
                        "recall_at_10": 1.0,
                        "ndcg_at_10": 0.6542,
                        "dcg_at_10": 248.5913,
                        "idcg_at_10": 379.9791,
                        "hits_at_5": 3,
                        "judged_at_5": 0.6,
                        "ap": 0.6667,
                        "rr": 1.0,
                        "first_rank": 1,
                    },
                ),
            ),
        ),
        reads=READS,
        writes=_writes({"k": CUTOFFS.default}),
        score=_score,
        writes_for=_writes,
    )
)
