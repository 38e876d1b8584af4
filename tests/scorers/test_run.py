"""Running scorers: a broken row costs that row; wrong names and parameters are refused."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError, UnknownNameError
from steelyard.scorers import SCORERS, choose_scorers, run_scorers


def test_a_row_that_breaks_a_scorer_is_null_and_noted():
    batch = {"expected_output": ["a", "a", "a"], "output": ["a", 5, "b"]}
    scored = run_scorers(batch, [("text.exact_match", {}), ("safety.refused", {})])
    assert scored.columns["text_exact_match"] == [True, None, False]
    assert scored.columns["safety_refused"] == [False, None, False]
    assert [(f.scorer, f.row) for f in scored.failures] == [
        ("text.exact_match", 1),
        ("safety.refused", 1),
    ]
    assert "TypeError" in scored.failures[0].error


def test_a_scorer_may_come_only_once():
    with pytest.raises(InputError, match="text_exact_match"):
        run_scorers({"output": ["a"]}, [("text.exact_match", {}), ("text.exact_match", {})])


def test_an_unknown_scorer_suggests_a_close_one():
    with pytest.raises(UnknownNameError) as raised:
        run_scorers({"output": ["a"]}, [("text.exact", {})])
    assert raised.value.close[0] == "text.exact_match"


def test_a_wrong_parameter_is_not_mistaken_for_a_failing_row():
    with pytest.raises(InputError, match="tokenizer"):
        run_scorers({"output": ["a"]}, [("text.keyword_match", {"tokenizer": "words"})])


def test_an_empty_batch_gives_empty_columns():
    scored = run_scorers({"output": [], "expected_output": []}, [("text.keyword_match", {})])
    assert scored.columns == {"text_keyword_match": []}


def test_defaults_follow_from_the_fields():
    assert choose_scorers(["input"]) == []
    assert choose_scorers({"references"})[0] == "text.keyword_jaccard"
    assert choose_scorers({"expected_output", "expected_behavior"})[-1] == "safety.refused"
    for id_ in choose_scorers({"label", "kind"}):
        assert id_ in SCORERS
