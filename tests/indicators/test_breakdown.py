"""Breakdowns: a group is what filtering to it would give."""

from __future__ import annotations

import pytest

from steelyard.errors import InputError
from steelyard.indicators import compute, rows_table
from steelyard.indicators.compute import compute_indicators
from tests.indicators.tables import random_rows, values_of


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [None, 6])
def test_a_group_equals_filtering(clusters):
    rows = random_rows(1, cases=80, epochs=3, clusters=clusters)
    found = values_of(rows, by="domain")
    assert list(found) == ["it's", "law", "医疗", None]
    for group, values in found.items():
        alone = values_of([row for row in rows if row["domain"] == group])
        for id_, value in values.items():
            other = alone[id_]
            assert value.value == pytest.approx(other.value), id_
            assert (value.n, value.n_missing, value.status) == (
                other.n, other.n_missing, other.status
            )  # fmt: skip
            assert (value.interval is None) == (other.interval is None)
            if value.interval:
                assert value.interval[:2] == pytest.approx(other.interval[:2])


@pytest.mark.slow
def test_classification_by_group_equals_filtering():
    rows = random_rows(2, cases=80, epochs=2)
    found = values_of(rows, ["base.f1"], by="domain", params={"mode": "classification"})
    for group, values in found.items():
        only = [row for row in rows if row["domain"] == group]
        alone = values_of(only, ["base.f1"], params={"mode": "classification"})["base.f1"]
        assert values["base.f1"].value == pytest.approx(alone.value)
        assert values["base.f1"].interval[:2] == pytest.approx(alone.interval[:2])


def test_a_total_of_the_run_means_nothing_inside_a_group():
    rows = [{"passed": at % 2 == 0, "domain": "ab"[at < 8], "case_id": str(at)} for at in range(16)]
    found = values_of(rows, by="domain", params={"ground_truth_total": 100})
    assert found["a"]["base.recall"].value == 0.5
    assert values_of(rows, params={"ground_truth_total": 100})["base.recall"].value == 0.08


def test_true_and_false_are_groups():
    rows = [{"passed": True, "high_concurrency": True}, {"passed": False, "high_concurrency": None}]
    found = values_of(rows, ["base.accuracy"], by="high_concurrency")
    assert {group: v["base.accuracy"].value for group, v in found.items()} == {"true": 1, None: 0}


def test_an_empty_table_has_no_groups():
    assert values_of([], by="domain") == {}


def test_too_many_groups_are_cut_and_said(monkeypatch):
    monkeypatch.setattr(compute, "MAX_GROUPS", 2)
    rows = [{"passed": True, "scene": name} for name in ("a", "b", "b", "c", "c", "c")]
    found = values_of([*rows, {"passed": True}], ["base.accuracy"], by="scene")
    assert list(found) == ["b", "c"]
    assert "2 largest" in found["b"]["base.accuracy"].notes[-1]


def test_an_unknown_column_is_refused():
    with pytest.raises(InputError, match="secen"):
        values_of([{"passed": True}], by="secen")


def test_a_hostile_group_name_is_only_a_name():
    names = ["x'; DROP TABLE results; --", '"', "a\nb", "😀"]
    con = rows_table([{"passed": True, "scene": name} for name in names])
    found = compute_indicators(con, ["base.accuracy"], by="scene")
    assert set(found) == set(names)
    assert con.execute("SELECT count(*) FROM results").fetchall() == [(4,)]
