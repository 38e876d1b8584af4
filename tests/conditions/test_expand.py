"""Cases to everything that is asked: which rows there are, how they are tied, that they repeat."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.conditions import Condition, Expansion
from steelyard.conditions.sample import chooser, stable_number

CASES = [{"case_id": f"c{i}", "input": f"question {i}", "expected_output": "x"} for i in range(50)]


def rows_of(conditions, cases=CASES, **options):
    expansion = Expansion([Condition.model_validate(c) for c in conditions], seed=3, **options)
    return list(expansion.rows(lambda: iter(cases))), expansion


def test_phases_of_a_load_lie_behind_their_case():
    rows, expansion = rows_of([{"load": {"peak": 8, "ramp": [1, 2]}}])
    assert [row["case_id"] for row in rows[:6]] == [
        "c0",
        "c0~load.baseline",
        "c0~load.peak",
        "c0~load.recovery",
        "c0~load.ramp1",
        "c0~load.ramp2",
    ]
    assert [row["phase"] for row in rows[:6]] == [
        "plain", "baseline", "peak", "recovery", "ramp", "ramp",
    ]  # fmt: skip
    assert [row.get("load_level") for row in rows[:6]] == [None, 1, 8, 1, 1, 2]
    assert [row.get("high_concurrency") for row in rows[:4]] == [None, False, True, False]
    assert all(row["expected_output"] == "x" for row in rows)
    assert expansion.total == len(rows) == 300


def test_rows_of_a_case_know_their_case_and_keep_its_cluster():
    cases = [
        {"case_id": "a", "input": "q"},
        {"case_id": "b", "input": "q", "cluster_id": "k"},
    ]
    rows, _ = rows_of([{"faults": {"kinds": ["reset"]}}], cases)
    made = [row for row in rows if row.get("condition")]
    assert [row["parent_case_id"] for row in made] == ["a", "b"]
    assert [row.get("cluster_id") for row in made] == [None, "k"]


def test_the_same_plan_asks_the_same_things():
    conditions = [{"faults": {"kinds": ["reset", "http_500"], "sample": 0.3}}]
    assert rows_of(conditions)[0] == rows_of(conditions)[0]
    again = {row["case_id"] for row in rows_of(conditions, CASES[::-1])[0]}
    assert again == {row["case_id"] for row in rows_of(conditions)[0]}


@pytest.mark.parametrize(("sample", "cases"), [(None, 50), (1, 1), (7, 7), (999, 50), (1.0, 50)])
def test_the_size_of_a_sample(sample, cases):
    rows, _ = rows_of([{"faults": {"kinds": ["reset"], "sample": sample}}])
    assert Counter(row.get("condition") for row in rows) == {None: 50, "fault": cases}


def test_a_share_is_about_that_share():
    wanted = chooser(0.2, tuple, seed=1, condition="load")
    assert 1800 < sum(wanted(f"case {i}") for i in range(10_000)) < 2200


def test_conditions_draw_apart_from_each_other():
    one = chooser(0.5, tuple, seed=1, condition="load")
    two = chooser(0.5, tuple, seed=1, condition="faults")
    assert 400 < sum(one(str(i)) == two(str(i)) for i in range(1000)) < 600


def test_claims_step_back_where_they_are_measured():
    cases = [{"case_id": "a", "input": "q", "high_concurrency": True, "abnormal_input": True}]
    rows, expansion = rows_of([{"load": {"peak": 2}}], cases)
    assert "high_concurrency" not in rows[0]
    assert rows[0]["metadata"] == {"declared.high_concurrency": True}
    assert rows[0]["abnormal_input"] is True
    assert expansion.claims == {"high_concurrency": 1}
    assert "high_concurrency" in expansion.warnings()[0]
    assert cases[0]["high_concurrency"] is True


def test_the_one_who_works_alone_comes_first():
    rows, _ = rows_of([], CASES[:1], single=True)
    assert [row.get("condition") for row in rows] == ["single", None]


@given(st.lists(st.text()), st.lists(st.text()))
def test_stable_numbers_tell_their_parts_apart(left, right):
    assert 0 <= stable_number(*left) < 2**64
    if "\x1f".join(left) != "\x1f".join(right):
        assert stable_number(*left) != stable_number(*right)


def test_stable_numbers_stay_the_same_for_ever():
    assert stable_number(7, "load", "案例") == 15945054540529087478
