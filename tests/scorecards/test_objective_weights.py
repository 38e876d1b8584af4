"""Entropy and CRITIC weights against pymcdm where it is right, and where it is not: by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pymcdm.weights import critic_weights, entropy_weights

from steelyard.errors import InputError
from steelyard.model import compute
from steelyard.scorecards.weighting import critic, entropy

X2 = [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]]

SIZES = st.tuples(st.integers(3, 12), st.integers(2, 6))
POSITIVE = SIZES.flatmap(lambda size: arrays(float, size, elements=st.floats(0.01, 1)))
ANY = SIZES.flatmap(
    lambda size: arrays(float, size, elements=st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]))
)


def plain_entropy(matrix):
    m, spreads = len(matrix), []
    for column in zip(*matrix, strict=True):
        total = math.fsum(column)
        if total == 0 or min(column) == max(column):
            spreads.append(0.0)
            continue
        parts = [value / total for value in column if value > 0]
        spreads.append(1 + math.fsum(p * math.log(p) for p in parts) / math.log(m))
    whole = math.fsum(spreads)
    return [s / whole for s in spreads] if whole else [1 / len(spreads)] * len(spreads)


def plain_critic(matrix):
    columns = [list(column) for column in zip(*matrix, strict=True)]
    scaled = {}
    for at, column in enumerate(columns):
        low, high = min(column), max(column)
        if high > low:
            scaled[at] = [(value - low) / (high - low) for value in column]
    if not scaled:
        return [1 / len(columns)] * len(columns)
    content = dict.fromkeys(range(len(columns)), 0.0)
    for at, column in scaled.items():
        conflict = math.fsum(1 - np.corrcoef(column, other)[0, 1] for other in scaled.values())
        content[at] = float(np.std(column, ddof=1)) * conflict
    whole = math.fsum(content.values())
    if whole < 1e-9:
        return [1 / len(scaled) if at in scaled else 0.0 for at in content]
    return [content[at] / whole for at in content]


def test_the_worked_example():
    assert entropy(X2) == pytest.approx([0.3003, 0.1545, 0.5451], abs=5e-5)
    assert critic(X2) == pytest.approx([0.4043, 0.3568, 0.2389], abs=5e-5)


def test_entropy_of_the_aircraft_of_hwang_and_yoon():
    aircraft = [
        [2.0, 1500, 20000, 5.5, 5, 9],
        [2.5, 2700, 18000, 6.5, 3, 5],
        [1.8, 2000, 21000, 4.5, 7, 7],
        [2.2, 1800, 20000, 5.0, 5, 5],
    ]
    assert entropy(aircraft) == pytest.approx(entropy_weights(np.array(aircraft)), abs=1e-12)


@pytest.mark.slow
@given(POSITIVE)
def test_pymcdm_agrees_on_positive_numbers_that_vary(matrix):
    spread = np.ptp(matrix, axis=0)
    if spread.min() < 1e-3:
        return
    assert entropy(matrix.tolist()) == pytest.approx(entropy_weights(matrix), abs=1e-9)
    if np.abs(1 - np.corrcoef(matrix.T)).sum() > 1e-6:
        oracle = critic_weights(matrix, np.ones(matrix.shape[1]))
        assert critic(matrix.tolist()) == pytest.approx(oracle, abs=1e-9)


@given(ANY)
def test_zeros_and_constant_columns_follow_the_definition(matrix):
    rows = matrix.tolist()
    for method, plain in ((entropy, plain_entropy), (critic, plain_critic)):
        weights = method(rows)
        assert weights == pytest.approx(plain(rows), abs=1e-9)
        assert sum(weights) == pytest.approx(1)
        assert min(weights) >= 0
        constant = np.ptp(matrix, axis=0) == 0
        if not constant.all():
            assert [w for w, same in zip(weights, constant, strict=True) if same] == [0] * sum(
                constant
            )


@given(POSITIVE, st.randoms(use_true_random=False))
def test_the_order_of_agents_does_not_matter(matrix, chance):
    rows = matrix.tolist()
    shuffled = chance.sample(rows, len(rows))
    for method in (entropy, critic):
        assert method(shuffled) == pytest.approx(method(rows), abs=1e-6)


@pytest.mark.parametrize("method", ["mcdm.entropy", "mcdm.critic"])
def test_agents_that_do_not_differ_leave_equal_weights_and_a_note(method):
    found = compute(method, {"matrix": [[0.4, 0.9]] * 10})
    assert found["weights"] == [0.5, 0.5]
    assert len(found["notes"]) == 1


def test_columns_that_say_the_same_share_the_weight():
    assert critic([[0.1, 0.2], [0.2, 0.4], [0.4, 0.8]]) == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("method", ["mcdm.entropy", "mcdm.critic"])
@pytest.mark.parametrize(("agents", "notes"), [(3, 1), (4, 1), (5, 1), (9, 1), (10, 0)])
def test_few_agents_are_said(method, agents, notes):
    matrix = [[0.1 * (1 + at), 0.9 - 0.05 * at**1.5 / 2] for at in range(agents)]
    assert len(compute(method, {"matrix": matrix})["notes"]) == notes


@pytest.mark.parametrize("method", ["mcdm.entropy", "mcdm.critic"])
def test_two_agents_are_refused(method):
    with pytest.raises(InputError, match="at least 3"):
        compute(method, {"matrix": [[0.1, 0.2], [0.3, 0.4]]})


def test_entropy_refuses_what_is_below_zero():
    with pytest.raises(InputError, match=r"2, 1 is -0\.3"):
        compute("mcdm.entropy", {"matrix": [[0.1], [-0.3], [0.3]]})


def test_huge_numbers_do_not_overflow():
    matrix = [[1e308, 1.0], [1.5e308, 2.0], [0.5e308, 0.5]]
    for method in (entropy, critic):
        assert sum(method(matrix)) == pytest.approx(1)
