"""Agents that return ranked ids, scored inside a run and again from what is on disk."""

from __future__ import annotations

import duckdb
import pytest

from steelyard import evaluate
from steelyard.model import Reply
from steelyard.scorers import choose_scorers, run_scorers

CASES = [
    {"id": "1", "input": "capital", "relevance": {"a": 9, "b": 4, "c": 7, "d": 0, "e": 6}},
    {"id": "2", "input": "river", "relevance": {"x": 8}},
    {"id": "3", "input": "nothing", "relevance": {"x": 1}},
]


def agent(case):
    found = {"capital": ["b", "a", "x", "c"], "river": ["y"], "nothing": ["x"]}
    return Reply(output="see the list", fields={"retrieved": found[case.input]})


def test_relevance_brings_the_scorer():
    assert "ir.metrics" in choose_scorers({"input", "relevance"})
    assert "ir.metrics" not in choose_scorers({"input", "expected_output"})


def columns(path):
    sql = (
        "SELECT ir_precision_at_5, ir_recall_at_5, ir_hits_at_5, ir_rr, ir_first_rank "
        f"FROM read_parquet('{path}/results-*/*.parquet') ORDER BY row"
    )
    return duckdb.execute(sql).fetchall()


@pytest.mark.slow
def test_ranked_ids_are_scored_and_scored_again(tmp_path):
    evaluate(agent, CASES, out=tmp_path / "run")
    expected = [(0.4, pytest.approx(2 / 3), 2, 0.5, 2), (0, 0, 0, 0, None), (None,) * 5]
    assert columns(tmp_path / "run") == expected
    from tests.cli.shell import steelyard

    done = steelyard("score", tmp_path / "run")
    assert done.code == 0, done.err
    assert columns(tmp_path / "run") == expected


@pytest.mark.slow
def test_the_cutoffs_name_the_columns(tmp_path):
    plan = {"scorers": [{"ir.metrics": {"k": [1, 3], "gain": "linear"}}]}
    evaluate(agent, CASES, out=tmp_path / "run", **plan)
    sql = f"DESCRIBE SELECT * FROM read_parquet('{tmp_path}/run/results-*/*.parquet')"
    names = {row[0] for row in duckdb.execute(sql).fetchall()}
    assert {"ir_ndcg_at_1", "ir_ndcg_at_3", "ir_ap"} <= names
    assert "ir_ndcg_at_5" not in names


def test_a_row_with_a_bad_grade_costs_that_row_only():
    batch = {"retrieved": [["a"], ["a"]], "relevance": ['{"a": 9}', '{"a": 99}']}
    scored = run_scorers(batch, [("ir.metrics", {"k": [2]})])
    assert scored.columns["ir_precision_at_2"] == [0.5, None]
    [failure] = scored.failures
    assert (failure.row, "document 'a'" in failure.error) == (1, True)


def ranks_only(case):
    return agent(case).fields | {"output": ""}


@pytest.mark.slow
def test_a_ranking_is_an_answer_and_the_first_screen_shows_its_measures(tmp_path):
    run = evaluate(ranks_only, CASES, out=tmp_path / "run")
    assert run.headline.id == "ir.ndcg_at_10"
    assert set(run.cases["verdict_by"]) == {"retrieval"}
    text = str(run)
    assert "3 of 3 requests answered" in text
    for name in ("Mean average precision", "Mean reciprocal rank", "Precision@10", "nDCG@10"):
        assert f"  {name} " in text
    assert "Accuracy" not in text
    assert "Failures" not in text
