"""Weights from pairwise judgements: textbook matrices, ahpy, and what happens when they clash."""

from __future__ import annotations

import itertools
import math
import random

import ahpy
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import InputError
from steelyard.i18n import using_language
from steelyard.model import compute
from steelyard.scorecards.weighting import ahp, ahp_group

SAATY = [[1, 1 / 3, 5], [3, 1, 7], [1 / 5, 1 / 7, 1]]
FOUR = [[1, 2, 4, 3], [1 / 2, 1, 3, 2], [1 / 4, 1 / 3, 1, 1 / 2], [1 / 3, 1 / 2, 2, 1]]
CLASH = [[1, 2, 1 / 3], [1 / 2, 1, 5], [3, 1 / 5, 1]]

SCALE = st.sampled_from([1 / 9, 1 / 7, 1 / 5, 1 / 3, 1 / 2, 1.0, 2.0, 3.0, 5.0, 7.0, 9.0])


def reciprocal(n, upper):
    rows = [[1.0] * n for _ in range(n)]
    for (i, j), value in zip(itertools.combinations(range(n), 2), upper, strict=True):
        rows[i][j], rows[j][i] = value, 1 / value
    return rows


JUDGEMENTS = st.integers(2, 7).flatmap(
    lambda n: st.lists(SCALE, min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2).map(
        lambda upper: reciprocal(n, upper)
    )
)


@pytest.mark.parametrize(
    ("matrix", "weights", "eigenvalue", "ratio"),
    [
        (SAATY, [0.2790, 0.6491, 0.0719], 3.0649, 0.0559),
        (FOUR, [0.4673, 0.2772, 0.0954, 0.1601], None, 0.0115),
    ],
)
def test_textbook_matrices(matrix, weights, eigenvalue, ratio):
    found = ahp(matrix)
    assert found.weights == pytest.approx(weights, abs=5e-5)
    assert found.cr == pytest.approx(ratio, abs=5e-5)
    assert found.accepted
    assert found.revise is None
    if eigenvalue:
        assert found.lambda_max == pytest.approx(eigenvalue, abs=5e-5)


@pytest.mark.slow
@given(JUDGEMENTS)
def test_weights_are_those_of_ahpy_and_of_power_iteration(matrix):
    found = ahp(matrix)
    n = len(matrix)
    pairs = {(i, j): matrix[i][j] for i, j in itertools.combinations(range(n), 2)}
    oracle = ahpy.Compare("x", pairs, precision=9, tolerance=1e-12, iterations=500).target_weights
    assert found.weights == pytest.approx([oracle[i] for i in range(n)], abs=1e-6)
    vector = np.ones(n)
    for _ in range(2000):
        product = np.array(matrix) @ vector
        vector = product / product.sum()
    assert found.weights == pytest.approx(vector, abs=1e-9)
    assert found.lambda_max == pytest.approx(product.sum(), abs=1e-7)
    assert sum(found.weights) == pytest.approx(1)
    assert found.cr >= 0
    assert found.accepted == (found.cr < 0.1)


@pytest.mark.parametrize("n", range(1, 11))
def test_consistent_judgements_give_back_their_weights(n):
    weights = np.arange(1, n + 1) / np.arange(1, n + 1).sum()
    found = ahp((weights[:, None] / weights).tolist())
    assert found.weights == pytest.approx(weights)
    assert found.cr == pytest.approx(0, abs=1e-12)


def test_two_items_are_always_consistent():
    assert ahp([[1, 9], [1 / 9, 1]]).cr == 0
    assert ahp([[1]]).weights == [1.0]


def test_judgements_that_clash_are_rejected_and_the_one_to_revise_is_named():
    found = compute("mcdm.ahp", {"matrix": CLASH})
    assert found["cr"] == pytest.approx(1.23, abs=5e-3)
    assert found["accepted"] is False
    # 5 is the only one of the three that the other two contradict with a value inside the scale.
    expected = {"row": 2, "column": 3, "found": 5.0, "fits": 1 / 6, "cr_after": 0.0}
    assert found["revise"] == pytest.approx(expected, abs=1e-9)
    assert "row 2, column 3" in found["notes"][0]
    with using_language("zh"):
        assert "第 2 行第 3 列" in compute("mcdm.ahp", {"matrix": CLASH})["notes"][0]


