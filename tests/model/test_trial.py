"""The checks in front of every algorithm say what is wrong, what is allowed and what was meant."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError, UnknownNameError
from steelyard.i18n import using_language
from steelyard.model import compute


@pytest.mark.parametrize(
    ("id_", "inputs", "params", "parts"),
    [
        ("stat.wilson", {"k": 1}, {}, ["stat.wilson", "'n'", "missing"]),
        ("stat.wilson", {"k": 1, "n": 2, "m": 3}, {}, ["'m'", "k, n"]),
        ("stat.wilson", {"k": "1", "n": 2}, {}, ["'k'", "str '1'", "finite number"]),
        ("stat.wilson", {"k": True, "n": 2}, {}, ["'k'", "bool True"]),
        ("stat.wilson", {"k": None, "n": 2}, {}, ["'k'", "NoneType"]),
        ("stat.wilson", {"k": float("nan"), "n": 2}, {}, ["'k'", "nan"]),
        ("stat.wilson", {"k": 1, "n": 2}, {"confidense": 0.9}, ["confidense", "'confidence'?"]),
        ("stat.wilson", {"k": 1, "n": 2}, {"confidence": 95}, ["95", "0.0 to 1.0"]),
        ("stat.wilson", {"k": 1, "n": 2}, {"confidence": None}, ["confidence", "NoneType"]),
        ("stat.zero_event_upper", {"n": 3.5}, {}, ["'n'", "whole number"]),
        (
            "text.keyword_jaccard",
            {"expected": "a", "output": "b"},
            {"tokenizer": "keyword"},
            ["'keyword'", "auto, keywords, whitespace, legacy", "'keywords'?"],
        ),
        ("text.keyword_match", {"expected": "a", "output": "b"}, {"threshold": 2}, ["2", "0 to 1"]),
        ("base.accuracy", {"cases": ["no row"]}, {}, ["'cases'", "one per row"]),
        ("base.accuracy", {"cases": [{"pased": True}]}, {}, ["'pased'", "passed"]),
        ("base.accuracy", {"cases": [{"passed": "yes"}]}, {}, ["Row 1", "'yes'", "true or false"]),
        ("base.f1", {"cases": []}, {"mode": "answers"}, ["answers", "classification", "'answer'?"]),
        ("agg.dimension", {"scores": [1]}, {}, ["scores", "object"]),
        ("agg.dimension", {"scores": {"a": 2}}, {}, ["'a'", "0 to 1"]),
        ("agg.dimension", {"scores": {"a": 1}}, {"weights": {"b": 1}}, ["'b'", "a"]),
        ("agg.dimension", {"scores": {"a": 1}}, {"weights": {"a": 0}}, ["add up to 0"]),
        ("agg.overall", {"dims": {"adaptivty": 0.4}}, {}, ["adaptivty", "adaptivity"]),
        ("stat.se_cluster", {"values": [1, 2], "clusters": ["a"]}, {}, ["2 values", "1 clusters"]),
        ("stat.se_mean", {"values": [1, "x"]}, {}, ["item 2", "'x'"]),
    ],
)
def test_what_is_wrong_is_named(id_, inputs, params, parts):
    with using_language("en"), pytest.raises(InputError) as raised:
        compute(id_, inputs, params)
    for part in parts:
        assert part in str(raised.value)


def test_an_unknown_algorithm_suggests_a_close_one():
    with pytest.raises(UnknownNameError) as raised:
        compute("stat.wilsn", {})
    assert "stat.wilson" in raised.value.close


def test_the_message_comes_in_chinese():
    with using_language("zh"), pytest.raises(InputError, match="缺少输入“n”"):
        compute("stat.wilson", {"k": 1})


def test_an_absent_text_gives_an_undefined_value_not_an_error():
    assert compute("text.exact_match", {"expected": None, "output": "x"}) == {"value": None}


def test_a_long_value_is_cut_in_the_message():
    with pytest.raises(InputError) as raised:
        compute("stat.wilson", {"k": "x" * 10_000, "n": 1})
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize(
    ("id_", "inputs"),
    [
        ("stat.se_mean", {"values": [1e308, -1e308]}),
        ("stat.power_n", {"delta": 1e-200, "omega2": 0.1}),
    ],
)
def test_numbers_at_the_end_of_what_there_is_are_refused(id_, inputs):
    with pytest.raises(InputError):
        compute(id_, inputs)
