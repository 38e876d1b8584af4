"""Hand-worked values, and agreement of the engine with the definitions written out plainly."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import compute
from steelyard.errors import InputError
from steelyard.indicators.intervals import wilson
from steelyard.retrieval import Hits, Pool, Rules, measure
from steelyard.retrieval.summary import mean_of, share_of
from tests.retrieval import reference
from tests.tries import tries

LETTERS = dict.fromkeys("ACEG", 9)
GRADED = {"A": 8, "B": 7, "C": 6, "D": 5}
RANKED = list("CEAFBGHIJD")


def value(name, retrieved, relevance, **params):
    inputs = {"retrieved": list(retrieved), "relevance": relevance}
    return compute(f"ir.{name}", inputs, params)["value"]


def test_precision_counts_three_hits_in_five():
    assert value("precision_at_k", "ABCDEFGHIJ", LETTERS, k=5) == pytest.approx(0.6)
    assert value("precision_at_k", "ABCDEFGHIJ", LETTERS, k=10) == pytest.approx(0.4)


def test_the_graded_list():
    """DCG 248.5913 and IDCG 379.9791, worked by hand from 2^grade − 1."""
    dcg = sum((2**g - 1) / math.log2(rank + 1) for rank, g in ((1, 6), (3, 8), (5, 7), (10, 5)))
    ideal = sum((2**g - 1) / math.log2(rank + 1) for rank, g in enumerate((8, 7, 6, 5), 1))
    assert dcg == pytest.approx(248.5913, abs=1e-4)
    assert ideal == pytest.approx(379.9791, abs=1e-4)
    assert value("ndcg_at_k", RANKED, GRADED, k=10) == pytest.approx(dcg / ideal, abs=1e-12)
    assert value("ndcg_at_k", RANKED, GRADED, k=10, gain="linear") == pytest.approx(
        0.8055, abs=5e-5
    )
    assert value("precision_at_k", RANKED, GRADED, k=10) == pytest.approx(0.4)
    assert value("recall_at_k", RANKED, GRADED, k=10) == 1
    assert value("ap", RANKED, GRADED) == pytest.approx(0.6667, abs=5e-5)
    assert value("rr", RANKED, GRADED) == 1


def test_documents_that_repeat_count_once():
    for name in ("recall_at_k", "ap", "ndcg_at_k"):
        params = {} if name == "ap" else {"k": 2}
        assert value(name, ["A", "A"], {"A": 9}, **params) == 1


def test_nothing_relevant_is_undefined_and_not_retrieved_is_zero():
    per_query = ["precision_at_k", "recall_at_k", "ap", "rr", "r_precision", "bpref", "rbp"]
    for name in [*per_query, "success_at_k"]:
        assert value(name, ["x"], {"A": 4}, min_relevance=5) is None
        assert value(name, ["x"], {"A": 4}, min_relevance=5, empty_query="zero") == 0
        assert value(name, ["x"], {"A": 4, "B": 9}, empty_query="zero") == 0
        assert value(name, ["x"], {"A": 4}) == 0  # the highest grade is 4, so 1 is relevant
        assert value(name, ["x"], {"A": 9}) == 0
    assert value("ndcg_at_k", ["x"], {"A": 0}) is None
    assert value("ndcg_at_k", ["x"], {"A": 4}) == 0  # graded: 4 is a gain, if not relevant
    few = {"threshold_gain": True, "min_relevance": 5}
    assert value("ndcg_at_k", ["x"], {"A": 4}, **few) is None


def test_judged_is_not_relevant():
    relevance = {"A": 0, "C": 9}
    assert value("success_at_k", "AB", relevance, k=2) == 0
    assert value("judged_at_k", "AB", relevance, k=2) == 0.5


def test_means_over_queries():
    queries = [
        {
            "retrieved": [*["x"] * (rank > 1), *"yzuvwt"[: max(0, rank - 2)], "A"],
            "relevance": {"A": 9},
        }
        for rank in (1, 1, 8)
    ]
    found = compute("ir.mrr", {"queries": queries})
    assert found["value"] == pytest.approx((1 + 1 + 1 / 8) / 3)
    assert found["mean_first_rank"] == pytest.approx(10 / 3)
    assert found["median_first_rank"] == 1
    assert compute("ir.map", {"queries": []}) == {"value": None, "n": 0, "skipped": 0}


def test_a_query_that_retrieved_nothing():
    assert value("precision_at_k", [], {"A": 9}, k=5) == 0
    assert value("precision_at_k", [], {"A": 9}, k=5, denominator="retrieved") is None


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"k": 0}, "'k' is 0"),
        ({"k": -1}, "'k' is -1"),
        ({"k": 2.5}, "whole number"),
        ({"min_relevance": 11}, "min_relevance"),
        ({"gain": "log"}, "exp, linear"),
    ],
)
def test_bad_parameters_are_named(params, said):
    with pytest.raises(InputError, match=said):
        compute("ir.ndcg_at_k", {"retrieved": ["A"], "relevance": {"A": 9}}, params)


@pytest.mark.parametrize("grade", [11, -1, "9", None, True, float("nan")])
def test_a_bad_grade_is_named_with_its_document(grade):
    with pytest.raises(InputError, match="document 'A'"):
        compute("ir.ap", {"retrieved": ["A"], "relevance": {"A": grade}})


def test_bad_cutoffs_of_all_measures_are_named():
    inputs = {"retrieved": ["A"], "relevance": {"A": 9}}
    for k in ([0], [5, "x"], [2.0], [True]):
        with pytest.raises(InputError, match="whole number of at least 1"):
            compute("ir.metrics", inputs, {"k": k})
    assert compute("ir.metrics", inputs, {"k": [3]})["precision_at_3"] == pytest.approx(1 / 3)


def test_a_query_without_its_parts_is_named():
    queries = [{"retrieved": [], "relevance": {}}, {"retrieved": []}]
    with pytest.raises(InputError, match="query 2: `relevance`"):
        compute("ir.map", {"queries": queries})


DOCUMENTS = st.sampled_from("abcdefghij")
QUERY = st.tuples(
    st.lists(DOCUMENTS, max_size=15),
    st.dictionaries(DOCUMENTS, st.integers(0, 10), max_size=8),
)


@tries(60, 300)
@given(
    queries=st.lists(QUERY, min_size=1, max_size=5),
    k=st.integers(1, 12),
    gain=st.sampled_from(["exp", "linear"]),
    empty=st.sampled_from(["skip", "zero"]),
    least=st.sampled_from([0, 1, 5, 9.5]),
)
def test_the_engine_follows_the_definitions(queries, k, gain, empty, least):
    hits, pool = [], []
    for number, (ranking, grades) in enumerate(queries):
        unique = list(dict.fromkeys(ranking))
        hits += [(number, at + 1, grades[d]) for at, d in enumerate(unique) if d in grades]
        pool += [(number, grade) for grade in sorted(grades.values(), reverse=True)]
    columns = [np.array(column, np.int64) for column in zip(*hits, strict=True)] or [
        np.empty(0, np.int64)
    ] * 3
    judged = [np.array(column, np.int64) for column in zip(*pool, strict=True)] or [
        np.empty(0, np.int64)
    ] * 2
    rules = Rules(cutoffs=(k,), min_relevance=least, gain=gain, empty_query=empty)
    sizes = np.array([len(set(ranking)) for ranking, _ in queries])
    found = measure(
        Hits(columns[0], columns[1], columns[2].astype(float)),
        Pool(judged[0], judged[1].astype(float)),
        sizes,
        rules,
    )
    for number, (ranking, grades) in enumerate(queries):
        wanted = reference.measures(ranking, grades, k, least=least, gain=gain, empty=empty)
        for name, column in found.items():
            if name == "first_rank":
                continue
            if name in wanted:
                assert column[number] == pytest.approx(wanted[name], abs=1e-12), name
            else:
                assert math.isnan(column[number]), name


@pytest.mark.parametrize(("hits", "n"), [(30, 30), (5, 5), (12, 30), (0, 7)])
def test_coverage_is_a_share_of_queries_with_wilsons_interval(hits, n):
    found = share_of(np.array([1.0] * hits + [0.0] * (n - hits)))
    assert found[:3] == pytest.approx((hits / n, *wilson(hits, n)))


def test_equal_means_have_no_interval_and_nothing_has_no_share():
    assert mean_of(np.full(30, 0.5), 0.0) == (0.5, None, None, 30)
    assert share_of(np.array([np.nan])) == (None, None, None, 0)