@given(st.integers(4, 8), st.integers(0, 10_000), st.sampled_from([0.02, 0.05, 20.0, 50.0]))
def test_one_wrong_judgement_among_consistent_ones_is_found_with_its_right_value(n, seed, factor):
    chance = random.Random(seed)
    weights = [chance.uniform(1, 3) for _ in range(n)]
    matrix = [[a / b for b in weights] for a in weights]
    i, j = sorted(chance.sample(range(n), 2))
    right = matrix[i][j]
    matrix[i][j] *= factor
    matrix[j][i] = 1 / matrix[i][j]
    found = ahp(matrix)
    if found.accepted:  # many right judgements outweigh it
        return
    assert (found.revise.row, found.revise.column) == (i + 1, j + 1)
    assert found.revise.fits == pytest.approx(right)
    assert found.cr_after == pytest.approx(0, abs=1e-9)


@given(JUDGEMENTS)
def test_the_revision_never_makes_it_worse(matrix):
    found = ahp(matrix)
    if not found.accepted:
        assert found.cr_after <= found.cr + 1e-9


def test_experts_are_combined_by_their_geometric_mean():
    other = [row[:3] for row in FOUR[:3]]
    found = ahp_group([SAATY, other])
    mean = [
        [math.sqrt(a * b) for a, b in zip(x, y, strict=True)]
        for x, y in zip(SAATY, other, strict=True)
    ]
    assert found.combined.weights == pytest.approx(ahp(mean).weights)
    assert found.experts == pytest.approx([ahp(SAATY).cr, ahp(other).cr])


def test_an_expert_who_counts_alone_decides_alone():
    found = ahp_group([SAATY, CLASH], lambdas=[1, 0])
    assert found.combined.weights == pytest.approx(ahp(SAATY).weights)
    said = compute("mcdm.ahp_group", {"matrices": [SAATY, CLASH], "lambdas": [1, 0]})["notes"]
    assert any("expert 2" in note for note in said)


def test_a_typed_third_is_a_third():
    assert ahp([[1, 0.33], [3, 1]]).weights == pytest.approx([0.25, 0.75], abs=2e-3)


@pytest.mark.parametrize(
    ("matrix", "part"),
    [
        ([], "no rows"),
        ([[1, 2]], "1 rows and 2 columns"),
        ([[1, 2], [1 / 2]], "row 2"),
        ([[1, 0], [0, 1]], "1, 2 is 0"),
        ([[1, -2], [-1 / 2, 1]], "1, 2 is -2"),
        ([[2, 2], [1 / 2, 1]], "1, 1 is 2"),
        ([[1, 2], [2, 1]], "reciprocal, 0.5"),
        ([[1, None], [1, 1]], "1, 2 is None"),
        ([[1, "3"], [1, 1]], "1, 2 is '3'"),
        ([[1.0] * 11 for _ in range(11)], "11 items"),
        ("x", "list"),
    ],
)
def test_what_is_no_matrix_of_judgements_is_said(matrix, part):
    with using_language("en"), pytest.raises(InputError, match=r"mcdm\.ahp") as raised:
        compute("mcdm.ahp", {"matrix": matrix})
    assert part in str(raised.value)


@pytest.mark.parametrize(
    ("matrices", "lambdas", "part"),
    [
        ([], None, "one matrix per expert"),
        ([SAATY, FOUR], None, "expert 2"),
        ([SAATY, SAATY], [1], "2 numbers"),
        ([SAATY, SAATY], [0, 0], "add up to 0"),
    ],
)
def test_groups_of_experts_are_checked(matrices, lambdas, part):
    with using_language("en"), pytest.raises(InputError) as raised:
        compute("mcdm.ahp_group", {"matrices": matrices, "lambdas": lambdas})
    assert part in str(raised.value)
