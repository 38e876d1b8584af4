"""Finished runs to export."""

from __future__ import annotations

import pytest

import steelyard

CASES = [
    {
        "case_id": "capital",
        "input": "What is the capital of France?",
        "expected_output": "Paris",
        "scene": "地理",
        "metadata": {"level": 1, "tags": ["a", "b"]},
    },
    {"case_id": "formula", "input": '=HYPERLINK("http://x")', "expected_output": "-5"},
    {"case_id": "换行", "input": '一行\n两行, "引号"', "expected_output": "好", "scene": "中文"},
    {"case_id": "tool", "input": "Search.", "expected_output": "found"},
    {"case_id": "broken", "input": "Fall over.", "expected_output": "never"},
]
ANSWERS = {
    "What is the capital of France?": {"output": "Paris", "input_tokens": 7, "output_tokens": 1},
    '=HYPERLINK("http://x")': {"output": "-5", "cost": 0.25},
    '一行\n两行, "引号"': {"output": "@SUM(1+1)*cmd|' /C calc'!A0"},
    "Search.": {
        "output": "found",
        "trajectory": [
            {"type": "reasoning", "text": "I must look."},
            {
                "type": "tool_call",
                "id": "t1",
                "name": "search",
                "arguments": {"q": "x"},
                "result": "1 hit",
            },
        ],
    },
}


def answer(question):
    if question not in ANSWERS:
        message = "the model fell over"
        raise RuntimeError(message)
    return ANSWERS[question]


@pytest.fixture(scope="session")
def run(tmp_path_factory):
    """Five cases, twice each: right, wrong, hostile, with tools, failed."""
    return steelyard.evaluate(
        answer,
        CASES,
        out=tmp_path_factory.mktemp("runs") / "mixed",
        name="mixed 测试",
        scorers=["text.exact_match", "text.keyword_jaccard"],
        run={"epochs": 2, "retries": 0},
    )


@pytest.fixture(scope="session")
def ranked(tmp_path_factory):
    """Three queries with graded documents."""
    found = {
        "q one": ["d1", "d2", "d 3", "d1"],
        "q2": ["d9", "d1"],
        "q3": ["d7"],
    }
    cases = [
        {"case_id": "q one", "input": "q one", "relevance": {"d2": 8, "d 3": 6, "d5": 7}},
        {"case_id": "q2", "input": "q2", "relevance": {"d1": 9}},
        {"case_id": "q3", "input": "q3", "relevance": {"d8": 6}},
        {"case_id": "q4", "input": "q4", "relevance": {"d8": 6}},
    ]
    return steelyard.evaluate(
        lambda question: {"output": "-", "retrieved": found.get(question)},
        cases,
        out=tmp_path_factory.mktemp("runs") / "ranked",
        scorers=["ir.metrics"],
    )
