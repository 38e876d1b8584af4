"""Memory does not grow with the rows of a run; measured in processes of their own."""

from __future__ import annotations

import pytest

from benchmarks.growth_data import answered, beside, enlarged
from benchmarks.growth_run import stage
from steelyard.bundle import Bundle, Table

FEW, MANY = 10_000, 40_000


@pytest.fixture(scope="module")
def peaks(tmp_path_factory):
    """Return megabytes by stage and rows, four times the rows in the second."""
    folder = tmp_path_factory.mktemp("growth")
    found = {}
    for rows in (FEW, MANY):
        path = answered(folder / str(rows), rows).path
        for name, *words in (
            ("tabulate",),
            ("score",),
            ("summarise",),
            ("report", "html", "json", "md"),
        ):
            found[name, rows] = stage(name, path, *words).rss_mb
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tabulate", "score", "summarise", "report"])
def test_four_times_the_rows_need_about_the_same_memory(peaks, name):
    # What is in proportion to the rows would be four times as much, less what Python itself needs.
    assert peaks[name, MANY] < 1.35 * peaks[name, FEW]


@pytest.mark.slow
def test_a_bundle_made_of_a_smaller_table_is_a_whole_one(tmp_path):
    small = answered(tmp_path / "small", 700)
    stage("tabulate", small.path)
    stage("summarise", small.path)
    large = enlarged(Bundle(small.path), tmp_path / "large", 1_500)
    table = Table(large.results_path)
    assert table["row"] == list(range(1_500))
    assert table.rows(1_490, 1_492)[0]["case_id"] == "case-00001490"
    assert stage("compare", large.path, beside(large, tmp_path / "large").path).found["broken"] > 0
