"""One score per agent: textbook values, pymcdm, plain references, and who may turn a ranking."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pymcdm.methods import TOPSIS, VIKOR
from pymcdm.normalizations import vector_normalization

from steelyard.errors import InputError
from steelyard.model import compute
from steelyard.scorecards.aggregation import METHODS
from steelyard.scorecards.aggregation.fuzzy import memberships
from steelyard.scorecards.aggregation.vikor import Vikor, compromise

X2 = [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]]
W = [0.5, 0.3, 0.2]
# Hwang and Yoon 1981: speed, range, payload, cost (lower is better: negated), reliability, agility.
AIRCRAFT = [
    [2.0, 1500, 20000, -5.5, 5, 9],
    [2.5, 2700, 18000, -6.5, 3, 5],
    [1.8, 2000, 21000, -4.5, 7, 7],
    [2.2, 1800, 20000, -5.0, 5, 5],
]
AIRCRAFT_WEIGHTS = [0.2, 0.1, 0.1, 0.1, 0.2, 0.3]


def cases(elements):
    sizes = st.tuples(st.integers(1, 8), st.integers(1, 5))
    return sizes.flatmap(
        lambda size: st.tuples(
            arrays(float, size, elements=elements),
            arrays(float, size[1], elements=st.floats(0.05, 1)),
        )
    )


SMOOTH = cases(st.floats(0, 1))
COARSE = cases(st.sampled_from([0.0, 0.25, 0.5, 1.0]))


def scores(method, x, w):
    inputs = {"matrix": np.asarray(x).tolist(), "weights": np.asarray(w).tolist()}
    found = compute(f"mcdm.{method}", inputs)
    return found["scores"] if "scores" in found else found["Q"]


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("wam", [0.71, 0.73, 0.64, 0.79]),
        ("wgm", [0.6776, 0.7286, 0.6186, 0.7869]),
        ("topsis", [0.5873, 0.5410, 0.3180, 0.7096]),
        ("topsis_fixed", [0.7352, 0.7217, 0.5943, 0.7814]),
        ("gra", [0.7603, 0.7067, 0.6643, 0.8]),
        ("vikor", [0.4633, 0.2613, 1, 0]),
    ],
)
def test_the_worked_example(method, expected):
    assert scores(method, X2, W) == pytest.approx(expected, abs=6e-5)


def test_topsis_of_the_textbook_aircraft():
    found = compute("mcdm.topsis", {"matrix": AIRCRAFT, "weights": AIRCRAFT_WEIGHTS})
    assert found["scores"] == pytest.approx([0.643, 0.268, 0.613, 0.312], abs=6e-4)
    assert found["ranks"] == [1, 4, 2, 3]
    types = np.array([1, 1, 1, -1, 1, 1])
    oracle = oracle_scores(TOPSIS(vector_normalization), np.abs(AIRCRAFT), AIRCRAFT_WEIGHTS, types)
    assert found["scores"] == pytest.approx(oracle)


def oracle_scores(method, x, w, types):
    return method(np.asarray(x), np.asarray(w), types, validation=False)  # it warns of dominance


@given(SMOOTH)
def test_topsis_and_vikor_agree_with_pymcdm(case):
    x, w = case
    x, w = x + 0.01, w / w.sum()
    if len(x) < 2 or np.ptp(x, axis=0).min() < 1e-3:
        return
    ones = np.ones(len(w))
    assert scores("topsis", x, w) == pytest.approx(
        oracle_scores(TOPSIS(vector_normalization), x, w, ones)
    )
    regret = w * (x.max(axis=0) - x) / np.ptp(x, axis=0)
    if np.ptp(regret.sum(axis=1)) > 1e-6 and np.ptp(regret.max(axis=1)) > 1e-6:
        assert scores("vikor", x, w) == pytest.approx(oracle_scores(VIKOR(), x, w, ones), abs=1e-8)


def plain(method, rows, w):
    """The formulas once more, number by number."""
    columns = list(zip(*rows, strict=True))
    if method == "wam":
        return [math.fsum(a * b for a, b in zip(row, w, strict=True)) for row in rows]
    if method == "wgm":
        return [math.prod(a**b for a, b in zip(row, w, strict=True)) for row in rows]
    if method == "gra":
        apart = [[1 - a for a in row] for row in rows]
        least, most = min(map(min, apart)), max(map(max, apart))
        if most == 0:
            return [1.0] * len(rows)
        return [
            math.fsum(b * (least + most / 2) / (a + most / 2) for a, b in zip(row, w, strict=True))
            for row in apart
        ]
    if method == "topsis_fixed":
        v = [[a * b for a, b in zip(row, w, strict=True)] for row in rows]
        best, worst = w, [0.0] * len(w)
    else:
        lengths = [math.sqrt(math.fsum(a * a for a in column)) or 1.0 for column in columns]
        v = [[a * b / c for a, b, c in zip(row, w, lengths, strict=True)] for row in rows]
        best = [max(column) for column in zip(*v, strict=True)]
        worst = [min(column) for column in zip(*v, strict=True)]
    away = [(math.dist(row, best), math.dist(row, worst)) for row in v]
    return [None if a + b == 0 else b / (a + b) for a, b in away]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["wam", "wgm", "topsis", "topsis_fixed", "gra"])
@given(case=COARSE)
def test_zeros_ties_and_constant_columns_follow_the_definition(method, case):
    x, w = case
    w = w / w.sum()
    found, expected = scores(method, x, w), plain(method, x.tolist(), w.tolist())
    assert [score is None for score in found] == [score is None for score in expected]
    for score, wanted in zip(found, expected, strict=True):
        assert score == pytest.approx(wanted, abs=1e-9)


@given(case=COARSE)
def test_vikor_is_defined_everywhere(case):
    x, w = case
    found = compute("mcdm.vikor", {"matrix": x.tolist(), "weights": w.tolist()})
    assert all(0 <= value <= 1 for name in "SRQ" for value in np.round(found[name], 12))
    assert min(found["Q"]) <= 1e-12 or len(found["compromise"]) >= 1
    assert set(found["compromise"]) <= set(range(1, len(x) + 1))


@pytest.mark.parametrize("method", METHODS)
@given(case=SMOOTH)
def test_many_weights_at_once_are_each_weight_alone(method, case):
    x, w = case
    kernel = METHODS[method].scores
    many = np.stack([w / w.sum(), np.full(len(w), 1 / len(w))])
    batch = kernel(x, many)
    for at, weights in enumerate(many):
        np.testing.assert_allclose(batch[at], kernel(x, weights), atol=1e-12)


@pytest.mark.parametrize("method", ["wam", "wgm", "topsis_fixed"])
@given(case=SMOOTH)
def test_an_agent_that_leaves_changes_no_other_score(method, case):
    x, w = case
    if len(x) > 1:
        assert scores(method, x, w)[1:] == pytest.approx(scores(method, x[1:], w))


@pytest.mark.parametrize("method", ["topsis", "vikor"])
def test_relative_methods_can_turn_a_ranking_when_the_worst_leaves(method):
    chance = np.random.default_rng(3)
    turned = 0
    for _ in range(300):
        x, w = chance.random((6, 5)), chance.dirichlet(np.ones(5))
        with_all = METHODS[method].scores(x, w)
        kept = np.delete(np.arange(6), with_all.argmin())
        turned += (
            np.argsort(with_all[kept]) != np.argsort(METHODS[method].scores(x[kept], w))
        ).any()
    assert 0.15 < turned / 300 < 0.55


@pytest.mark.parametrize("method", ["wam", "wgm", "topsis_fixed", "gra"])
@given(case=SMOOTH)
def test_scores_stay_between_0_and_1_and_perfect_is_1(method, case):
    x, w = case
    assert all(-1e-12 <= score <= 1 + 1e-12 for score in scores(method, x, w))
    assert scores(method, np.ones_like(x), w) == pytest.approx([1.0] * len(x))


def test_a_zero_that_carries_no_weight_does_not_sink_the_geometric_mean():
    assert scores("wgm", [[0.5, 0.0]], [1, 0]) == [0.5]
    assert scores("wgm", [[0.5, 0.0]], [1, 1]) == [0.0]


def test_equal_agents_are_undefined_for_topsis_with_a_reason():
    found = compute("mcdm.topsis", {"matrix": [[0.5, 0.1]] * 3})
    assert found["scores"] == [None] * 3
    assert len(found["notes"]) == 1


def test_absent_weights_are_equal():
    assert compute("mcdm.wam", {"matrix": [[0.2, 0.4]]})["scores"] == pytest.approx([0.3])


@pytest.mark.parametrize(
    ("s", "r", "q", "expected"),
    [
        # One clear best: both conditions hold.
        ([0.1, 0.6, 0.9], [0.1, 0.3, 0.5], [0.0, 0.6, 1.0], ([1], True, True)),
        # The lead is too small: all that are near belong to the compromise.
        ([0.1, 0.2, 0.9], [0.1, 0.2, 0.5], [0.0, 0.1, 1.0], ([1, 2], False, True)),
        # Clear in Q, but first by neither S nor R: the first two.
        ([0.2, 0.1, 0.9], [0.2, 0.1, 0.5], [0.0, 0.7, 1.0], ([1, 2], True, False)),
        ([0.3], [0.3], [0.0], ([1], True, True)),
    ],
)
def test_the_conditions_of_vikor(s, r, q, expected):
    assert compromise(Vikor(*(np.array(values) for values in (s, r, q)))) == expected


def test_the_grades_of_the_worked_example():
    inputs = {"leaf_scores": [0.82, 0.6, 0.3], "weights": W}
    found = compute("mcdm.fuzzy", inputs)
    assert found["B"] == pytest.approx([0.14, 0.48, 0.22, 0.16, 0])
    assert found["score"] == pytest.approx(0.65)
    assert compute("mcdm.fuzzy", inputs, {"operator": "max_min"})["score"] == pytest.approx(
        0.6680, abs=5e-5
    )


@given(SMOOTH)
def test_the_fuzzy_score_is_the_weighted_mean_and_grades_sum_to_1(case):
    x, w = case
    inputs = {"leaf_scores": x[0].tolist(), "weights": w.tolist()}
    found = compute("mcdm.fuzzy", inputs)
    assert found["score"] == pytest.approx(scores("wam", x[:1], w)[0])
    for operator in ("sum_product", "max_min"):
        grades = compute("mcdm.fuzzy", inputs, {"operator": operator})["B"]
        assert sum(grades) == pytest.approx(1)
        assert min(grades) >= 0


@given(st.floats(0, 1), st.lists(st.floats(0, 1), min_size=2, max_size=6, unique=True))
def test_only_two_neighbouring_grades_share_a_score(score, centres):
    centres = sorted(centres, reverse=True)
    found = memberships(score, centres)
    assert sum(found) == pytest.approx(1)
    held = [at for at, share in enumerate(found) if share > 0]
    assert held[-1] - held[0] <= 1


@pytest.mark.parametrize(
    ("id_", "inputs", "params", "part"),
    [
        ("mcdm.wam", {"matrix": [[0.1, None]]}, {}, "1, 2 is None"),
        ("mcdm.wam", {"matrix": [[0.1, float("nan")]]}, {}, "1, 2 is nan"),
        ("mcdm.wam", {"matrix": [0.1]}, {}, "row 1"),
        ("mcdm.wam", {"matrix": [[0.1]], "weights": [1, 2]}, {}, "1 numbers"),
        ("mcdm.wgm", {"matrix": [[-0.1]]}, {}, "at least 0"),
        ("mcdm.topsis_fixed", {"matrix": [[1.2]]}, {}, "between 0 and 1"),
        ("mcdm.gra", {"matrix": [[0.2]]}, {"rho": 0}, "0.01 to 1.0"),
        ("mcdm.vikor", {"matrix": [[0.2]]}, {"v": 2}, "0.0 to 1.0"),
        ("mcdm.fuzzy", {"leaf_scores": []}, {}, "at least one"),
        ("mcdm.fuzzy", {"leaf_scores": [0.5]}, {"centres": [0, 1]}, "fall"),
        ("mcdm.fuzzy", {"leaf_scores": [0.5]}, {"centres": [1]}, "fall"),
        ("mcdm.fuzzy", {"leaf_scores": [0.5]}, {"centres": [1, "a"]}, "fall"),
    ],
)
def test_what_cannot_be_aggregated_is_said(id_, inputs, params, part):
    with pytest.raises(InputError, match=id_) as raised:
        compute(id_, inputs, params)
    assert part in str(raised.value)
