"""Resampled scores: the array kernel against its plain twin, and what the resamples must show."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.indicators import compute_indicators, resample, rows_table
from steelyard.indicators.arrays import evaluate_arrays
from steelyard.indicators.dual import Dual
from steelyard.indicators.load import get_indicator, load_catalog
from steelyard.indicators.params import params_of
from steelyard.indicators.resample import resample_scores
from steelyard.indicators.resolve import resolve
from steelyard.indicators.scalar import evaluate
from steelyard.indicators.table import known_table
from steelyard.indicators.tree import atoms_of
from tests.indicators.tables import random_rows

PARAMS = {
    "baseline_adaptation_time": 45, "baseline_adaptation_cost": 10, "timeout_s": 2, "target": 1,
    "limit": 9, "ref_rounds": 3, "ref_time": 10, "k": 2,
}  # fmt: skip
PLAIN = [
    id_
    for id_ in load_catalog()
    if resolve(r := get_indicator(id_), params_of(r, PARAMS), known_table()).nested is None
]


def drawn(rows, ids=None, **options):
    con = rows_table(rows)
    values = compute_indicators(con, ids, params=PARAMS)
    return values, resample_scores(con, values, params=PARAMS, **options)


@settings(max_examples=60, deadline=None)
@given(id_=st.sampled_from(PLAIN), seed=st.integers(0, 10_000))
def test_arrays_compute_what_numbers_do(id_, seed):
    record = get_indicator(id_)
    resolved = resolve(record, params_of(record, PARAMS), known_table())
    rng = random.Random(seed)
    for tree in [resolved.tree, *([resolved.score] if resolved.score else [])]:
        atoms = {
            atom: np.array([rng.choice([0.0, 1.0, rng.uniform(0, 20)]) for _ in range(8)])
            for atom in atoms_of(tree)
        }
        together = np.broadcast_to(evaluate_arrays(tree, atoms), (8,))
        for at in range(8):
            alone = evaluate(tree, {atom: Dual(float(own[at])) for atom, own in atoms.items()})
            expected = math.nan if alone.value is None else alone.value
            assert together[at] == pytest.approx(expected, nan_ok=True)


@pytest.mark.slow
def test_resamples_spread_as_the_intervals_say():
    """Where an interval comes from a variance, the resamples must have that variance."""
    rows = random_rows(4, cases=600, epochs=2, clusters=150, missing=0.02)
    values, scores = drawn(rows)
    for id_, value in values.items():
        plain = value.interval is not None and load_catalog()[id_].score.rule == "identity"
        if not plain or value.interval.high > 0.99 or value.interval.low < 0.01:
            continue
        if value.interval.method == "clopper_pearson":
            continue  # wider by design
        low, high = np.percentile(scores[id_], [2.5, 97.5])
        width = value.interval.high - value.interval.low
        if id_ in ("port.deploy_success", "text.bleu_corpus"):
            continue  # an interval over environments, not cases; a penalty with a kink just here
        assert high - low == pytest.approx(width, rel=0.12), id_
        assert np.mean(scores[id_]) == pytest.approx(value.score, abs=width / 4), id_


def test_the_same_seed_draws_the_same_scores():
    rows = random_rows(1, cases=80)
    _, first = drawn(rows, ["base.f1", "adapt.scene_coverage"])
    _, again = drawn(rows[::-1], ["base.f1", "adapt.scene_coverage"])
    _, other = drawn(rows, ["base.f1", "adapt.scene_coverage"], seed=1)
    assert np.percentile(first["base.f1"], 50) == pytest.approx(
        np.percentile(again["base.f1"], 50), abs=0.01
    )
    assert not np.array_equal(first["base.f1"], other["base.f1"])
    _, same = drawn(rows, ["base.f1", "adapt.scene_coverage"])
    assert np.array_equal(first["base.f1"], same["base.f1"])


def test_a_share_at_its_bound_still_varies():
    rows = [{"passed": True, "high_concurrency": at % 2 == 0} for at in range(40)]
    _, scores = drawn(rows, ["base.accuracy", "robust.concurrency_stability", "base.f1"])
    # Beta(40.5, 0.5): the lower 2.5 % point is 0.9387
    assert np.percentile(scores["base.accuracy"], 2.5) == pytest.approx(0.9387, abs=0.01)
    assert np.percentile(scores["robust.concurrency_stability"], 2.5) < 0.98
    assert np.percentile(scores["base.f1"], 2.5) < 0.99


@pytest.mark.slow
def test_many_clusters_are_thrown_together_without_changing_the_spread(monkeypatch):
    rows = random_rows(2, cases=900, missing=0)
    ids = ["base.f1", "adapt.domain_mean", "base.pass_at_k"]
    _, exact = drawn(rows, ids)
    monkeypatch.setattr(resample, "BUCKETS", 300)
    _, bucketed = drawn(rows, ids)
    for id_ in exact:
        assert np.std(bucketed[id_]) == pytest.approx(np.std(exact[id_]), rel=0.15)


def test_what_a_resample_loses_keeps_its_score():
    """One deployment in 50 rows is missing from a third of the resamples."""
    rows = [{"passed": True, "latency_s": 1.0} for _ in range(50)]
    rows[0] |= {"original_score": 0.8, "transferred_score": 0.6}
    _, scores = drawn(rows, ["port.retention"])
    assert np.all(scores["port.retention"] == pytest.approx(0.75))


def test_nothing_defined_draws_nothing():
    assert drawn([], ["base.f1"])[1] == {}
    assert drawn([{"latency_s": 1.0}], ["base.f1"])[1] == {}
