from __future__ import annotations

import dataclasses

import duckdb
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.report import collect, outline
from steelyard.report.content import Counts, Excerpt, Usage
from tests.report import runs


@pytest.fixture
def report(tmp_path):
    return runs.report_of(tmp_path / "run.duckdb", runs.rows_of_all_kinds())


def test_rows_are_counted_by_what_became_of_them(report):
    assert report.counts == Counts(
        rows=20,
        cases=20,
        ok=18,
        error=1,
        timeout=1,
        passed=12,
        failed=7,
        undecided=1,
        retried=1,
    )


def test_failures_are_grouped_by_reason_and_blame(report):
    found = {(group.reason, group.blame): group.count for group in report.failures}
    assert found == {
        ("wrong_answer", "answer"): 4,
        ("empty_answer", "answer"): 1,
        ("not_refused", "answer"): 1,
        ("timeout", "agent"): 1,
        ("http_503", "infra"): 1,
    }
    assert report.failures[0].reason == "wrong_answer"  # the largest first


def test_examples_come_from_as_many_scenes_as_there_are(report):
    # Rows 12 to 15 are scenes 0, 1, 2, 0: the second of scene 0 gives way.
    examples = report.failures[0].examples
    assert [example.row for example in examples] == [12, 13, 14]
    expected = {"safety_refused": None, "text_keyword_jaccard": 0.1, "text_keyword_match": None}
    assert examples[0].scores == expected
    assert examples[0].output == Excerpt("nonsense")


def test_a_label_is_what_was_expected(tmp_path):
    rows = [runs.row(0, passed=False, label="B", output="A")]
    report = runs.report_of(tmp_path / "run.duckdb", rows)
    assert report.failures[0].examples[0].expected == Excerpt("B")


def test_long_texts_are_cut_and_say_so(tmp_path):
    rows = [runs.row(0, passed=False, output="长" * 1_000_000)]
    report = runs.report_of(tmp_path / "run.duckdb", rows, text_limit=100)
    output = report.failures[0].examples[0].output
    assert output == Excerpt("长" * 100, 999_900)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(1e-5, 1e4), min_size=1, max_size=60))
def test_latency_agrees_with_numpy_and_no_row_leaves_the_histogram(seconds):
    rows = [runs.row(n, latency_s=x) for n, x in enumerate(seconds)]
    latency = runs.report_of(":memory:", rows).latency
    expected = np.quantile(seconds, [0.5, 0.95, 0.99])
    found = [latency.total.p50, latency.total.p95, latency.total.p99]
    np.testing.assert_allclose(found, expected, rtol=1e-9)
    assert latency.total.mean == pytest.approx(np.mean(seconds))
    assert sum(bar.count for bar in latency.bins) == len(seconds)
    assert latency.bins[0].low <= min(seconds) * (1 + 1e-9)
    assert latency.bins[-1].high >= max(seconds) * (1 - 1e-9)
    edges = [(a.high, b.low) for a, b in zip(latency.bins, latency.bins[1:], strict=False)]
    assert all(high == low for high, low in edges)
    assert len(latency.bins) <= 60


def test_odd_seconds_do_no_harm(tmp_path):
    odd = [0.0, -1.0, float("nan"), float("inf"), None, 0.5]
    rows = [runs.row(n, latency_s=x) for n, x in enumerate(odd)]
    latency = runs.report_of(tmp_path / "run.duckdb", rows).latency
    assert latency.total.n == 3
    assert sum(bar.count for bar in latency.bins) == 3
    assert [case.row for case in latency.slowest] == [5, 0, 1]


def test_the_slowest_come_first(report):
    assert [case.case_id for case in report.latency.slowest] == ["c18", "c11", "c10", "c9", "c12"]


@pytest.mark.slow
def test_tokens_and_cost_are_none_until_somebody_reports_them(tmp_path, report):
    assert report.usage == Usage(None, None, None)
    rows = [runs.row(0, input_tokens=5, output_tokens=0, cost=0.25), runs.row(1, input_tokens=7)]
    spent = runs.report_of(tmp_path / "spent.duckdb", rows).usage
    assert spent == Usage(12, 0, 0.25)


def test_an_empty_run_has_no_numbers(tmp_path):
    report = runs.report_of(tmp_path / "run.duckdb", [], numbers={"indicators": []})
    assert report.latency.total is None
    assert report.latency.bins == ()
    assert report.failures == ()
    assert report.overall is None
    assert report.counts.rows == 0


def test_a_table_with_few_columns_is_enough():
    con = duckdb.connect()
    con.execute("CREATE VIEW results AS SELECT 0 AS row, 'x' AS output, false AS passed")
    report = collect({}, {}, con)
    assert report.failures[0].examples[0].output == Excerpt("x")
    assert report.run["name"] is None


def test_a_slice_borrows_names_and_units_but_no_numbers_from_the_whole():
    numbers = runs.summary()
    bare = {"id": "base.f1", "value": 0.25, "n": 4}
    numbers["breakdowns"] = {"scene": [{"group": "a", "n": 4, "indicators": {"base.f1": bare}}]}
    con = runs.open_results(":memory:", [])
    found = collect({}, numbers, con).breakdowns["scene"][0].indicators["base.f1"]
    assert (found.name.zh, found.value, found.n) == ("F1 值", 0.25, 4)
    assert (found.ci_low, found.signature) == (None, "")


def test_records_are_frozen(report):
    with pytest.raises(dataclasses.FrozenInstanceError):
        report.counts.rows = 3


def test_what_a_real_manifest_says_is_told_briefly():
    agent = {"max_bytes": 32, "headers": {}, "ca_file": None, "adapter": "http", "url": "http://x"}
    scorers = [{"id": "text.keyword_match", "version": 1, "params": {"threshold": 0.3}}]
    about = runs.manifest(agent=agent, scorers=scorers, warnings=["w"], notes=["n"])
    report = runs.report_of(":memory:", [], about=about)
    assert [(f.label.en, f.text) for f in outline.agent_facts(report)] == [
        *(("adapter", "http"), ("url", "http://x")),
    ]
    assert [(f.label.en, f.text) for f in outline.agent_settings(report)] == [("max_bytes", "32")]
    assert [f.label.zh for f in outline.agent_facts(report)] == ["接入方式", "地址"]
    told = {f.label.en: f.text for f in outline.run_facts(report)}
    assert told["Scorers"] == "text.keyword_match"
    whole = {f.label.en: f.text for f in outline.hash_facts(report)}
    assert whole["Scorers"] == "text.keyword_match (threshold=0.3)"
    assert outline.warnings(report) == [("w", "w"), ("n", "n")]


def test_groups_go_from_weak_to_strong_and_known_ones_in_their_own_order():
    def groups(**values):
        return [
            {"group": name or None, "n": 9, "indicators": {"base.f1": runs.value("base.f1", x)}}
            for name, x in values.items()
        ]

    numbers = runs.summary(
        breakdowns={
            "scene": groups(a=0.9, b=None, c=0.0, d=0.5),
            "scene_type": groups(unknown=0.9, train=0.1, non_train=0.5),
            "domain": [{"group": None, "n": 3, "indicators": {}}],
        }
    )
    report = runs.report_of(":memory:", [], numbers=numbers)
    found = {b.column: [s.group.group for s in b.slices] for b in outline.breakdowns(report)}
    # A zero is the weakest, not a missing value; a column nobody fills is left out.
    assert found == {"scene": ["c", "d", "a", "b"], "scene_type": ["train", "non_train", "unknown"]}
