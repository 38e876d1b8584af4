"""The pieces of a leaderboard against their definitions."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.analysis.leaderboard.content import Column, Pair
from steelyard.analysis.leaderboard.entries import agent_name
from steelyard.analysis.leaderboard.front import Offer, front
from steelyard.analysis.leaderboard.places import (
    Scored,
    compared,
    letter,
    letters,
    resampled_ranks,
)
from steelyard.analysis.leaderboard.weights import _swap, vary
from steelyard.model import IndicatorValue, Words
from steelyard.scorecards import load_scorecard, sensitivity, weigh_tree
from steelyard.scorecards.draws import Chance
from tests.tries import tries

NAMES = tuple("abcdefg")


@given(st.sets(st.sampled_from(list(combinations(NAMES, 2)))))
def test_a_letter_is_shared_by_exactly_those_not_apart(apart):
    pairs = [
        Pair(one, two, 0.1, None, None, None, None, (one, two) in apart)
        for one, two in combinations(NAMES, 2)
    ]
    groups = letters(NAMES, pairs)
    for one, two in combinations(NAMES, 2):
        together = any({one, two} <= set(group) for group in groups)
        assert together == ((one, two) not in apart)
    assert not any(set(one) < set(two) for one in groups for two in groups)


def test_letters_go_on_after_z():
    assert [letter(at) for at in (0, 25, 26, 27, 51, 52)] == ["a", "z", "aa", "ab", "az", "ba"]


NUMBER = st.one_of(st.none(), st.integers(0, 3).map(float))


@given(st.lists(st.tuples(NUMBER, NUMBER, NUMBER), max_size=7))
def test_the_front_is_what_nobody_beats(rows):
    offers = [Offer(str(at), *row) for at, row in enumerate(rows)]
    found = front(offers)
    known = [offer for offer in offers if offer.quality is not None]
    sides = [s for s in (1, 2) if known and all(o[s + 1] is not None for o in known)]
    if len(known) < 2 or not sides:
        assert found == {}
        return
    for offer in known:
        beaten = {
            other.name
            for other in known
            if other.quality >= offer.quality
            and all(other[s + 1] <= offer[s + 1] for s in sides)
            and (other.quality > offer.quality or any(other[s + 1] < offer[s + 1] for s in sides))
        }
        assert set(found[offer.name].beaten_by) == beaten
        assert found[offer.name].front == (not beaten)


SCORE = st.integers(1, 100).map(lambda n: n / 100)


@tries(40, 200)
@given(
    st.integers(2, 5).flatmap(
        lambda n: st.tuples(*(st.lists(SCORE, min_size=n, max_size=n) for _ in range(3)))
    ),
    st.booleans(),
)
def test_the_swap_makes_the_first_two_level_and_nothing_smaller_does(drawn, geometric):
    one, two, raw = (np.array(row) for row in drawn)
    w = raw / raw.sum()
    to = np.log if geometric else (lambda x: x)

    def lead(weights):
        return float(weights @ (to(one) - to(two)))

    if lead(w) < 0:
        one, two = two, one
    columns = [Column(str(at), Words(str(at), str(at)), "dimension") for at in range(len(w))]
    swap = _swap(["x", "y"], [one.tolist(), two.tolist()], w.tolist(), columns, geometric=geometric)

    def changed(at, value):
        weights = w * (1 - value) / (1 - w[at])
        weights[at] = value
        return weights

    if swap is not None:
        assert lead(changed(int(swap.part), swap.needed)) == pytest.approx(0, abs=1e-9)
    reach = 1.0 if swap is None else abs(swap.needed - swap.weight)
    if lead(w) > 1e-9:
        for at in range(len(w)):
            for value in np.linspace(0, 1, 41):
                if abs(value - w[at]) < reach - 1e-9:
                    assert lead(changed(at, value)) > -1e-9


def test_a_swap_worked_by_hand():
    """0.6·(0.9 − 0.5) + 0.4·(0.2 − 0.6) = 0.08; level at v·0.4 − (1 − v)·0.4 = 0, v = 0.5."""
    columns = [Column(id_, Words(id_, id_), "dimension") for id_ in ("p", "q")]
    swap = _swap(["x", "y"], [[0.9, 0.2], [0.5, 0.6]], [0.6, 0.4], columns, geometric=False)
    assert swap.needed == pytest.approx(0.5)  # with two parts, either says the same


def test_better_in_everything_cannot_be_swapped():
    columns = [Column(id_, Words(id_, id_), "dimension") for id_ in ("p", "q")]
    rows = [[0.9, 0.8], [0.5, 0.6]]
    assert _swap(["x", "y"], rows, [0.5, 0.5], columns, geometric=False) is None


def test_other_weights_are_those_of_the_sensitivity_analysis():
    card = load_scorecard()

    def tree(f1, gap, error):
        scores = {"base.f1": f1, "adapt.scene_gap": gap, "robust.abnormal_error_rate": error}
        return weigh_tree({id_: IndicatorValue(id_, x, x) for id_, x in scores.items()}, card)

    rows = {"x": (0.80, 0.70, 0.60), "y": (0.79, 0.75, 0.62), "z": (0.60, 0.90, 0.90)}
    roots = {name: tree(*row) for name, row in rows.items()}
    found = vary(roots, Chance(draws=4000))
    assert found is not None
    assert found.exact
    assert [part.id for part in found.weights.parts] == [
        "f1",
        "generalisation.adaptivity",
        "generalisation.robustness",
    ]
    assert found.weights.weights == pytest.approx((0.8, 0.1, 0.1))
    oracle = sensitivity(list(rows.values()), [0.8, 0.1, 0.1], chance=Chance(draws=4000))
    assert found.ranks.p_first == pytest.approx(oracle.draws.p_first)
    assert (found.weights.stable, found.weights.p_first) == (
        oracle.stable,
        pytest.approx(oracle.draws.p_first[0]),
    )


def test_lines_weighed_by_different_rules_have_no_weights_to_vary():
    card = load_scorecard()
    with_f1 = weigh_tree({"base.f1": IndicatorValue("base.f1", 0.8, 0.8)}, card)
    assert vary({"x": with_f1}) is None
    assert vary({"x": with_f1, "y": with_f1}) is None  # one part alone has no weight to change


def test_holm_keeps_false_alarms_rare_when_all_are_equal():
    """Five equal agents: in at most 5 % of the worlds any two are told apart."""
    rng = np.random.default_rng(5)
    alarms, worlds = 0, 600
    for _ in range(worlds):
        truth = rng.normal(0.5, 0.02, 5)
        lines = [
            Scored(str(at), float(x), x + rng.normal(0, 0.02, 400)) for at, x in enumerate(truth)
        ]
        alarms += any(pair.apart for pair in compared(lines))
    assert alarms / worlds < 0.05 + 3 * (0.05 * 0.95 / worlds) ** 0.5


def test_what_does_not_vary_is_not_told_apart_by_force():
    fixed = [Scored("x", 0.9, None), Scored("y", 0.5, np.full(10, 0.5))]
    [pair] = compared(fixed)
    assert (pair.p, pair.apart, pair.ci_low) == (None, None, None)
    assert resampled_ranks([Scored("x", 0.9, None)]) == {}
    # Where `x` stands nobody knows, and so `y` may be first or second.
    assert resampled_ranks(fixed) == {"y": (1.0, 1, 2)}
    still = np.full(10, 0.9)
    [level] = compared([Scored("x", 0.9, still), Scored("y", 0.9, still)])
    assert (level.p, level.apart) == (1.0, False)
    [exact] = compared([Scored("x", 0.9, still), Scored("y", 0.5, still)])
    assert (exact.p, exact.apart) == (None, None)
    ends = np.full(2000, 0.7), np.full(2000, 0.1)  # their difference has a mean that is rounded
    [rounded] = compared([Scored("x", 0.7, ends[0]), Scored("y", 0.1, ends[1])])
    assert (rounded.p, rounded.apart) == (None, None)


@pytest.mark.parametrize(
    ("described", "name"),
    [
        ({"adapter": "openai", "model": "m-1", "base_url": "http://x"}, "m-1"),
        ({"adapter": "http", "url": "http://x/ask"}, "http://x/ask"),
        ({"adapter": "command", "argv": ["python", "a.py"]}, "python a.py"),
        ({"adapter": "replay"}, "replay"),
    ],
)
def test_an_agent_is_called_by_what_tells_it_from_others(described, name):
    assert agent_name(described) == name


def test_resamples_that_lean_to_one_side_are_not_told_apart_by_their_spread():
    # 6 % of the resamples are the other way round, though 0 is four errors away.
    gaps = np.concatenate([np.full(1880, 0.3), np.full(120, -0.01)])
    [pair] = compared([Scored("a", 0.8, 0.5 + gaps), Scored("b", 0.5, np.full(2000, 0.5))])
    assert pair.p == pytest.approx(0.12)
    assert pair.apart is False
    assert pair.ci_low < 0 < pair.ci_high
