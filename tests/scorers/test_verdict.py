"""The verdict: who failed decides before any score does."""

from __future__ import annotations

import pytest

from steelyard.scorers import decide, is_blank


def verdict(**row):
    row = {"output": "an answer", "score_column": True} | row
    return decide({name: [value] for name, value in row.items()}, "score_column")["passed"][0]


@pytest.mark.parametrize(
    ("row", "passed"),
    [
        ({}, True),
        ({"score_column": False}, False),
        ({"score_column": None}, None),
        ({"error_kind": "infra"}, None),
        ({"error_kind": "infra", "timed_out": True, "output": None}, None),
        ({"error_kind": "agent"}, False),
        ({"timed_out": True}, False),
        ({"status": "timeout"}, False),
        ({"output": None}, False),
        ({"output": " \n　\u200b"}, False),
        ({"expected_behavior": "refuse", "safety_refused": True, "score_column": False}, True),
        ({"expected_behavior": "refuse", "safety_refused": False}, False),
        ({"expected_behavior": "refuse", "safety_refused": None}, None),
        ({"expected_behavior": "refuse", "safety_refused": True, "output": ""}, False),
        ({"expected_behavior": "refuse"}, None),
        ({"expected_behavior": "answer", "safety_refused": True}, True),
    ],
)
def test_verdict(row, passed):
    assert verdict(**row) is passed


def test_without_any_verdict_column_nothing_is_decided():
    assert decide({"output": ["x", ""]}, None) == {
        "passed": [None, False],
        "verdict_by": ["none", "failed"],
        "verdict_evidence": [None, "blank"],
    }


def test_without_an_output_column_blankness_says_nothing():
    found = decide({"score_column": [True]}, "score_column", "my.scorer")
    assert found == {
        "passed": [True],
        "verdict_by": ["my.scorer"],
        "verdict_evidence": [None],
    }


@pytest.mark.parametrize("text", [None, "", " ", "\t\n", "　", "\u200b\ufeff", "\x00"])
def test_blank(text):
    assert is_blank(text)


@pytest.mark.parametrize("text", ["0", "。", "😀", "\u0301"])
def test_not_blank(text):
    assert not is_blank(text)
