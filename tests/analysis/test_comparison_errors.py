"""The benchmark of errors runs through the real comparison, and its page is what it wrote."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks import comparison_data as data
from benchmarks.comparison_errors import compared, main, settings
from benchmarks.comparison_page import PAGE, page
from benchmarks.machine import ROOT
from benchmarks.paired_intervals import Counts, method_10, paired_t, tango

RESULTS = ROOT / "benchmarks" / "results"


def test_the_page_is_what_the_numbers_say():
    found = json.loads((RESULTS / "comparison_errors.json").read_text(encoding="utf-8"))
    assert PAGE.read_text(encoding="utf-8") == page(found)
    assert [row["size"] for row in found["settings"][:-1]] == [one.size for one in settings()]


def test_the_published_numbers_keep_the_promises():
    found = json.loads((RESULTS / "comparison_errors.json").read_text(encoding="utf-8"))
    for row in found["settings"]:
        assert row["coverage"] > 0.95 - 4 * row["error"] - 0.01, row
        if row["truth"] == 0:
            assert row["found"] < 0.05 + 4 * row["error"] + 0.01, row
    for row in found["power"]:
        assert row["found"] == pytest.approx(row["stated"], abs=0.05)
    families = found["families"]
    error = 3 * (0.05 * 0.95 / families["pairs"]) ** 0.5
    assert families["holm"]["any_false_when_none_true"] <= 0.05 + error
    assert families["bh"]["false_share"] <= 0.05 + error
    assert families["uncorrected_any_false"] > 0.4


def test_the_decision_quotes_what_was_measured():
    found = json.loads((RESULTS / "paired_intervals.json").read_text(encoding="utf-8"))
    said = (ROOT / "docs" / "decisions" / "0009-comparison.md").read_text(encoding="utf-8")
    least = {name: row["least_coverage"] for name, row in found["methods"].items()}
    assert f"Over {found['settings']} settings" in said
    assert f"{found['draws']:,} times each" in said
    for part in (
        f"as little as {least['paired_t']:.0%}".replace("%", " %"),
        f"in {least['tango']:.0%}".replace("%", " %"),
        f"in {least['method_10']:.1%}".replace("%", " %"),
        f"covered {least['mixed']:.1%}".replace("%", " %"),
        f"by {1 - found['methods']['mixed']['width_to_method_10']:.0%}".replace("%", " %"),
    ):
        assert part in said


def test_simulated_pairs_have_the_truth_they_say():
    rng = np.random.default_rng(5)
    for pair in (
        data.Pair(4000, 0.7, 0.8),
        data.Pair(4000, 0.7, 0.8, clusters=2000),
        data.Pair(1000, 0.6, 0.75, epochs=4),
        data.Pair(4000, 1.0, 1.1, what="mean"),
    ):
        base, new = data._drawn(pair, rng)
        assert new.mean() - base.mean() == pytest.approx(pair.truth, abs=0.02)
    pair = data.Pair(20_000, 0.75, 0.85)
    base, new = (side.astype(float) for side in data._drawn(pair, rng))
    assert np.var(new - base) == pytest.approx(pair.variance, rel=0.02)


def test_one_simulated_pair_goes_through_the_comparison():
    told = compared(data.Pair(80, 0.6, 0.95), 3)
    assert len(told) == data.COLUMNS
    assert {one.ci_method for one in told} == {"paired_score"}
    assert sum(one.ci_low > 0 for one in told) > 15


def test_the_intervals_that_were_weighed_are_the_published_ones():
    """Fagerland, Lydersen, Laake, Stat. Med. 33:2850, 2014: airway responsiveness."""
    counts = Counts(*(np.array([float(x)]) for x in (1, 1, 7, 12)))
    published = {method_10: (-0.507, -0.026), tango: (-0.517, -0.026)}
    for method, ends in published.items():
        assert [end[0] for end in method(counts)] == pytest.approx(ends, abs=6e-4)
    assert np.isfinite(paired_t(counts)).all()


@pytest.mark.slow
def test_a_quick_run_has_every_number():
    found = main(["--quick"])
    assert len(found["settings"]) == len(settings()) + 1
    assert {"holm", "bh"} <= found["families"].keys()
    assert page(found).startswith("# How often")
