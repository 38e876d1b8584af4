"""Several sets of weights into one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import InputError
from steelyard.model import compute
from steelyard.scorecards.weighting import (
    combine_game,
    combine_linear,
    combine_multiplicative,
    direct,
    entropy,
)

X2 = [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]]
JUDGED = [0.5, 0.3, 0.2]

SETS = st.tuples(st.integers(1, 4), st.integers(1, 6)).flatmap(
    lambda size: st.lists(
        st.lists(st.floats(0.01, 10), min_size=size[1], max_size=size[1]),
        min_size=size[0],
        max_size=size[0],
    )
)


def test_the_worked_example():
    sets = [JUDGED, entropy(X2)]
    assert combine_linear(sets, [0.5, 0.5]) == pytest.approx([0.4002, 0.2273, 0.3726], abs=6e-5)
    assert combine_multiplicative(sets) == pytest.approx([0.4915, 0.1517, 0.3568], abs=6e-5)
    game = combine_game(sets)
    assert game.alpha == pytest.approx([0.4326, 0.5674], abs=6e-5)
    assert game.weights == pytest.approx([0.3867, 0.2175, 0.3958], abs=6e-5)


@given(SETS)
def test_against_numpy(sets):
    w = np.array(sets)
    w /= w.sum(axis=1, keepdims=True)
    assert combine_linear(sets) == pytest.approx(w.mean(axis=0))
    product = w.prod(axis=0)
    assert combine_multiplicative(sets) == pytest.approx(product / product.sum())


@given(SETS)
def test_the_game_is_a_blend_that_meets_its_equations(sets):
    w = np.array(sets)
    w /= w.sum(axis=1, keepdims=True)
    game = combine_game(sets)
    assert sum(game.alpha) == pytest.approx(1)
    assert min(game.alpha) >= 0
    assert game.weights == pytest.approx(np.array(game.alpha) @ w)
    inner = w @ w.T
    if np.linalg.cond(inner) < 1e6:
        solved = np.abs(np.linalg.solve(inner, np.diag(inner)))
        assert game.alpha == pytest.approx(solved / solved.sum(), abs=1e-6)


def test_equal_sets_count_alike_and_change_nothing():
    game = combine_game([JUDGED, JUDGED, JUDGED])
    assert game.alpha == pytest.approx([1 / 3] * 3)
    assert game.weights == pytest.approx(JUDGED)


def test_direct_weights_are_divided_by_their_sum():
    assert direct([2, 0, 6]) == [0.25, 0.0, 0.75]
    assert direct([1e308, 1e308]) == [0.5, 0.5]


@pytest.mark.parametrize(
    ("id_", "inputs", "part"),
    [
        ("mcdm.direct", {"weights": [0, 0]}, "add up to 0"),
        ("mcdm.direct", {"weights": []}, "add up to 0"),
        ("mcdm.direct", {"weights": [1, -1]}, "item 2"),
        ("mcdm.direct", {"weights": [1, True]}, "item 2"),
        ("mcdm.combine_linear", {"weights": [[1, 1], [1]]}, "row 2"),
        ("mcdm.combine_linear", {"weights": [[1, 1]], "lambdas": [1, 2]}, "1 numbers"),
        ("mcdm.combine_linear", {"weights": [[0, 0]]}, "weights[1]"),
        ("mcdm.combine_multiplicative", {"weights": [[1, 0], [0, 1]]}, "combine_linear"),
        ("mcdm.combine_game", {"weights": [[1, -1]]}, "at least 0"),
    ],
)
def test_weights_that_cannot_be_are_refused(id_, inputs, part):
    with pytest.raises(InputError, match=id_) as raised:
        compute(id_, inputs)
    assert part in str(raised.value)
