"""Status, provenance, notes and signature: what is said beside a number."""

from __future__ import annotations

import pytest

from steelyard.i18n import using_language
from tests.indicators.tables import values_of


def rows(n, passed=0.5):
    return [
        {"case_id": str(at), "passed": at < n * passed, "latency_s": at + 1.0} for at in range(n)
    ]


@pytest.mark.parametrize(
    ("n", "passed", "status"),
    [(0, 0.5, "na"), (9, 0.5, "low_n"), (10, 0.5, "ok"), (10, 1, "boundary"), (9, 0, "low_n")],
)
def test_status(n, passed, status):
    assert values_of(rows(n, passed))["base.accuracy"].status == status


def test_declared_outcomes_make_a_declared_number():
    provenance = {"passed": "declared", "latency_s": "measured"}
    found = values_of(rows(20), provenance=provenance)
    assert found["base.accuracy"].status == found["base.f1"].status == "declared"
    assert found["base.accuracy"].provenance == "declared"
    assert found["base.latency_mean"].status == "ok"
    assert found["base.latency_mean"].provenance == "measured"


def test_a_declared_column_without_values_declares_nothing():
    found = values_of(rows(20), provenance={"abstained": "declared"})
    assert found["base.precision"].provenance == "measured"


def test_the_description_of_a_case_is_never_an_outcome():
    table = [row | {"answerable": True} for row in rows(20)]
    found = values_of(table, provenance={"answerable": "declared"})
    assert found["base.recall"].status == "ok"


def test_infrastructure_failures_are_missing_not_wrong():
    table = [*rows(20), {"case_id": "x", "passed": False, "error_kind": "infra"}]
    found = values_of(table)["base.accuracy"]
    assert (found.value, found.n, found.n_missing) == (0.5, 20, 1)


def test_notes_come_in_chinese():
    with using_language("zh"):
        found = values_of(rows(3))
    assert found["base.accuracy"].notes[0].startswith("仅有 3 个用例")
    assert "completed" in found["base.completion_rate"].notes[0]
    assert found["base.completion_rate"].notes[0].startswith("无定义")


def test_the_reason_for_undefined_is_the_right_one():
    found = values_of([{"passed": False, "output": ""}])
    with using_language("en"):
        found = values_of([{"passed": False, "output": ""}])
    assert found["base.precision"].notes[0] == "Undefined: no functional case was attempted."


def test_signatures_name_what_took_part():
    found = values_of(rows(20), params={"ground_truth_total": 30, "target": 1, "limit": 9})
    assert found["base.recall"].signature == (
        "base.recall@3 ground_truth_total=30 mode=answer n=20 ci=wilson_effective seed=0"
    )
    assert found["base.latency_p50"].signature == (
        "base.latency_p50@2 limit=9 target=1 n=20 ci=quantile seed=0"
    )


def test_a_percentile_without_enough_rows_beyond_it_has_no_interval():
    found = values_of(rows(50))
    assert found["base.latency_p95"].interval is None
    assert found["base.latency_p50"].interval is not None
    assert any("percentile" in note for note in found["base.latency_p95"].notes)
