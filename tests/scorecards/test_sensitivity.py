"""Does a ranking survive? Against direct simulation, and in cases whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from steelyard.errors import InputError
from steelyard.model import compute
from steelyard.scorecards import sensitivity
from steelyard.scorecards.aggregation import METHODS
from steelyard.scorecards.draws import Chance, draw_ranks
from steelyard.scorecards.ranks import rank_agreement, rank_list, ranks

X2 = [[0.9, 0.6, 0.4], [0.7, 0.8, 0.7], [0.5, 0.9, 0.6], [0.8, 0.7, 0.9]]
W = [0.5, 0.3, 0.2]
CLOSE = [[0.9, 0.5, 0.5], [0.6, 0.8, 0.7], [0.7, 0.7, 0.6]]


def test_a_better_agent_in_everything_is_always_first():
    zero = [[0.0, 0.0], [0.0, 0.0]]
    found = sensitivity([[0.9, 0.8], [0.5, 0.6]], [0.5, 0.5], errors=zero)
    assert found.draws.p_first == [1.0, 0.0]
    assert (found.draws.rank_low, found.draws.rank_high) == ([1, 2], [1, 2])
    assert found.stable is True
    assert not any(change.changed for change in found.one_at_a_time + found.leave_one_out)


def test_without_the_errors_of_the_scores_stable_is_not_said():
    found = sensitivity([[0.9, 0.8], [0.5, 0.6]])
    assert found.stable is None
    assert "not given" in found.notes[0]


def test_agents_that_trade_places_are_not_stable():
    found = sensitivity([[0.9, 0.1], [0.1, 0.9]], [0.5, 0.5])
    assert found.stable is False
    assert found.draws.p_first == pytest.approx([0.5, 0.5], abs=0.02)
    assert (found.draws.rank_low, found.draws.rank_high) == ([1, 1], [2, 2])
    assert all(change.leader_changed for change in found.one_at_a_time)


def test_equal_agents_share_the_first_place_and_are_not_stable():
    found = sensitivity([[0.5, 0.5], [0.5, 0.5]], errors=[[0, 0], [0, 0]])
    assert found.draws.p_first == [0.5, 0.5]
    assert found.stable is False


def test_noise_in_the_scores_can_undo_a_clear_lead():
    matrix, errors = [[0.62, 0.62], [0.6, 0.6]], [[0.1, 0.1], [0.1, 0.1]]
    assert sensitivity(matrix).draws.p_first == [1.0, 0.0]
    found = sensitivity(matrix, errors=errors)
    # The difference is N(0.02, 0.1² · (Σw²) · 2) with both weights near ½.
    assert found.draws.p_first[0] == pytest.approx(stats.norm.cdf(0.02 / 0.1), abs=0.02)
    assert found.stable is False


@pytest.mark.parametrize("method", METHODS)
def test_the_draws_are_dirichlet(method):
    chance = Chance(draws=4000, seed=1)
    x, w = np.array(CLOSE), np.array(W)
    found = draw_ranks(x, w, METHODS[method], chance)
    drawn = np.random.default_rng(99).dirichlet(100 * w, 4000)
    drawn_scores = np.round(METHODS[method].scores(x, drawn), 12)
    places = stats.rankdata(-drawn_scores, "min", axis=1)
    assert found.p_first == pytest.approx((places == 1).mean(axis=0), abs=0.04)
    low = np.quantile(places, 0.025, axis=0, method="inverted_cdf")
    high = np.quantile(places, 0.975, axis=0, method="inverted_cdf")
    assert found.rank_low == pytest.approx(low, abs=1)
    assert found.rank_high == pytest.approx(high, abs=1)


def test_the_same_seed_gives_the_same_draws_and_another_seed_others():
    first, again, other = (
        sensitivity(CLOSE, W, chance=Chance(seed=seed)).draws.p_first for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_one_at_a_time_is_the_ranking_with_that_weight_changed():
    found = sensitivity(X2, W, method="topsis")
    assert [(change.indicator, change.change) for change in found.one_at_a_time] == [
        (at, step) for at in (1, 2, 3) for step in (-0.2, 0.2)
    ]
    for change in found.one_at_a_time:
        w = np.array(W)
        w[change.indicator - 1] *= 1 + change.change
        expected = stats.rankdata(-METHODS["topsis"].scores(np.array(X2), w / w.sum()), "min")
        assert change.ranks == expected.tolist()
        assert change.changed == (change.ranks != found.ranks)


def test_leaving_one_out_drops_its_column():
    found = sensitivity(X2, W)
    for change in found.leave_one_out:
        kept = [at for at in range(3) if at != change.indicator - 1]
        expected = METHODS["wam"].scores(np.array(X2)[:, kept], np.array(W)[kept])
        assert change.ranks == stats.rankdata(-expected, "min").tolist()


def test_the_only_indicator_cannot_be_left_out():
    assert sensitivity([[0.1], [0.2]]).leave_one_out == []
    assert [c.indicator for c in sensitivity([[0.1, 0.3], [0.2, 0.3]], [1, 0]).leave_one_out] == [2]


def test_methods_disagree_as_documented():
    found = sensitivity(X2, W)
    assert found.by_method["wam"] == [3, 2, 4, 1]
    assert found.by_method["topsis"] == [2, 3, 4, 1]
    assert found.agreement["wam"]["topsis"] == pytest.approx(4 / 6)
    assert found.agreement["wam"]["wgm"] == 1


def test_one_agent_is_first_and_nothing_can_be_compared():
    found = sensitivity([[0.4, 0.6]], errors=[[0.1, 0.1]])
    assert found.draws.p_first == [1.0]
    assert found.agreement["wam"]["wgm"] is None


@settings(max_examples=25)
@given(
    st.tuples(st.integers(1, 5), st.integers(1, 4)).flatmap(
        lambda size: arrays(float, size, elements=st.sampled_from([0.0, 0.3, 0.6, 1.0]))
    ),
    st.sampled_from(list(METHODS)),
)
def test_every_matrix_has_an_answer(matrix, method):
    inputs = {"matrix": matrix.tolist(), "errors": (matrix * 0.1).tolist()}
    found = compute("mcdm.sensitivity", inputs, {"draws": 200, "method": method})
    assert sum(found["p_first"]) == pytest.approx(1)
    for low, high in zip(found["rank_low"], found["rank_high"], strict=True):
        assert 1 <= low <= high <= len(matrix)
    assert found["stable"] == (max(found["p_first"]) >= 0.95)


@given(st.lists(st.sampled_from([0.0, 0.1, 0.5, 0.9]), min_size=1, max_size=8))
def test_ranks_are_those_of_scipy(values):
    assert rank_list(values) == stats.rankdata([-v for v in values], "min").tolist()
    assert ranks(np.array([values, values])).tolist() == [rank_list(values)] * 2


def test_scores_that_differ_by_rounding_are_tied():
    assert rank_list([0.1 + 0.2, 0.3, None]) == [1, 1, None]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=12))
def test_agreement_is_tau_b(pairs):
    a, b = zip(*pairs, strict=True)
    found = rank_agreement(a, b)
    if len(set(a)) == 1 or len(set(b)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(stats.kendalltau(a, b).statistic)


@pytest.mark.parametrize(
    ("inputs", "part"),
    [
        ({"matrix": [[1.2]]}, "between 0 and 1"),
        ({"matrix": [[0.2]], "errors": [[0.1, 0.1]]}, "1 x 2"),
        ({"matrix": [[0.2]], "errors": [[-0.1]]}, "at least 0"),
    ],
)
def test_what_cannot_be_analysed_is_said(inputs, part):
    with pytest.raises(InputError, match=r"mcdm\.sensitivity") as raised:
        compute("mcdm.sensitivity", inputs)
    assert part in str(raised.value)


def test_an_unknown_method_is_named():
    with pytest.raises(InputError, match="topsis_fixed"):
        sensitivity(X2, W, method="mean")
