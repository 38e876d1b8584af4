"""Correlations against scipy, scikit-learn and least squares; counting pairs one by one."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import f1_score, matthews_corrcoef, precision_score, recall_score

from steelyard.analysis.correlation.inversions import inversions
from steelyard.analysis.correlation.kendall import kendall
from steelyard.errors import InputError
from steelyard.model import compute

X = [1.2, 2, 2.9, 3.1, 4.8, 5.2, 6.6, 7.1, 8.4, 9.9]
Y = [0.9, 0.95, 0.85, 0.8, 0.88, 0.7, 0.72, 0.65, 0.66, 0.5]

NUMBER = st.one_of(st.floats(-5, 5), st.sampled_from([-1.0, 0.0, 1.0, 2.0]))
PAIRS = st.lists(st.tuples(NUMBER, NUMBER), min_size=0, max_size=30)


def test_the_worked_examples():
    found = compute("corr.spearman", {"x": X, "y": Y})
    expected = (-0.9273, -0.9872, -0.6368)
    assert (found["value"], found["lo"], found["hi"]) == pytest.approx(expected, abs=5e-5)
    found = compute("corr.kendall", {"x": X, "y": Y})
    expected = (-0.7778, -0.9168, -0.4705)
    assert (found["value"], found["lo"], found["hi"]) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("id_", "oracle"), [("corr.spearman", stats.spearmanr), ("corr.kendall", stats.kendalltau)]
)
@given(pairs=PAIRS)
def test_rank_correlations_are_those_of_scipy(id_, oracle, pairs):
    x, y = [a for a, _ in pairs], [b for _, b in pairs]
    found = compute(id_, {"x": x, "y": y})
    if len(set(x)) < 2 or len(set(y)) < 2:
        assert (found["value"], found["status"]) == (None, "na")
        assert found["notes"]
        return
    assert found["value"] == pytest.approx(oracle(x, y).statistic, abs=1e-9)
    assert found["status"] == ("low_n" if len(x) < 10 else "ok")
    if len(x) < 5 or abs(found["value"]) == 1:
        assert (found["lo"], found["hi"]) == (None, None)
    else:
        assert -1 <= found["lo"] <= found["value"] <= found["hi"] <= 1


def test_pairs_with_a_gap_are_left_out_and_counted():
    with_gaps = compute("corr.spearman", {"x": [None, *X, 3], "y": [1, *Y, None]})
    whole = compute("corr.spearman", {"x": X, "y": Y})
    assert with_gaps == whole | {"n_missing": 2}


def test_many_cases_are_counted_quickly_and_right():
    chance = np.random.default_rng(5)
    x = chance.normal(size=20_000)
    y = np.round(x + chance.normal(size=20_000), 1)
    assert kendall(x, y) == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-12)


@given(st.lists(st.integers(0, 40), max_size=40))
def test_inversions_pair_by_pair(ranks):
    plain = sum(a > b for at, a in enumerate(ranks) for b in ranks[at + 1 :])
    assert inversions(np.array(ranks, dtype=np.int64)) == plain


def test_intervals_cover_as_they_say():
    chance = np.random.default_rng(11)
    true = 6 / math.pi * math.asin(0.6 / 2)  # Spearman's ρ of a normal pair with r = 0.6
    covered = 0
    for _ in range(400):
        x = chance.normal(size=40)
        y = 0.6 * x + 0.8 * chance.normal(size=40)
        found = compute("corr.spearman", {"x": x.tolist(), "y": y.tolist()})
        covered += found["lo"] <= true <= found["hi"]
    assert 0.91 <= covered / 400 <= 0.985


COUNT = st.integers(0, 30)


@given(COUNT, COUNT, COUNT, COUNT)
def test_phi_is_the_matthews_coefficient(a, b, c, d):
    inputs = dict(zip(("both", "only_a", "only_b", "neither"), (a, b, c, d), strict=True))
    found = compute("corr.phi", inputs)
    if min(a + b, c + d, a + c, b + d) == 0:
        assert found["value"] is None
        assert found["notes"]
        return
    first, second = [1] * a + [1] * b + [0] * c + [0] * d, [1] * a + [0] * b + [1] * c + [0] * d
    assert found["value"] == pytest.approx(matthews_corrcoef(first, second), abs=1e-9)
    assert found["gap"] == pytest.approx(abs(np.mean(first) - np.mean(second)))


def test_phi_of_huge_counts():
    counts = dict.fromkeys(("both", "only_a", "only_b", "neither"), 10**90)
    assert compute("corr.phi", counts)["value"] == 0


@pytest.mark.slow
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_balance_gives_back_f1(pairs):
    truth, said = zip(*pairs, strict=True)
    precision = precision_score(truth, said, zero_division=0)
    recall = recall_score(truth, said, zero_division=0)
    found = compute("corr.balance", {"precision": float(precision), "recall": float(recall)})
    if precision + recall == 0:
        assert found == {"value": None, "f1": None}
    else:
        assert 0 <= found["value"] <= 1
        assert found["f1"] == pytest.approx(f1_score(truth, said, zero_division=0))


def test_balance_of_something_missing_is_undefined():
    assert compute("corr.balance", {"precision": None, "recall": 0.5})["value"] is None
    assert compute("corr.balance", {"precision": 0.8, "recall": 0.6})["value"] == pytest.approx(
        6 / 7
    )


@pytest.fixture(params=range(20))
def three(request):
    """Three related columns."""
    chance = np.random.default_rng(request.param)
    return chance.normal(size=(50, 3)) @ chance.normal(size=(3, 3))


def test_partial_correlation_is_that_of_the_residuals(three):
    x, y, z = three.T
    r = np.corrcoef(three.T)
    inputs = {"rxy": r[0, 1], "rxz": r[0, 2], "ryz": r[1, 2]}
    base = np.column_stack([np.ones(50), z])
    left = [v - base @ np.linalg.lstsq(base, v, rcond=None)[0] for v in (x, y)]
    expected = np.corrcoef(*left)[0, 1]
    assert compute("corr.partial", inputs)["value"] == pytest.approx(expected, abs=1e-7)


def test_shares_are_the_mean_increments_of_r2(three):
    y, *xs = three.T

    def r2(*columns):
        base = np.column_stack([np.ones(50), *columns])
        rest = y - base @ np.linalg.lstsq(base, y, rcond=None)[0]
        return 1 - rest.var() / y.var()

    r = np.corrcoef(three.T)
    found = compute("corr.lmg2", {"r_y1": r[0, 1], "r_y2": r[0, 2], "r12": r[1, 2]})
    whole = r2(*xs)
    first = (r2(xs[0]) + whole - r2(xs[1])) / 2
    shares = [found[name] for name in ("r2", "share1", "share2")]
    assert shares == pytest.approx([whole, first, whole - first], abs=1e-7)


def test_the_worked_triples():
    partial = compute("corr.partial", {"rxy": -0.6, "rxz": 0.7, "ryz": -0.8})["value"]
    assert partial == pytest.approx(-0.0934, abs=5e-5)
    found = compute("corr.lmg2", {"r_y1": 0.7, "r_y2": 0.5, "r12": 0.4})
    assert [found[n] for n in ("r2", "share1", "share2")] == pytest.approx(
        [0.5476, 0.3938, 0.1538], abs=5e-5
    )


@pytest.mark.parametrize(
    "inputs", [{"rxy": 0.5, "rxz": 1, "ryz": 0.5}, {"rxy": 1, "rxz": 1, "ryz": 1}]
)
def test_what_the_third_determines_is_undefined(inputs):
    found = compute("corr.partial", inputs)
    assert found["value"] is None
    assert found["notes"]
    same = compute("corr.lmg2", {"r_y1": 0.5, "r_y2": 0.5, "r12": 1})
    assert (same["r2"], same["share1"], same["share2"]) == (None, None, None)


@pytest.mark.parametrize(
    ("id_", "inputs", "part"),
    [
        ("corr.partial", {"rxy": 1, "rxz": 0.9, "ryz": -0.9}, "cannot all hold"),
        ("corr.partial", {"rxy": 1.1, "rxz": 0.9, "ryz": -0.9}, "'rxy' is 1.1"),
        ("corr.lmg2", {"r_y1": 0.9, "r_y2": -0.9, "r12": 0.9}, "cannot all hold"),
        ("corr.spearman", {"x": [1, 2], "y": [1]}, "'x' has 2"),
        ("corr.kendall", {"x": [None, 2, "a"], "y": [1, 2, 3]}, "item 3 of 'x'"),
        ("corr.phi", {"both": -1, "only_a": 0, "only_b": 0, "neither": 0}, "'both' is -1"),
        ("corr.balance", {"precision": 80, "recall": 60}, "'precision' is 80"),
    ],
)
def test_what_cannot_be_is_said(id_, inputs, part):
    with pytest.raises(InputError, match=id_) as raised:
        compute(id_, inputs)
    assert part in str(raised.value)
