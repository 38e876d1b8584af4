"""How many cases: the power it promises, by statsmodels."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.power import NormalIndPower

from steelyard.errors import InputError
from steelyard.model import compute

NOISE = {"omega2": 0.2, "sigma2_a": 0.15, "sigma2_b": 0.15}


def test_the_worked_examples():
    assert compute("stat.power_n", {"delta": 0.03, "omega2": 1 / 9})["value"] == 969
    for epochs, cases in ((1, 1570), (5, 817)):
        inputs = {"delta": 0.05, "k_a": epochs, "k_b": epochs, **NOISE}
        assert compute("stat.power_n", inputs)["value"] == cases
    found = compute("stat.mde", {"n": 200, "k_a": 5, "k_b": 5, **NOISE})
    assert found["value"] == pytest.approx(0.1010, abs=5e-5)


@given(
    st.floats(0.01, 0.5),
    st.floats(0.001, 1),
    st.sampled_from([0.01, 0.05, 0.1]),
    st.sampled_from([0.5, 0.8, 0.95]),
)
def test_the_number_is_the_smallest_that_has_the_power(delta, omega2, alpha, power):
    params = {"alpha": alpha, "power": power}
    n = compute("stat.power_n", {"delta": delta, "omega2": omega2}, params)["value"]
    test = NormalIndPower(ddof=0)
    effect = delta / math.sqrt(omega2)

    def reached(cases):  # one tail: the other is what the formula leaves out
        return test.power(effect, cases, alpha / 2, ratio=0, alternative="larger")

    assert reached(n) >= power - 1e-9
    assert n == 1 or reached(n - 1) < power + 1e-9
    assert compute("stat.mde", {"n": n, "omega2": omega2}, params)["value"] <= delta + 1e-12


@given(st.integers(1, 5000), st.floats(0.01, 1))
def test_the_two_are_each_others_inverse(n, omega2):
    delta = compute("stat.mde", {"n": n, "omega2": omega2})["value"]
    assert compute("stat.power_n", {"delta": delta, "omega2": omega2})["value"] == n


@pytest.mark.parametrize(
    ("id_", "inputs", "params"),
    [
        ("stat.power_n", {"delta": 0, "omega2": 1}, {}),
        ("stat.power_n", {"delta": 0.1, "omega2": -1}, {}),
        ("stat.power_n", {"delta": 0.1, "omega2": 1, "k_a": 0}, {}),
        ("stat.power_n", {"delta": 0.1, "omega2": 1}, {"alpha": 0}),
        ("stat.power_n", {"delta": 0.1, "omega2": 1}, {"power": 1}),
        ("stat.power_n", {"delta": 0.1, "omega2": 1}, {"power": 0.01}),
        ("stat.mde", {"n": 0, "omega2": 1}, {}),
    ],
)
def test_what_cannot_be_planned_is_refused(id_, inputs, params):
    with pytest.raises(InputError, match=id_):
        compute(id_, inputs, params)
