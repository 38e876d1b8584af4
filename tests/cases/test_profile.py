"""The counts behind `validate`."""

from __future__ import annotations

import json
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.cases import profile_cases
from steelyard.cases.language import guess_language
from steelyard.cases.tally import Lengths, Tally
from steelyard.errors import DataError
from tests.cases.make import jsonl, spec


def test_profile(tmp_path):
    rows = [
        {"input": "首都在哪里？", "answer": "北京", "scene": "s1", "domain": "geo", "k": 1},
        {
            "input": "Capital?",
            "expected_output": "x",
            "answer": "y",
            "scene": "s1",
            "type": "functional",
        },
        {"input": "  capital? ", "scene": "s2", "scene_type": "train", "is_unknown_scene": True},
        {"input": "Capital?", "metadata": {"k": 2, "m": {"n": 1}}},
        {"input": "", "scene": "s9"},
        {"input": "q", "score": 3, "passed": "x"},
    ]
    jsonl(tmp_path / "d.jsonl", rows)
    told = []
    found = profile_cases(spec("d.jsonl", strict=True), base=tmp_path, on_reject=told.append)
    assert (found.rows_read, found.rows_rejected, found.cases) == (6, 2, 4)
    assert found.rejects == told
    assert found.reject_codes == {"no_input": 1, "out_of_range": 1, "wrong_type": 1}
    assert found.filled["expected_output"] == 2
    assert found.missing("expected_output") == 2
    assert found.filled["label"] == 0
    assert found.groups == {
        "scene": {"s1": 2, "s2": 1},
        "domain": {"geo": 1},
        "eval_type": {"functional": 1},
        "scene_type": {"train": 1},
    }
    assert found.languages == {"en": 3, "zh": 1}
    assert (found.duplicates_exact, found.duplicates_normalised) == (1, 2)
    assert found.metadata_keys == {"k": 2, "answer": 1, "m.n": 1}
    assert {w["code"] for w in found.warnings} == {"alias_beside", "unknown_but_train"}
    assert found.lengths["input"] == {
        "n": 4, "min": 6, "p5": 6, "p25": 6, "p50": 8, "p75": 8, "p95": 11, "max": 11,
        "exact": True,
    }  # fmt: skip
    assert found.lengths["expected_output"]["max"] == 2
    as_json = json.loads(json.dumps(found.as_dict()))
    assert as_json["fields"]["expected_output"] == {"filled": 2, "missing": 2}
    assert [e["code"] for e in as_json["rejects"][1]["errors"]] == ["out_of_range", "wrong_type"]


def test_profile_is_of_the_cases_after_the_steps(tmp_path):
    jsonl(tmp_path / "d.jsonl", [{"input": "a"}, {"input": "a"}, {"input": "b"}])
    found = profile_cases(spec("d.jsonl", steps=["deduplicate"]), base=tmp_path)
    assert (found.rows_read, found.cases, found.duplicates_exact) == (3, 2, 0)
    assert found.steps[0]["rows_out"] == 2


def test_profile_shows_a_dataset_in_which_nothing_is_right(tmp_path):
    jsonl(tmp_path / "d.jsonl", [{"q": n} for n in range(50)])
    found = profile_cases(spec("d.jsonl"), base=tmp_path)
    assert (found.cases, found.rows_rejected, len(found.rejects)) == (0, 50, 20)
    assert found.lengths["input"]["p50"] is None
    with pytest.raises(DataError, match="none of the 50 rows has z"):
        profile_cases(spec("d.jsonl", map={"z": "input"}), base=tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is this?", "en"),
        ("这是什么？", "zh"),
        ("请用 Python 写一个函数", "zh"),
        ("Translate 你好 into English, please", "en"),
        ("これは何ですか、東京", "other"),
        ("이것은 무엇입니까", "other"),
        ("Что это такое?", "other"),
        ("a naïve question about a café", "en"),
        ("12 + 30 =", "other"),
        ("？！", "other"),
    ],
)
def test_language(text, expected):
    assert guess_language(text) == expected


@given(
    st.lists(st.integers(0, 10**7), min_size=1, max_size=300), st.sampled_from([0.05, 0.5, 0.95])
)
def test_quantiles_are_low_by_less_than_one_percent(values, q):
    lengths = Lengths()
    for value in values:
        lengths.add(value)
    ordered = sorted(values)
    exact = next(v for n, v in enumerate(ordered, 1) if n >= q * len(ordered))
    found = lengths.quantile(q)
    assert exact * 0.99 <= found <= exact
    if max(values) < 256:
        assert found == exact
        assert statistics.median_low(values) == lengths.quantile(0.5)


def test_tally_is_bounded():
    tally = Tally()
    for n in range(3000):
        tally.add(f"v{n}")
    counts = tally.counts()
    assert len(counts) == 1001
    assert counts["…"] == 2000
    assert sum(counts.values()) == 3000
