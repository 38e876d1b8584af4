"""Many p values, against statsmodels, scipy and first principles."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control
from statsmodels.stats.multitest import multipletests

from steelyard.errors import InputError
from steelyard.model import compute

P = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.01, 0.05, 1.0]))


@pytest.mark.parametrize(
    ("id_", "expected"),
    [("stat.holm", [0.03, 0.06, 0.06, 0.02]), ("stat.bh", [0.02, 0.04, 0.04, 0.02])],
)
def test_the_worked_example(id_, expected):
    assert compute(id_, {"p": [0.01, 0.04, 0.03, 0.005]})["values"] == pytest.approx(expected)


@settings(max_examples=30)  # it collects garbage at every call
@given(st.lists(P, min_size=1, max_size=30))
def test_holm_against_statsmodels(p):
    expected = multipletests(p, method="holm")[1]
    assert compute("stat.holm", {"p": p})["values"] == pytest.approx(expected)


@given(st.lists(P, min_size=1, max_size=7))
def test_holm_is_the_closure_of_bonferroni(p):
    """The largest Bonferroni p over all groups of tests that a test belongs to."""
    expected = [0.0] * len(p)
    for size in range(1, len(p) + 1):
        for group in combinations(range(len(p)), size):
            value = min(1.0, size * min(p[at] for at in group))
            for at in group:
                expected[at] = max(expected[at], value)
    assert compute("stat.holm", {"p": p})["values"] == pytest.approx(expected)


@given(st.lists(P, min_size=1, max_size=30))
def test_bh_against_scipy_and_statsmodels(p):
    found = compute("stat.bh", {"p": p})["values"]
    assert found == pytest.approx(false_discovery_control(p))
    assert found == pytest.approx(multipletests(p, method="fdr_bh")[1])


@pytest.mark.parametrize("id_", ["stat.holm", "stat.bh"])
def test_no_tests_need_no_correction(id_):
    assert compute(id_, {"p": []})["values"] == []


@pytest.mark.parametrize("p", [[0.1, 1.5], [-0.1], [None], ["0.1"]])
def test_what_is_no_p_value_is_refused(p):
    with pytest.raises(InputError, match=r"stat\.bh"):
        compute("stat.bh", {"p": p})
